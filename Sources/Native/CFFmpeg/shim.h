#ifndef ONAIR_CFFMPEG_SHIM_H
#define ONAIR_CFFMPEG_SHIM_H
// Only what Swift cannot call: macros and error numbers built by macros.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

static const int onair_averror_eof = AVERROR_EOF;
static const int onair_averror_eagain = AVERROR(EAGAIN);
static const int64_t onair_av_nopts_value = AV_NOPTS_VALUE;

#endif
