#include "onair_jpeg_write.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf jump;
    unsigned char *bytes;
    unsigned long count;
} writer;

static void stop(j_common_ptr info) { longjmp(((writer *)info->client_data)->jump, 1); }
static void say_nothing(j_common_ptr info) { (void)info; }

int onair_jpeg_write(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, int quality, int full_chroma,
    uint8_t **bytes, size_t *count) {
    // On the heap: what changes between setjmp and longjmp must not live in registers.
    writer *own = calloc(1, sizeof(writer));
    if (own == NULL) return 0;
    own->info.err = jpeg_std_error(&own->errors);
    own->errors.error_exit = stop;
    own->errors.output_message = say_nothing;
    own->info.client_data = own;
    if (setjmp(own->jump) != 0) {
        jpeg_destroy_compress(&own->info);
        free(own->bytes);
        free(own);
        return 0;
    }
    jpeg_create_compress(&own->info);
    jpeg_mem_dest(&own->info, &own->bytes, &own->count);
    own->info.image_width = width;
    own->info.image_height = height;
    own->info.input_components = 4;
    own->info.in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(&own->info);
    jpeg_set_quality(&own->info, quality, TRUE);
    if (full_chroma) own->info.comp_info[0].h_samp_factor = own->info.comp_info[0].v_samp_factor = 1;
    own->info.optimize_coding = TRUE;
    jpeg_start_compress(&own->info, TRUE);
    while (own->info.next_scanline < height) {
        JSAMPROW row = (JSAMPROW)(pixels + stride * own->info.next_scanline);
        jpeg_write_scanlines(&own->info, &row, 1);
    }
    jpeg_finish_compress(&own->info);
    jpeg_destroy_compress(&own->info);
    *bytes = own->bytes;
    *count = own->count;
    free(own);
    return 1;
}

void onair_jpeg_free(uint8_t *bytes) { free(bytes); }
