#include "onair_v4l2.h"

#include <fcntl.h>
#include <sys/ioctl.h>

int onair_v4l2_open(const char *path) { return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC); }

int onair_v4l2_ioctl(int descriptor, unsigned long request, void *argument) {
    return ioctl(descriptor, request, argument);
}

void *onair_v4l2_map(int descriptor, size_t length, long offset) {
    void *place = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset);
    return place == MAP_FAILED ? NULL : place;
}

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
