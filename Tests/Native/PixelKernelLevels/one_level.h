// Everything there is of one version. Whoever includes this says which: ONAIR_CLONES, ONAIR_X86_64_V4 and _V3, SUFFIX.
#define JOINED(name, suffix) name##suffix
#define JOIN(name, suffix) JOINED(name, suffix)
#define LEVEL(name) JOIN(name, SUFFIX)
#define onair_rgb_to_i420 LEVEL(onair_rgb_to_i420)
#define onair_recolor_i420 LEVEL(onair_recolor_i420)
#define onair_packed_422_to_i420 LEVEL(onair_packed_422_to_i420)
#define onair_mean_rows LEVEL(onair_mean_rows)
#define onair_mean_blocks LEVEL(onair_mean_blocks)
#define onair_blend_rows LEVEL(onair_blend_rows)
#define onair_round_row LEVEL(onair_round_row)
#define onair_shrink_row_2_1 LEVEL(onair_shrink_row_2_1)
#define onair_shrink_row_3_2 LEVEL(onair_shrink_row_3_2)
#define onair_shrink_row_4_3 LEVEL(onair_shrink_row_4_3)
#define onair_shrink_rows_3_2 LEVEL(onair_shrink_rows_3_2)
#define onair_resample_row LEVEL(onair_resample_row)
#define onair_filter_row LEVEL(onair_filter_row)
#define onair_bgra_to_i420a LEVEL(onair_bgra_to_i420a)
#define onair_bgra_is_opaque LEVEL(onair_bgra_is_opaque)
#define onair_alpha_tiles LEVEL(onair_alpha_tiles)
#define onair_lay_over LEVEL(onair_lay_over)
#define onair_lay_add LEVEL(onair_lay_add)
#define onair_mix_rows LEVEL(onair_mix_rows)
#define onair_mix_value LEVEL(onair_mix_value)
#define onair_resample_bgra LEVEL(onair_resample_bgra)
#define onair_rotate_bgra LEVEL(onair_rotate_bgra)
#define onair_i420_to_bgra LEVEL(onair_i420_to_bgra)
#define onair_layer_put LEVEL(onair_layer_put)
#define onair_layer_over LEVEL(onair_layer_over)
#define onair_sensor_rows LEVEL(onair_sensor_rows)
#define onair_interleave LEVEL(onair_interleave)
#define onair_pack_yuyv LEVEL(onair_pack_yuyv)
#define onair_box_rows LEVEL(onair_box_rows)
#define onair_box_row LEVEL(onair_box_row)
#define onair_key_axes LEVEL(onair_key_axes)
#define onair_key_alpha LEVEL(onair_key_alpha)
#define onair_key_spill LEVEL(onair_key_spill)
#define onair_key_mix_rows LEVEL(onair_key_mix_rows)
#define onair_key_mix_value LEVEL(onair_key_mix_value)
#define onair_premultiply LEVEL(onair_premultiply)
#define onair_premultiply_bgra LEVEL(onair_premultiply_bgra)
#define onair_sharpen_row LEVEL(onair_sharpen_row)
#define onair_vignette_row LEVEL(onair_vignette_row)
#define onair_glow_row LEVEL(onair_glow_row)
#define onair_look_rows LEVEL(onair_look_rows)
#define onair_look_column LEVEL(onair_look_column)
#define onair_look_corners LEVEL(onair_look_corners)
#define onair_skin_cells LEVEL(onair_skin_cells)
#define onair_skin_weights LEVEL(onair_skin_weights)
#define onair_skin_maps LEVEL(onair_skin_maps)
#define onair_skin_luma LEVEL(onair_skin_luma)
#define onair_skin_chroma LEVEL(onair_skin_chroma)

#include "../../../Sources/Native/PixelKernels/color_kernels.c"
#include "../../../Sources/Native/PixelKernels/effect_kernels.c"
#include "../../../Sources/Native/PixelKernels/key_kernels.c"
#include "../../../Sources/Native/PixelKernels/layer_kernels.c"
#include "../../../Sources/Native/PixelKernels/look_kernels.c"
#include "../../../Sources/Native/PixelKernels/scale_kernels.c"
#include "../../../Sources/Native/PixelKernels/scene_kernels.c"
#include "../../../Sources/Native/PixelKernels/skin_kernels.c"
#include "include/onair_kernel_levels.h"

static const onair_kernels table = {
    .rgb_to_i420 = onair_rgb_to_i420,
    .recolor_i420 = onair_recolor_i420,
    .packed_422_to_i420 = onair_packed_422_to_i420,
    .mean_rows = onair_mean_rows,
    .mean_blocks = onair_mean_blocks,
    .blend_rows = onair_blend_rows,
    .round_row = onair_round_row,
    .shrink_row_2_1 = onair_shrink_row_2_1,
    .shrink_row_3_2 = onair_shrink_row_3_2,
    .shrink_row_4_3 = onair_shrink_row_4_3,
    .shrink_rows_3_2 = onair_shrink_rows_3_2,
    .resample_row = onair_resample_row,
    .filter_row = onair_filter_row,
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
    .key_axes = onair_key_axes,
    .key_alpha = onair_key_alpha,
    .key_spill = onair_key_spill,
    .key_mix_rows = onair_key_mix_rows,
    .key_mix_value = onair_key_mix_value,
    .premultiply = onair_premultiply,
    .premultiply_bgra = onair_premultiply_bgra,
    .sharpen_row = onair_sharpen_row,
    .vignette_row = onair_vignette_row,
    .glow_row = onair_glow_row,
    .look_rows = onair_look_rows,
    .look_column = onair_look_column,
    .look_corners = onair_look_corners,
    .skin_cells = onair_skin_cells,
    .skin_weights = onair_skin_weights,
    .skin_maps = onair_skin_maps,
    .skin_luma = onair_skin_luma,
    .skin_chroma = onair_skin_chroma,
};
