#define _GNU_SOURCE
#include "onair_v4l2.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

int onair_v4l2_open(const char *path) { return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC); }

int onair_v4l2_ioctl(int descriptor, unsigned long request, void *argument) {
    return ioctl(descriptor, request, argument);
}

static size_t whole_pages(size_t length, size_t page) { return (length + page - 1) / page * page; }

void *onair_v4l2_map(int descriptor, size_t length, long offset) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t pages = whole_pages(length, page);
    // The reservation's last page stays: kernels read up to one vector past a plane's end.
    char *place = mmap(NULL, pages + page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return NULL;
    if (mmap(place, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, offset) != MAP_FAILED) {
        return place;
    }
    int failure = errno;
    munmap(place, pages + page);
    errno = failure;
    return NULL;
}

void onair_v4l2_unmap(void *place, size_t length) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(place, whole_pages(length, page) + page);
}

struct onair_v4l2_format onair_v4l2_read_format(const struct v4l2_format *format) {
    struct onair_v4l2_format flat = {0};
    if (V4L2_TYPE_IS_MULTIPLANAR(format->type)) {
        const struct v4l2_pix_format_mplane *from = &format->fmt.pix_mp;
        flat.width = from->width;
        flat.height = from->height;
        flat.code = from->pixelformat;
        flat.field = from->field;
        flat.colorspace = from->colorspace;
        flat.ycbcr_enc = from->ycbcr_enc;
        flat.quantization = from->quantization;
        flat.plane_count = from->num_planes < VIDEO_MAX_PLANES ? from->num_planes : VIDEO_MAX_PLANES;
        for (uint32_t plane = 0; plane < flat.plane_count; plane++) {
            flat.bytes_per_line[plane] = from->plane_fmt[plane].bytesperline;
            flat.image_size[plane] = from->plane_fmt[plane].sizeimage;
        }
        return flat;
    }
    const struct v4l2_pix_format *from = &format->fmt.pix;
    flat.width = from->width;
    flat.height = from->height;
    flat.code = from->pixelformat;
    flat.field = from->field;
    flat.colorspace = from->colorspace;
    // Drivers that do not set the magic number know nothing of the fields behind `priv`.
    if (from->priv == V4L2_PIX_FMT_PRIV_MAGIC) {
        flat.ycbcr_enc = from->ycbcr_enc;
        flat.quantization = from->quantization;
    }
    flat.plane_count = 1;
    flat.bytes_per_line[0] = from->bytesperline;
    flat.image_size[0] = from->sizeimage;
    return flat;
}

void onair_v4l2_write_format(struct v4l2_format *format, const struct onair_v4l2_format *wanted) {
    if (V4L2_TYPE_IS_MULTIPLANAR(format->type)) {
        format->fmt.pix_mp.width = wanted->width;
        format->fmt.pix_mp.height = wanted->height;
        format->fmt.pix_mp.pixelformat = wanted->code;
        format->fmt.pix_mp.field = wanted->field;
        return;
    }
    format->fmt.pix.width = wanted->width;
    format->fmt.pix.height = wanted->height;
    format->fmt.pix.pixelformat = wanted->code;
    format->fmt.pix.field = wanted->field;
    format->fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
}

uint32_t onair_v4l2_plane_offset(const struct v4l2_plane *plane) { return plane->m.mem_offset; }

unsigned long onair_v4l2_number(enum onair_v4l2_request request) {
    switch (request) {
    case onair_v4l2_querycap: return VIDIOC_QUERYCAP;
    case onair_v4l2_enum_fmt: return VIDIOC_ENUM_FMT;
    case onair_v4l2_g_fmt: return VIDIOC_G_FMT;
    case onair_v4l2_s_fmt: return VIDIOC_S_FMT;
    case onair_v4l2_try_fmt: return VIDIOC_TRY_FMT;
    case onair_v4l2_enum_framesizes: return VIDIOC_ENUM_FRAMESIZES;
    case onair_v4l2_enum_frameintervals: return VIDIOC_ENUM_FRAMEINTERVALS;
    case onair_v4l2_g_parm: return VIDIOC_G_PARM;
    case onair_v4l2_s_parm: return VIDIOC_S_PARM;
    case onair_v4l2_reqbufs: return VIDIOC_REQBUFS;
    case onair_v4l2_querybuf: return VIDIOC_QUERYBUF;
    case onair_v4l2_qbuf: return VIDIOC_QBUF;
    case onair_v4l2_dqbuf: return VIDIOC_DQBUF;
    case onair_v4l2_streamon: return VIDIOC_STREAMON;
    case onair_v4l2_streamoff: return VIDIOC_STREAMOFF;
    case onair_v4l2_enuminput: return VIDIOC_ENUMINPUT;
    case onair_v4l2_g_input: return VIDIOC_G_INPUT;
    case onair_v4l2_s_input: return VIDIOC_S_INPUT;
    case onair_v4l2_queryctrl: return VIDIOC_QUERYCTRL;
    case onair_v4l2_query_ext_ctrl: return VIDIOC_QUERY_EXT_CTRL;
    case onair_v4l2_querymenu: return VIDIOC_QUERYMENU;
    case onair_v4l2_g_ctrl: return VIDIOC_G_CTRL;
    case onair_v4l2_s_ctrl: return VIDIOC_S_CTRL;
    case onair_v4l2_g_ext_ctrls: return VIDIOC_G_EXT_CTRLS;
    case onair_v4l2_s_ext_ctrls: return VIDIOC_S_EXT_CTRLS;
    case onair_v4l2_try_ext_ctrls: return VIDIOC_TRY_EXT_CTRLS;
    case onair_v4l2_g_selection: return VIDIOC_G_SELECTION;
    case onair_v4l2_s_selection: return VIDIOC_S_SELECTION;
    case onair_v4l2_subscribe_event: return VIDIOC_SUBSCRIBE_EVENT;
    case onair_v4l2_unsubscribe_event: return VIDIOC_UNSUBSCRIBE_EVENT;
    case onair_v4l2_dqevent: return VIDIOC_DQEVENT;
    case onair_v4l2_query_dv_timings: return VIDIOC_QUERY_DV_TIMINGS;
    case onair_v4l2_g_dv_timings: return VIDIOC_G_DV_TIMINGS;
    case onair_v4l2_s_dv_timings: return VIDIOC_S_DV_TIMINGS;
    }
    return 0;
}
