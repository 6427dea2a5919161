// What can be told a plugged camera, one line each:
//
//   freeze | thaw             no frames any more; and again
//   slow | fast               half the rate, as in low light; and the full one
//   light PERCENT             of the scene
//   subject FOCUS             where automatic focus finds the sharpest picture
//   fault KIND COUNT          the next frames are truncated, empty, garbage or wrong-size
//   stall CONTROL WHAT        refuses info, get, range or set of a control; `none` ends it
//   beeps | tone              what the microphone hears
//   ppm NUMBER                how much too fast the microphone's clock is
//   report                    every control as name=value, and what is streamed
//   unplug                    ends
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"

extern volatile bool is_over;

static unsigned stall_of(const char *word) {
    static const struct {
        const char *word;
        unsigned stall;
    } kinds[] = {{"info", STALL_INFO}, {"get", STALL_GET}, {"range", STALL_RANGE}, {"set", STALL_SET}, {"none", 0}};
    for (unsigned index = 0; index < sizeof kinds / sizeof *kinds; index++)
        if (strcmp(kinds[index].word, word) == 0) return kinds[index].stall;
    return ~0u;
}

static enum fault fault_of(const char *word) {
    static const char *const kinds[] = {"none", "truncated", "empty", "garbage", "wrong-size"};
    for (int index = 1; index < 5; index++)
        if (strcmp(kinds[index], word) == 0) return (enum fault)index;
    return FAULT_NONE;
}

static void report(char *answer, size_t size) {
    size_t length = 0;
    for (int index = 0; index < control_count; index++)
        length += (size_t)snprintf(answer + length, size - length, "%s=%d\n", controls[index].name, controls[index].value);
    snprintf(answer + length, size - length, "streaming=%d\nwidth=%d\nheight=%d\nrate=%d\nframes=%ld\nsamples=%ld\n",
             camera.is_streaming, camera.mode ? camera.mode->width : 0, camera.mode ? camera.mode->height : 0, camera.rate,
             camera.frames, microphone.samples);
}

// True where the line was understood.
static bool run(const char *verb, const char *first, const char *second, char *answer, size_t size) {
    if (strcmp(verb, "freeze") == 0) return camera.is_frozen = true;
    if (strcmp(verb, "thaw") == 0) return camera.is_frozen = false, true;
    if (strcmp(verb, "slow") == 0) return camera.is_slow = true;
    if (strcmp(verb, "fast") == 0) return camera.is_slow = false, true;
    if (strcmp(verb, "beeps") == 0) return microphone.beeps = true;
    if (strcmp(verb, "tone") == 0) return microphone.beeps = false, true;
    if (strcmp(verb, "unplug") == 0) return is_over = true;
    if (strcmp(verb, "report") == 0) return report(answer, size), true;
    if (!first) return false;
    if (strcmp(verb, "ppm") == 0) return microphone.ppm = atof(first), true;
    if (strcmp(verb, "subject") == 0) return camera.subject = atoi(first), true;
    if (strcmp(verb, "light") == 0) {
        if (atoi(first) < 1) return false;
        camera.light = atoi(first);
        camera.must_paint = true;
        pthread_cond_signal(&camera.repaint);
        return true;
    }
    if (!second) return false;
    if (strcmp(verb, "fault") == 0) {
        camera.fault = fault_of(first);
        camera.faults_left = atoi(second);
        return camera.fault != FAULT_NONE;
    }
    if (strcmp(verb, "stall") == 0) {
        struct control *control = control_named(first);
        unsigned stall = stall_of(second);
        if (!control || stall == ~0u) return false;
        control->stalls = stall ? control->stalls | stall : 0;
        return true;
    }
    return false;
}

void commands_run(char *line, char *answer, size_t size) {
    answer[0] = 0;
    char *rest = NULL, *verb = strtok_r(line, " \n", &rest);
    char *first = strtok_r(NULL, " \n", &rest), *second = strtok_r(NULL, " \n", &rest);
    pthread_mutex_lock(&camera.lock);
    bool is_known = verb && run(verb, first, second, answer, size);
    pthread_mutex_unlock(&camera.lock);
    if (!is_known) snprintf(answer, size, "error: not understood\n");
    if (!answer[0]) snprintf(answer, size, "ok\n");
}
