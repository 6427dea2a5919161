#include "onair_jpeg_maker.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr errors;
    jmp_buf jump;
} maker;

static void error_exit(j_common_ptr info) { longjmp(((maker *)info->err)->jump, 1); }
static void output_message(j_common_ptr info) { (void)info; }

static void set_up(j_compress_ptr info, const onair_jpeg_recipe *recipe, jpeg_scan_info *scans) {
    const int count = recipe->components;
    info->image_width = (JDIMENSION)recipe->width;
    info->image_height = (JDIMENSION)recipe->height;
    info->input_components = count;
    info->in_color_space = count == 1 ? JCS_GRAYSCALE : count == 4 ? JCS_CMYK : recipe->is_rgb ? JCS_RGB : JCS_YCbCr;
    jpeg_set_defaults(info);
    jpeg_set_colorspace(info, info->in_color_space);
    jpeg_set_quality(info, recipe->quality, TRUE);
    for (int c = 0; c < count; c++) {
        info->comp_info[c].h_samp_factor = c == 0 || count == 4 ? recipe->h : recipe->ch;
        info->comp_info[c].v_samp_factor = c == 0 || count == 4 ? recipe->v : recipe->cv;
    }
    info->raw_data_in = TRUE;
    info->restart_interval = (unsigned)recipe->restart;
    info->arith_code = recipe->arithmetic;
    info->optimize_coding = recipe->optimized;
    if (recipe->progressive) jpeg_simple_progression(info);
    if (recipe->separate_scans) {
        for (int c = 0; c < count; c++)
            scans[c] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {c}, .Ss = 0, .Se = 63};
        info->scan_info = scans;
        info->num_scans = count;
    }
    if (recipe->is_avi1) info->write_JFIF_header = FALSE;
}

static void write_rows(j_compress_ptr info, const uint8_t *planes, JSAMPROW scratch) {
    JSAMPROW rows[4][32];
    JSAMPARRAY all[4] = {rows[0], rows[1], rows[2], rows[3]};
    const int step = info->max_v_samp_factor * DCTSIZE;
    while (info->next_scanline < info->image_height) {
        const uint8_t *plane = planes;
        JSAMPROW next = scratch;
        for (int c = 0; c < info->num_components; c++) {
            const jpeg_component_info *component = &info->comp_info[c];
            const int width = (int)component->downsampled_width, height = (int)component->downsampled_height;
            const int padded = (int)component->width_in_blocks * DCTSIZE;
            const int top = (int)info->next_scanline * component->v_samp_factor / info->max_v_samp_factor;
            for (int row = 0; row < component->v_samp_factor * DCTSIZE; row++) {
                const int at = top + row < height ? top + row : height - 1;
                rows[c][row] = next;
                memcpy(next, plane + (size_t)at * (size_t)width, (size_t)width);
                memset(next + width, next[width - 1], (size_t)(padded - width));
                next += padded;
            }
            plane += (size_t)width * (size_t)height;
        }
        jpeg_write_raw_data(info, all, (JDIMENSION)step);
    }
}

/// Takes out the Huffman tables and puts in the marker of AVI's Motion-JPEG.
static size_t as_avi1(uint8_t *bytes, size_t count, size_t capacity) {
    static const uint8_t marker[] = {0xFF, 0xE0, 0, 16, 'A', 'V', 'I', '1', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    size_t at = 2;
    while (at + 4 <= count && bytes[at + 1] != 0xDA) {
        const size_t length = 2 + ((size_t)bytes[at + 2] << 8 | bytes[at + 3]);
        if (bytes[at + 1] == 0xC4) {
            memmove(bytes + at, bytes + at + length, count - at - length);
            count -= length;
        } else {
            at += length;
        }
    }
    if (count + sizeof marker > capacity) return 0;
    memmove(bytes + 2 + sizeof marker, bytes + 2, count - 2);
    memcpy(bytes + 2, marker, sizeof marker);
    return count + sizeof marker;
}

size_t onair_jpeg_make(const onair_jpeg_recipe *recipe, const uint8_t *planes, uint8_t *out, size_t capacity) {
    struct jpeg_compress_struct info = {0};
    maker own;
    jpeg_scan_info scans[4];
    unsigned char *bytes = NULL;
    unsigned long count = 0;
    JSAMPROW scratch = malloc(4 * 32 * ((size_t)recipe->width + 64));
    info.err = jpeg_std_error(&own.errors);
    own.errors.error_exit = error_exit;
    own.errors.output_message = output_message;
    volatile size_t written = 0;
    if (scratch != NULL && setjmp(own.jump) == 0) {
        jpeg_create_compress(&info);
        jpeg_mem_dest(&info, &bytes, &count);
        set_up(&info, recipe, scans);
        jpeg_start_compress(&info, TRUE);
        write_rows(&info, planes, scratch);
        jpeg_finish_compress(&info);
        if (count <= capacity) {
            memcpy(out, bytes, count);
            written = recipe->is_avi1 ? as_avi1(out, count, capacity) : count;
        }
    }
    jpeg_destroy_compress(&info);
    free(bytes);
    free(scratch);
    return written;
}
