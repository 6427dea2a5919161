#ifndef ONAIR_ALSA_SHIM_H
#define ONAIR_ALSA_SHIM_H
// Only what Swift cannot call: a callback with a variable number of arguments.
#include <alsa/asoundlib.h>

static void onair_alsa_say_nothing(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

// libasound writes what it does not like to standard error; whoever called it gets the error number in any case.
static inline void onair_alsa_silence(void) { snd_lib_error_set_handler(onair_alsa_say_nothing); }

#endif
