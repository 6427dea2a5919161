// The pixel kernels once more, each version by itself: the loader picks one for the processor it finds, and the tests want all of
// those that it might.
#ifndef ONAIR_KERNEL_LEVELS_H
#define ONAIR_KERNEL_LEVELS_H

#include <onair_pixel_kernels.h>

typedef struct {
    __typeof__(&onair_rgb_to_i420) rgb_to_i420;
    __typeof__(&onair_recolor_i420) recolor_i420;
    __typeof__(&onair_packed_422_to_i420) packed_422_to_i420;
    __typeof__(&onair_mean_rows) mean_rows;
    __typeof__(&onair_mean_blocks) mean_blocks;
    __typeof__(&onair_blend_rows) blend_rows;
    __typeof__(&onair_round_row) round_row;
    __typeof__(&onair_shrink_row_2_1) shrink_row_2_1;
    __typeof__(&onair_shrink_row_3_2) shrink_row_3_2;
    __typeof__(&onair_shrink_row_4_3) shrink_row_4_3;
    __typeof__(&onair_shrink_rows_3_2) shrink_rows_3_2;
    __typeof__(&onair_resample_row) resample_row;
    __typeof__(&onair_filter_row) filter_row;
    __typeof__(&onair_bgra_to_i420a) bgra_to_i420a;
    __typeof__(&onair_bgra_is_opaque) bgra_is_opaque;
    __typeof__(&onair_alpha_tiles) alpha_tiles;
    __typeof__(&onair_lay_over) lay_over;
    __typeof__(&onair_lay_add) lay_add;
    __typeof__(&onair_mix_rows) mix_rows;
    __typeof__(&onair_mix_value) mix_value;
    __typeof__(&onair_resample_bgra) resample_bgra;
    __typeof__(&onair_rotate_bgra) rotate_bgra;
    __typeof__(&onair_i420_to_bgra) i420_to_bgra;
    __typeof__(&onair_layer_put) layer_put;
    __typeof__(&onair_layer_over) layer_over;
    __typeof__(&onair_sensor_rows) sensor_rows;
    __typeof__(&onair_interleave) interleave;
    __typeof__(&onair_pack_yuyv) pack_yuyv;
    __typeof__(&onair_box_rows) box_rows;
    __typeof__(&onair_box_row) box_row;
    __typeof__(&onair_key_axes) key_axes;
    __typeof__(&onair_key_alpha) key_alpha;
    __typeof__(&onair_key_spill) key_spill;
    __typeof__(&onair_key_mix_rows) key_mix_rows;
    __typeof__(&onair_key_mix_value) key_mix_value;
    __typeof__(&onair_premultiply) premultiply;
    __typeof__(&onair_premultiply_bgra) premultiply_bgra;
    __typeof__(&onair_sharpen_row) sharpen_row;
    __typeof__(&onair_vignette_row) vignette_row;
    __typeof__(&onair_glow_row) glow_row;
    __typeof__(&onair_look_rows) look_rows;
    __typeof__(&onair_look_column) look_column;
    __typeof__(&onair_look_corners) look_corners;
    __typeof__(&onair_skin_cells) skin_cells;
    __typeof__(&onair_skin_weights) skin_weights;
    __typeof__(&onair_skin_maps) skin_maps;
    __typeof__(&onair_skin_luma) skin_luma;
    __typeof__(&onair_skin_chroma) skin_chroma;
} onair_kernels;

// What the loader picked.
const onair_kernels *onair_kernels_picked(void);

// The versions for x86-64, x86-64-v3 and x86-64-v4; null where this processor cannot run them.
const onair_kernels *onair_kernels_plain(void);
const onair_kernels *onair_kernels_v3(void);
const onair_kernels *onair_kernels_v4(void);

#endif
