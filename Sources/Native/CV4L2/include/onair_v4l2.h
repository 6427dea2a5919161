#ifndef ONAIR_V4L2_H
#define ONAIR_V4L2_H
// The kernel's Video4Linux interface, and what Swift cannot call of it: ioctl(2) is variadic and its requests are macros.
#include <linux/videodev2.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

/// Opens a node for reading and writing, non-blocking and close-on-exec; -1 and errno on failure.
int onair_v4l2_open(const char *path);
/// ioctl(2); -1 and errno on failure.
int onair_v4l2_ioctl(int descriptor, unsigned long request, void *argument);
/// Maps a driver's buffer shared, for reading and writing, with a page of zeros to read behind it; null and errno on
/// failure.
void *onair_v4l2_map(int descriptor, size_t length, long offset);
/// Undoes `onair_v4l2_map`.
void onair_v4l2_unmap(void *place, size_t length);

/// A picture format of either API, flat: `v4l2_pix_format` and `v4l2_pix_format_mplane` are unions and packed.
struct onair_v4l2_format {
    uint32_t width;
    uint32_t height;
    uint32_t code;
    uint32_t field;
    uint32_t colorspace;
    uint32_t ycbcr_enc;
    uint32_t quantization;
    uint32_t plane_count;
    uint32_t bytes_per_line[VIDEO_MAX_PLANES];
    uint32_t image_size[VIDEO_MAX_PLANES];
};
/// What a driver has answered; the kind is in `format`.
struct onair_v4l2_format onair_v4l2_read_format(const struct v4l2_format *format);
/// Asks for size, code and field, and leaves all else to the driver.
void onair_v4l2_write_format(struct v4l2_format *format, const struct onair_v4l2_format *wanted);
/// Where plane `plane` of a buffer is to be mapped from.
uint32_t onair_v4l2_plane_offset(const struct v4l2_plane *plane);

enum onair_v4l2_request {
    onair_v4l2_querycap,
    onair_v4l2_enum_fmt,
    onair_v4l2_g_fmt,
    onair_v4l2_s_fmt,
    onair_v4l2_try_fmt,
    onair_v4l2_enum_framesizes,
    onair_v4l2_enum_frameintervals,
    onair_v4l2_g_parm,
    onair_v4l2_s_parm,
    onair_v4l2_reqbufs,
    onair_v4l2_querybuf,
    onair_v4l2_qbuf,
    onair_v4l2_dqbuf,
    onair_v4l2_streamon,
    onair_v4l2_streamoff,
    onair_v4l2_enuminput,
    onair_v4l2_g_input,
    onair_v4l2_s_input,
    onair_v4l2_queryctrl,
    onair_v4l2_query_ext_ctrl,
    onair_v4l2_querymenu,
    onair_v4l2_g_ctrl,
    onair_v4l2_s_ctrl,
    onair_v4l2_g_ext_ctrls,
    onair_v4l2_s_ext_ctrls,
    onair_v4l2_try_ext_ctrls,
    onair_v4l2_g_selection,
    onair_v4l2_s_selection,
    onair_v4l2_subscribe_event,
    onair_v4l2_unsubscribe_event,
    onair_v4l2_dqevent,
    onair_v4l2_query_dv_timings,
    onair_v4l2_g_dv_timings,
    onair_v4l2_s_dv_timings,
};
/// Controls asked for by themselves.
static const uint32_t onair_v4l2_camera_orientation = V4L2_CID_CAMERA_ORIENTATION;
static const uint32_t onair_v4l2_sensor_rotation = V4L2_CID_CAMERA_SENSOR_ROTATION;

/// The number that ioctl(2) takes for it.
unsigned long onair_v4l2_number(enum onair_v4l2_request request);

#endif
