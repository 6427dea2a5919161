#include "onair_jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "onair_pixel_kernels.h"
#include "picture_arena.h"

// Sampling factors go up to 4 (ITU-T T.81, B.2.2), so a row of MCUs has at most 32 rows of samples.
enum { MAX_ROWS = 4 * DCTSIZE };
// Real encoders need about ten scans for a progressive picture; each costs a pass over all of it.
enum { MAX_SCANS = 64 };
// Bytes that belong to no code before a marker: cameras pad with a few. More is what a lost place in the code leaves over.
enum { MAX_EXTRANEOUS = 64 };

struct onair_mjpeg {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    struct jpeg_memory_mgr *own_memory;
    picture_arena arena;
    jmp_buf jump;
    uint32_t width, height;
    uint32_t header_width, header_height;
    /// The bytes ended, and the library was given an end-of-image marker to live on.
    int ran_out;
    /// The newest error or warning: the library overwrites its own record of it with mere remarks.
    char complaint[JMSG_LENGTH_MAX];
    /// What the jump means.
    onair_mjpeg_end end;
    /// Chroma of one row of MCUs where it is not in the picture's own subsampling, and a row for what is thrown away.
    uint8_t *stripes, *waste;
    size_t stripe_stride;
};

int onair_jpeg_version(void) { return JPEG_LIB_VERSION; }

// MARK: - What the library calls

static onair_mjpeg *decoder_of(j_common_ptr info) { return info->client_data; }

static _Noreturn void stop(onair_mjpeg *decoder, onair_mjpeg_end end) {
    decoder->end = end;
    longjmp(decoder->jump, 1);
}

static onair_mjpeg_end damage(const onair_mjpeg *decoder) {
    return decoder->ran_out ? onair_mjpeg_truncated : onair_mjpeg_corrupt;
}

static void error_exit(j_common_ptr info) {
    onair_mjpeg *decoder = decoder_of(info);
    info->err->format_message(info, decoder->complaint);
    switch (info->err->msg_code) {
    case JERR_OUT_OF_MEMORY: stop(decoder, onair_mjpeg_no_memory);
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_NOT_COMPILED: stop(decoder, onair_mjpeg_unsupported);
    default: stop(decoder, damage(decoder));
    }
}

static void emit_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    onair_mjpeg *decoder = decoder_of(info);
    info->err->format_message(info, decoder->complaint);
    info->err->num_warnings++;
    switch (info->err->msg_code) {
    // About the header's finer points; every sample is as it was coded.
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL: return;
    case JWRN_EXTRANEOUS_DATA:
        if (info->err->msg_parm.i[0] <= MAX_EXTRANEOUS) return;
        break;
    default: break;
    }
    // From here on the picture would be the library's guess.
    stop(decoder, damage(decoder));
}

static void output_message(j_common_ptr info) { (void)info; }

static void reset_error_manager(j_common_ptr info) {
    info->err->num_warnings = 0;
    info->err->msg_code = 0;
}

static void init_source(j_decompress_ptr info) { (void)info; }
static void term_source(j_decompress_ptr info) { (void)info; }

// The entropy decoder reads ahead: that the bytes end is a fault only when it needs what is not there.
static boolean fill_input_buffer(j_decompress_ptr info) {
    static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};
    decoder_of((j_common_ptr)info)->ran_out = 1;
    info->src->next_input_byte = end_of_image;
    info->src->bytes_in_buffer = sizeof end_of_image;
    return TRUE;
}

static void skip_input_data(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    if ((size_t)count > info->src->bytes_in_buffer) {
        fill_input_buffer(info);
        return;
    }
    info->src->next_input_byte += count;
    info->src->bytes_in_buffer -= (size_t)count;
}

static void watch_progress(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > MAX_SCANS) stop(decoder_of(info), onair_mjpeg_unsupported);
}

// MARK: - Making and ending

