#ifndef ONAIR_CWEBP_SHIM_H
#define ONAIR_CWEBP_SHIM_H
#include <webp/decode.h>
#include <webp/demux.h>
#endif
