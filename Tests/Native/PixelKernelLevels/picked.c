#include "include/onair_kernel_levels.h"

static const onair_kernels table = {
    .rgb_to_i420 = onair_rgb_to_i420,
    .recolor_i420 = onair_recolor_i420,
    .mean_rows = onair_mean_rows,
    .mean_blocks = onair_mean_blocks,
    .blend_rows = onair_blend_rows,
    .round_row = onair_round_row,
    .shrink_row_2_1 = onair_shrink_row_2_1,
    .shrink_row_3_2 = onair_shrink_row_3_2,
    .shrink_row_4_3 = onair_shrink_row_4_3,
    .shrink_rows_3_2 = onair_shrink_rows_3_2,
    .resample_row = onair_resample_row,
    .bgra_to_i420a = onair_bgra_to_i420a,
    .bgra_is_opaque = onair_bgra_is_opaque,
    .alpha_tiles = onair_alpha_tiles,
    .lay_over = onair_lay_over,
    .lay_add = onair_lay_add,
    .mix_rows = onair_mix_rows,
    .mix_value = onair_mix_value,
    .resample_bgra = onair_resample_bgra,
    .rotate_bgra = onair_rotate_bgra,
    .i420_to_bgra = onair_i420_to_bgra,
    .layer_put = onair_layer_put,
    .layer_over = onair_layer_over,
    .sensor_rows = onair_sensor_rows,
    .interleave = onair_interleave,
    .pack_yuyv = onair_pack_yuyv,
    .box_rows = onair_box_rows,
    .box_row = onair_box_row,
};

const onair_kernels *onair_kernels_picked(void) { return &table; }
