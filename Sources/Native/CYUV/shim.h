#ifndef ONAIR_CYUV_SHIM_H
#define ONAIR_CYUV_SHIM_H
#include <libyuv.h>
#endif
