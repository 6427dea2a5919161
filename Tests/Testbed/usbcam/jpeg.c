// Motion JPEG that costs next to nothing for each frame: one row of blocks is one restart interval (ITU-T T.81, B.2.4.4),
// so the rows that move are written anew between those that do not.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "camera.h"

enum { BLOCK = 8, QUALITY = 75 };

// Cuts what the library wrote into header and rows.
static void cut(struct jpeg_rows *rows, size_t length) {
    const uint8_t *data = rows->data;
    size_t at = 2;
    for (;;) {  // marker segments up to the start of scan
        size_t size = (size_t)data[at + 2] << 8 | data[at + 3];
        bool is_scan = data[at + 1] == 0xDA;
        at += 2 + size;
        if (is_scan) break;
    }
    rows->header = at;
    rows->rows = 0;
    rows->start[0] = at;
    for (; at + 1 < length; at++) {
        if (data[at] != 0xFF || data[at + 1] == 0) continue;
        rows->end[rows->rows++] = at;
        if (data[at + 1] == 0xD9) break;
        at += 2;
        rows->start[rows->rows] = at--;
    }
}

void jpeg_encode(struct jpeg_rows *rows, const struct painting *painting, int top, int height) {
    int width = painting->width, half = width / 2;
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    encoder.err = jpeg_std_error(&errors);
    jpeg_create_compress(&encoder);
    unsigned char *bytes = NULL;
    unsigned long length = 0;
    jpeg_mem_dest(&encoder, &bytes, &length);
    encoder.image_width = (JDIMENSION)width;
    encoder.image_height = (JDIMENSION)height;
    encoder.input_components = 3;
    encoder.in_color_space = JCS_YCbCr;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, QUALITY, TRUE);
    encoder.dct_method = JDCT_IFAST;
    encoder.comp_info[0].h_samp_factor = 2;
    encoder.comp_info[0].v_samp_factor = 1;
    encoder.raw_data_in = TRUE;
    encoder.restart_in_rows = 1;
    jpeg_start_compress(&encoder, TRUE);
    rows->dc_step = encoder.quant_tbl_ptrs[0]->quantval[0];

    // Whole blocks are read: the picture's edge is repeated to their size.
    int padded = (width + 15) / 16 * 16;
    static __thread uint8_t lines[3][BLOCK][2048];
    JSAMPROW pointers[3][BLOCK];
    JSAMPARRAY planes[3] = {pointers[0], pointers[1], pointers[2]};
    for (int plane = 0; plane < 3; plane++)
        for (int line = 0; line < BLOCK; line++) pointers[plane][line] = lines[plane][line];
    for (int y = 0; y < height; y += BLOCK) {
        for (int line = 0; line < BLOCK; line++) {
            int from = top + (y + line < height ? y + line : height - 1);
            memcpy(lines[0][line], painting->y + from * width, (size_t)width);
            memset(lines[0][line] + width, lines[0][line][width - 1], (size_t)(padded - width));
            const uint8_t *chroma[2] = {painting->u + from * half, painting->v + from * half};
            for (int plane = 0; plane < 2; plane++) {
                memcpy(lines[plane + 1][line], chroma[plane], (size_t)half);
                memset(lines[plane + 1][line] + half, chroma[plane][half - 1], (size_t)(padded / 2 - half));
            }
        }
        jpeg_write_raw_data(&encoder, planes, BLOCK);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    free(rows->data);
    rows->data = bytes;
    rows->capacity = length;
    cut(rows, length);
}

// --- Rows of flat blocks ----------------------------------------------------------------------------------------------

struct bits {
    uint8_t *to;
    uint32_t pending;
    int count;
};

static void put_bits(struct bits *bits, uint32_t value, int count) {
    bits->pending = bits->pending << count | value;
    bits->count += count;
    while (bits->count >= 8) {
        uint8_t byte = (uint8_t)(bits->pending >> (bits->count - 8));
        *bits->to++ = byte;
        if (byte == 0xFF) *bits->to++ = 0;
        bits->count -= 8;
        bits->pending &= (1u << bits->count) - 1;
    }
}

// A luma block that differs from the one before by `difference` and holds nothing else: the usual tables of T.81, K.3.
static void put_flat_luma(struct bits *bits, int difference) {
    static const struct {
        uint16_t code;
        uint8_t length;
    } sizes[] = {{0, 2}, {2, 3}, {3, 3}, {4, 3}, {5, 3}, {6, 3}, {14, 4}, {30, 5}, {62, 6}, {126, 7}, {254, 8}, {510, 9}};
    int magnitude = difference < 0 ? -difference : difference, size = 0;
    while (magnitude >> size) size++;
    put_bits(bits, sizes[size].code, sizes[size].length);
    if (size) put_bits(bits, (uint32_t)(difference < 0 ? difference + (1 << size) - 1 : difference), size);
    put_bits(bits, 10, 4);  // end of block
}

static size_t put_flat_row(uint8_t *to, const struct moving *moving, int width, int height, int row, int dc_step) {
    struct bits bits = {to, 0, 0};
    int before = 0;
    for (int x = 0; x < width; x += 2 * BLOCK) {
        for (int block = 0; block < 2; block++) {
            int place = x + block * BLOCK + BLOCK / 2;
            int luma = moving_luma(moving, width, height, place < width ? place : width - 1, row * BLOCK + BLOCK / 2);
            int value = (luma - 128) * BLOCK / dc_step;
            put_flat_luma(&bits, value - before);
            before = value;
        }
        put_bits(&bits, 0, 8);  // both chroma blocks: no difference, end of block
    }
    if (bits.count) put_bits(&bits, (1u << (8 - bits.count)) - 1, 8 - bits.count);
    return (size_t)(bits.to - to);
}

size_t jpeg_compose(uint8_t *to, const struct jpeg_rows *dark, const struct jpeg_rows *lit, int lit_from,
                    const struct moving *moving, int width, int height) {
    uint8_t *at = to;
    memcpy(at, dark->data, dark->header);
    at += dark->header;
    for (int row = 0; row < dark->rows; row++) {
        if (row) *at++ = 0xFF, *at++ = (uint8_t)(0xD0 + (row - 1) % 8);
        if (row * BLOCK + BLOCK / 2 < height * 3 / 20) {
            at += put_flat_row(at, moving, width, height, row, dark->dc_step);
            continue;
        }
        bool is_lit = moving->flash && row >= lit_from && row < lit_from + lit->rows;
        const struct jpeg_rows *from = is_lit ? lit : dark;
        int index = is_lit ? row - lit_from : row;
        size_t length = from->end[index] - from->start[index];
        memcpy(at, from->data + from->start[index], length);
        at += length;
    }
    *at++ = 0xFF;
    *at++ = 0xD9;
    return (size_t)(at - to);
}
