#ifndef ONAIR_CFFMPEG_SHIM_H
#define ONAIR_CFFMPEG_SHIM_H
// Only what Swift cannot call: macros and error numbers built by macros.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/md5.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

static const int onair_averror_eof = AVERROR_EOF;
static const int onair_averror_eagain = AVERROR(EAGAIN);
static const int onair_averror_invaliddata = AVERROR_INVALIDDATA;
static const int64_t onair_av_nopts_value = AV_NOPTS_VALUE;

// The frame's own plane table, whose address Swift cannot take from an imported array.
static inline uint8_t **onair_frame_data(AVFrame *frame) { return frame->data; }

#endif
