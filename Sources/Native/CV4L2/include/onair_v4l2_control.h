#ifndef ONAIR_V4L2_CONTROL_H
#define ONAIR_V4L2_CONTROL_H
// Controls: what Swift cannot reach in the kernel's structures, packed as they are and with unions in them.
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>

/// One control's value on its way to or from a driver, in the one place that VIDIOC_{G,S}_EXT_CTRLS look at.
struct onair_v4l2_exchange {
    struct v4l2_ext_control control;
    struct v4l2_ext_controls list;
};

/// Asks for control `id`, or sets it to `value`. `is_wide`: it has 64 bits. `text`, of `size` bytes, is where a string
/// stands; null for all other kinds. `exchange` must not move until the call has been made.
static inline struct v4l2_ext_controls *onair_v4l2_exchange_prepare(
    struct onair_v4l2_exchange *exchange, uint32_t id, int64_t value, int is_wide, char *text, uint32_t size) {
    memset(exchange, 0, sizeof *exchange);
    exchange->control.id = id;
    exchange->control.size = size;
    if (text) exchange->control.string = text;
    else if (is_wide) exchange->control.value64 = value;
    else exchange->control.value = (int32_t)value;
    exchange->list.which = V4L2_CTRL_WHICH_CUR_VAL;
    exchange->list.count = 1;
    exchange->list.controls = &exchange->control;
    return &exchange->list;
}

/// The value that came back.
static inline int64_t onair_v4l2_exchange_value(const struct onair_v4l2_exchange *exchange, int is_wide) {
    return is_wide ? exchange->control.value64 : exchange->control.value;
}

/// The first control of a list: for whoever plays the driver.
static inline struct v4l2_ext_control *onair_v4l2_first_control(void *list) {
    return ((struct v4l2_ext_controls *)list)->controls;
}
static inline uint32_t onair_v4l2_control_id(const struct v4l2_ext_control *control) { return control->id; }
static inline int64_t onair_v4l2_control_value(const struct v4l2_ext_control *control, int is_wide) {
    return is_wide ? control->value64 : control->value;
}
static inline void onair_v4l2_control_put(struct v4l2_ext_control *control, int64_t value, int is_wide) {
    if (is_wide) control->value64 = value;
    else control->value = (int32_t)value;
}
static inline char *onair_v4l2_control_text(const struct v4l2_ext_control *control) { return control->string; }

/// A choice's value in an integer menu.
static inline int64_t onair_v4l2_menu_value(const struct v4l2_querymenu *item) { return item->value; }
static inline void onair_v4l2_menu_put_value(struct v4l2_querymenu *item, int64_t value) { item->value = value; }
/// A choice's name: 32 bytes, ended by a zero unless it fills them.
static inline const unsigned char *onair_v4l2_menu_name(const struct v4l2_querymenu *item) { return item->name; }
static inline void onair_v4l2_menu_put_name(struct v4l2_querymenu *item, const char *name) {
    strncpy((char *)item->name, name, sizeof item->name - 1);
}

#endif
