// Numbers kept within bytes.
#ifndef ONAIR_CLAMPING_H
#define ONAIR_CLAMPING_H

#include <stdint.h>

static inline uint8_t clamp8(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

#endif
