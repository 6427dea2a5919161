// What comes over endpoint 0: USB 2.0 chapter 9.4, UVC 1.1 chapter 4, UAC 1 chapter 5.2.
#include <stdio.h>
#include <string.h>

#include "camera.h"

enum { DEVICE_IN = 0x80, INTERFACE_IN = 0x81, DEVICE_OUT = 0x00, INTERFACE_OUT = 0x01, ENDPOINT_OUT = 0x02 };
enum { CLEAR_FEATURE = 1, SET_FEATURE = 3, SET_ADDRESS = 5, GET_DESCRIPTOR = 6, SET_CONFIGURATION = 9, GET_INTERFACE = 10, SET_INTERFACE = 11 };
enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_MIN, GET_MAX, GET_RES };
enum { VIDEO_CONTROL = 0, VIDEO_STREAMING = 1, AUDIO_CONTROL = 2, AUDIO_STREAMING = 3 };
enum { ERROR_OUT_OF_RANGE = 4, ERROR_INVALID_CONTROL = 6, MUTE = 1, VOLUME = 2 };

static uint8_t error_code;

static int standard(const uint8_t *setup, uint8_t *answer) {
    int value = setup[2] | setup[3] << 8, index = setup[4] | setup[5] << 8;
    switch (setup[0] << 8 | setup[1]) {
    case DEVICE_IN << 8 | GET_DESCRIPTOR:
        if (value >> 8 == 1) return descriptors_device(answer);
        if (value >> 8 == 2) return descriptors_configuration(answer);
        if (value >> 8 == 3) return descriptors_string(value & 255, answer);
        return -1;
    case DEVICE_IN << 8:
    case INTERFACE_IN << 8:
    case (ENDPOINT_OUT | DEVICE_IN) << 8: answer[0] = answer[1] = 0; return 2;
    case DEVICE_OUT << 8 | SET_CONFIGURATION:
    case DEVICE_OUT << 8 | SET_ADDRESS:
    case DEVICE_OUT << 8 | SET_FEATURE:
    case DEVICE_OUT << 8 | CLEAR_FEATURE: return 0;
    case INTERFACE_OUT << 8 | SET_INTERFACE:
        if (index == AUDIO_STREAMING) {
            microphone.alternate = value;
            if (value == 0) microphone_stop();
        }
        return 0;
    case INTERFACE_IN << 8 | GET_INTERFACE: answer[0] = (uint8_t)(index == AUDIO_STREAMING ? microphone.alternate : 0); return 1;
    // With a bulk endpoint this is how a stream is ended.
    case ENDPOINT_OUT << 8 | CLEAR_FEATURE:
        if (index == 0x81) video_stop();
        return 0;
    default: return -1;
    }
}

static int audio(int selector, int request, const uint8_t *data, uint8_t *answer) {
    if (selector == MUTE) {
        if (request == SET_CUR) microphone.is_muted = data[0];
        answer[0] = microphone.is_muted;
        return request == SET_CUR ? 0 : 1;
    }
    if (selector != VOLUME) return -1;
    // From -16 dB to 0 dB in steps of 1 dB.
    int value;
    switch (request) {
    case SET_CUR: microphone.volume = (int16_t)(data[0] | data[1] << 8); return 0;
    case GET_CUR: value = microphone.volume; break;
    case GET_MIN: value = -0x1000; break;
    case GET_MAX: value = 0; break;
    case GET_RES: value = 0x100; break;
    default: return -1;
    }
    answer[0] = (uint8_t)value;
    answer[1] = (uint8_t)(value >> 8);
    return 2;
}

static int of_class(const uint8_t *setup, const uint8_t *data, uint8_t *answer) {
    int request = setup[1], selector = setup[3], interface = setup[4], unit = setup[5], length = setup[6] | setup[7] << 8;
    if (interface == VIDEO_STREAMING)
        return request == SET_CUR ? video_commit(selector, data, length) : video_probe(selector, request, answer);
    if (interface == AUDIO_CONTROL) return audio(selector, request, data, answer);
    if (interface != VIDEO_CONTROL) return -1;
    if (unit == 0) {  // why the last request was refused
        answer[0] = request == 0x86 ? 1 : error_code;
        return selector == 2 ? 1 : -1;
    }
    pthread_mutex_lock(&camera.lock);
    int done = request == SET_CUR ? controls_set(unit, selector, data, length) : controls_get(unit, selector, request, answer);
    if (request == SET_CUR && done >= 0) {
        camera.must_paint = true;
        pthread_cond_signal(&camera.repaint);
    }
    pthread_mutex_unlock(&camera.lock);
    error_code = done >= 0 ? 0 : request == SET_CUR ? ERROR_OUT_OF_RANGE : ERROR_INVALID_CONTROL;
    return done;
}

int requests_answer(const uint8_t *setup, const uint8_t *data, uint8_t *answer) {
    switch (setup[0] & 0x7F) {
    case 0x21: return of_class(setup, data, answer);
    case 0x22:  // the microphone's sample rate, which is always the same
        answer[0] = 0x80, answer[1] = 0xBB, answer[2] = 0;
        return setup[0] & 0x80 ? 3 : 0;
    default: return standard(setup, answer);
    }
}
