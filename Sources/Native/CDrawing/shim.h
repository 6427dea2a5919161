#ifndef ONAIR_CDRAWING_SHIM_H
#define ONAIR_CDRAWING_SHIM_H
#include <cairo.h>
#include <pango/pangocairo.h>
#endif
