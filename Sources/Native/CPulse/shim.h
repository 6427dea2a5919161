#ifndef ONAIR_CPULSE_SHIM_H
#define ONAIR_CPULSE_SHIM_H
// Only what Swift cannot call: macros with a cast, and enumerations that are used as sets of flags.
#include <pulse/pulseaudio.h>

static const uint32_t onair_pulse_unset = (uint32_t)-1;
static const pa_sample_format_t onair_pulse_float = PA_SAMPLE_FLOAT32NE;

// A record stream that asks for low latency, is told of its timing, and stays on the source it was opened on.
static const pa_stream_flags_t onair_pulse_record_flags =
    (pa_stream_flags_t)(PA_STREAM_ADJUST_LATENCY | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_DONT_MOVE);

// Sources that come and go, and a change of the default.
static const pa_subscription_mask_t onair_pulse_watched =
    (pa_subscription_mask_t)(PA_SUBSCRIPTION_MASK_SOURCE | PA_SUBSCRIPTION_MASK_SERVER);

#endif