onair_mjpeg *onair_mjpeg_create(uint32_t width, uint32_t height) {
    if (width == 0 || height == 0 || width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) return NULL;
    onair_mjpeg *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->width = width;
    decoder->height = height;
    decoder->stripe_stride = ((size_t)width + 63) & ~(size_t)63;
    decoder->stripes = aligned_alloc(64, (2 * MAX_ROWS + 1) * decoder->stripe_stride);
    if (decoder->stripes == NULL) {
        free(decoder);
        return NULL;
    }
    decoder->waste = decoder->stripes + 2 * MAX_ROWS * decoder->stripe_stride;
    // A progressive picture keeps every coefficient, two bytes each, of whole MCUs of up to 32x32.
    size_t padded = (((size_t)width + 31) & ~(size_t)31) * (((size_t)height + 31) & ~(size_t)31);
    picture_arena_init(&decoder->arena, 8 * padded + (1u << 20));

    decoder->info.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = error_exit;
    decoder->errors.emit_message = emit_message;
    decoder->errors.output_message = output_message;
    decoder->errors.reset_error_mgr = reset_error_manager;
    decoder->info.client_data = decoder;
    if (setjmp(decoder->jump) != 0) {
        onair_mjpeg_destroy(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->info);
    decoder->own_memory = decoder->info.mem;
    decoder->info.mem = &decoder->arena.manager;
    decoder->source = (struct jpeg_source_mgr){
        .init_source = init_source,
        .fill_input_buffer = fill_input_buffer,
        .skip_input_data = skip_input_data,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = term_source,
    };
    decoder->info.src = &decoder->source;
    decoder->progress.progress_monitor = watch_progress;
    decoder->info.progress = &decoder->progress;
    return decoder;
}

void onair_mjpeg_destroy(onair_mjpeg *decoder) {
    if (decoder == NULL) return;
    if (decoder->own_memory != NULL) decoder->info.mem = decoder->own_memory;
    jpeg_destroy_decompress(&decoder->info);
    picture_arena_free(&decoder->arena);
    free(decoder->stripes);
    free(decoder);
}

// MARK: - Decoding

/// How chroma becomes one sample for 2x2 pixels: pixels for each sample, across and down.
typedef struct {
    int across, down;
} subsampling;

/// False where this kind of picture is not decoded.
static int read_layout(j_decompress_ptr info, subsampling *chroma) {
    const jpeg_component_info *components = info->comp_info;
    *chroma = (subsampling){2, 2};
    if (info->arith_code || info->data_precision != 8) return 0;
    if (info->num_components == 1) return info->jpeg_color_space == JCS_GRAYSCALE;
    if (info->num_components != 3 || info->jpeg_color_space != JCS_YCbCr) return 0;
    const int h = components[0].h_samp_factor, v = components[0].v_samp_factor;
    const int ch = components[1].h_samp_factor, cv = components[1].v_samp_factor;
    if (h != info->max_h_samp_factor || v != info->max_v_samp_factor) return 0;
    if (components[2].h_samp_factor != ch || components[2].v_samp_factor != cv) return 0;
    if (h % ch != 0 || v % cv != 0) return 0;
    *chroma = (subsampling){h / ch, v / cv};
    return (chroma->across == 1 || chroma->across == 2 || chroma->across == 4) && (chroma->down == 1 || chroma->down == 2);
}

/// One row of chroma from the two rows (or twice the one row) that lie over it.
static void thin_row(const uint8_t *upper, const uint8_t *lower, uint8_t *out, int across, int width) {
    const int half = (width + 1) / 2;
    if (across == 1) {
        onair_mean_blocks(upper, lower, out, width);
    } else if (across == 2) {
        onair_mean_rows(upper, lower, out, half);
    } else {
        // A sample for four pixels is the nearest to both pairs of them.
        for (int x = 0; x < half; x++) out[x] = (uint8_t)((upper[x / 2] + lower[x / 2] + 1) >> 1);
    }
}

/// Brings the chroma rows of one row of MCUs, which begins at row `top` of the picture, into its plane.
static void thin_stripe(const onair_mjpeg *decoder, JSAMPARRAY rows, int top, int row_count, subsampling chroma,
                        uint8_t *plane, size_t stride) {
    const int height = (int)decoder->height, width = (int)decoder->width;
    for (int row = 0; row < row_count && top + row < height; row += 2) {
        uint8_t *out = plane + (size_t)((top + row) / 2) * stride;
        const int upper = row / chroma.down;
        const int lower = top + row + 1 < height ? (row + 1) / chroma.down : upper;
        thin_row(rows[upper], rows[lower], out, chroma.across, width);
    }
}

static void read_rows(onair_mjpeg *decoder, subsampling chroma, onair_mjpeg_planes planes) {
    j_decompress_ptr info = &decoder->info;
    const int has_chroma = info->num_components == 3;
    const int is_direct = chroma.across == 2 && chroma.down == 2;
    const int height = (int)decoder->height, chroma_height = (height + 1) / 2;
    const int row_count = info->max_v_samp_factor * DCTSIZE;
    JSAMPROW y[MAX_ROWS], u[MAX_ROWS], v[MAX_ROWS];
    JSAMPARRAY rows[3] = {y, u, v};
    for (int row = 0; row < MAX_ROWS; row++) {
        u[row] = decoder->stripes + (size_t)row * decoder->stripe_stride;
        v[row] = decoder->stripes + (size_t)(MAX_ROWS + row) * decoder->stripe_stride;
    }
    for (int top = 0; top < height; top += row_count) {
        for (int row = 0; row < row_count; row++)
            y[row] = top + row < height ? planes.y + (size_t)(top + row) * planes.y_stride : decoder->waste;
        if (has_chroma && is_direct) {
            for (int row = 0; row < row_count / 2; row++) {
                const int at = top / 2 + row;
                u[row] = at < chroma_height ? planes.u + (size_t)at * planes.uv_stride : decoder->waste;
                v[row] = at < chroma_height ? planes.v + (size_t)at * planes.uv_stride : decoder->waste;
            }
        }
        if (jpeg_read_raw_data(info, rows, (JDIMENSION)row_count) == 0) stop(decoder, damage(decoder));
        if (has_chroma && !is_direct) {
            thin_stripe(decoder, u, top, row_count, chroma, planes.u, planes.uv_stride);
            thin_stripe(decoder, v, top, row_count, chroma, planes.v, planes.uv_stride);
        }
    }
    if (!has_chroma) {
        memset(planes.u, 128, planes.uv_stride * (size_t)chroma_height);
        memset(planes.v, 128, planes.uv_stride * (size_t)chroma_height);
    }
}

/// Each picture stands alone: tables of the one before, perhaps damaged, must not leak into it. The library fills in the
/// standard Huffman tables where a picture has none.
static void forget_tables(j_decompress_ptr info) {
    memset(info->quant_tbl_ptrs, 0, sizeof info->quant_tbl_ptrs);
    memset(info->dc_huff_tbl_ptrs, 0, sizeof info->dc_huff_tbl_ptrs);
    memset(info->ac_huff_tbl_ptrs, 0, sizeof info->ac_huff_tbl_ptrs);
}

static void decode(onair_mjpeg *decoder, onair_mjpeg_planes planes) {
    j_decompress_ptr info = &decoder->info;
    jpeg_read_header(info, TRUE);
    decoder->header_width = info->image_width;
    decoder->header_height = info->image_height;
    // Before anything that takes memory or time by the size.
    if (info->image_width != decoder->width || info->image_height != decoder->height)
        stop(decoder, onair_mjpeg_wrong_size);
    subsampling chroma;
    if (!read_layout(info, &chroma)) stop(decoder, onair_mjpeg_unsupported);
    info->raw_data_out = TRUE;
    info->do_fancy_upsampling = FALSE;
    info->do_block_smoothing = FALSE;
    info->dct_method = JDCT_ISLOW;
    info->out_color_space = info->jpeg_color_space;
    jpeg_start_decompress(info);
    // With several scans any of them may be missing, not only the end of one.
    if (decoder->ran_out && jpeg_has_multiple_scans(info)) stop(decoder, onair_mjpeg_truncated);
    read_rows(decoder, chroma, planes);
    jpeg_finish_decompress(info);
}

onair_mjpeg_end onair_mjpeg_decode(onair_mjpeg *decoder, const uint8_t *bytes, size_t count, onair_mjpeg_planes planes) {
    decoder->header_width = 0;
    decoder->header_height = 0;
    decoder->ran_out = 0;
    decoder->complaint[0] = 0;
    decoder->end = onair_mjpeg_decoded;
    decoder->source.next_input_byte = bytes;
    decoder->source.bytes_in_buffer = count;
    forget_tables(&decoder->info);
    picture_arena_reset(&decoder->arena);
    if (setjmp(decoder->jump) == 0) decode(decoder, planes);
    // Back to the beginning, wherever it was left.
    jpeg_abort_decompress(&decoder->info);
    return decoder->end;
}

void onair_mjpeg_header_size(const onair_mjpeg *decoder, uint32_t *width, uint32_t *height) {
    *width = decoder->header_width;
    *height = decoder->header_height;
}

const char *onair_mjpeg_complaint(const onair_mjpeg *decoder) { return decoder->complaint; }

size_t onair_mjpeg_memory(const onair_mjpeg *decoder) {
    return sizeof *decoder + decoder->arena.held + (2 * MAX_ROWS + 1) * decoder->stripe_stride;
}
