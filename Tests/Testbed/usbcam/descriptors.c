// What the device says it is: USB 2.0 chapter 9, UVC 1.1 chapter 3, UAC 1 chapter 4.
#include <string.h>

#include "camera.h"

enum { CS_INTERFACE = 0x24, CS_ENDPOINT = 0x25 };

struct writer {
    uint8_t *bytes;
    int length;
};

static void put(struct writer *to, uint32_t value, int size) {
    for (int index = 0; index < size; index++) to->bytes[to->length++] = (uint8_t)(value >> (8 * index));
}

static void put_bytes(struct writer *to, const uint8_t *bytes, int count) {
    memcpy(to->bytes + to->length, bytes, (size_t)count);
    to->length += count;
}

#define PUT(to, ...) put_bytes(to, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void patch(struct writer *to, int position, int value) {
    to->bytes[position] = (uint8_t)value;
    to->bytes[position + 1] = (uint8_t)(value >> 8);
}

int descriptors_device(uint8_t *answer) {
    struct writer to = {answer, 0};
    // Miscellaneous device with interface associations; vendor and product are the Linux Foundation's for gadgets.
    PUT(&to, 18, 1, 0x00, 0x02, 0xEF, 2, 1, 64, 0x6b, 0x1d, 0x04, 0x01, 0x00, 0x01, 1, 2, 3, 1);
    return to.length;
}

static void put_video_control(struct writer *to) {
    PUT(to, 8, 11, 0, 2, 0x0E, 3, 0, 0);        // interfaces 0 and 1 belong together
    PUT(to, 9, 4, 0, 0, 0, 0x0E, 1, 0, 0);
    int header = to->length;
    PUT(to, 13, CS_INTERFACE, 1, 0x10, 0x01, 0, 0);
    put(to, 48000000, 4);
    PUT(to, 1, 1);
    // Camera terminal 1: exposure mode and priority, exposure time, focus; zoom, pan and tilt; automatic focus.
    PUT(to, 18, CS_INTERFACE, 2, 1, 0x01, 0x02, 0, 0, 100, 0, 44, 1, 100, 0, 3, 0x2E, 0x0A, 0x02);
    // Processing unit 2: brightness, contrast, hue, saturation, sharpness, white balance; backlight, gain, power line,
    // automatic white balance.
    PUT(to, 12, CS_INTERFACE, 5, 2, 1, 0, 0, 2, 0x5F, 0x17, 0, 0);
    PUT(to, 9, CS_INTERFACE, 3, 3, 0x01, 0x01, 0, 2, 0);  // output terminal 3: the USB stream
    patch(to, header + 5, to->length - header);
}

static void put_format(struct writer *to, enum pixels pixels, int frames) {
    // The four letters of the format in a GUID of Microsoft's.
    static const uint8_t guid_tail[] = {0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71};
    if (pixels == PIXELS_MJPEG) {
        PUT(to, 11, CS_INTERFACE, 6, PIXELS_MJPEG, (uint8_t)frames, 1, 1, 0, 0, 0, 0);
        return;
    }
    PUT(to, 27, CS_INTERFACE, 4, (uint8_t)pixels, (uint8_t)frames);
    if (pixels == PIXELS_YUYV)
        PUT(to, 'Y', 'U', 'Y', '2');
    else
        PUT(to, 'N', 'V', '1', '2');
    put_bytes(to, guid_tail, sizeof guid_tail);
    PUT(to, pixels == PIXELS_YUYV ? 16 : 12, 1, 0, 0, 0, 0);
}

static void put_frame(struct writer *to, const struct mode *mode) {
    int count = mode->rates[1] ? 2 : 1;
    put(to, (uint32_t)(26 + 4 * count), 1);
    PUT(to, CS_INTERFACE, mode->pixels == PIXELS_MJPEG ? 7 : 5, (uint8_t)mode->frame, 0);
    put(to, (uint32_t)mode->width, 2);
    put(to, (uint32_t)mode->height, 2);
    uint32_t bits = frame_bytes(mode) * 8;
    put(to, bits * (uint32_t)mode->rates[count - 1], 4);
    put(to, bits * (uint32_t)mode->rates[0], 4);
    put(to, frame_bytes(mode), 4);
    put(to, interval_of(mode->rates[0]), 4);
    put(to, (uint32_t)count, 1);
    for (int index = 0; index < count; index++) put(to, interval_of(mode->rates[index]), 4);
}

static void put_video_streaming(struct writer *to) {
    PUT(to, 9, 4, 1, 0, 1, 0x0E, 2, 0, 0);
    int header = to->length, formats = 0;
    for (int pixels = PIXELS_YUYV; pixels <= PIXELS_MJPEG; pixels++) formats += is_offered((enum pixels)pixels);
    PUT(to, (uint8_t)(13 + formats), CS_INTERFACE, 1, (uint8_t)formats, 0, 0, 0x81, 0, 3, 0, 0, 0, 1);
    put(to, 0, formats);
    for (int pixels = PIXELS_YUYV; pixels <= PIXELS_MJPEG; pixels++) {
        if (!is_offered((enum pixels)pixels)) continue;
        int frames = 0;
        for (int index = 0; index < mode_count; index++) frames += (int)modes[index].pixels == pixels;
        put_format(to, (enum pixels)pixels, frames);
        for (int index = 0; index < mode_count; index++)
            if ((int)modes[index].pixels == pixels) put_frame(to, &modes[index]);
        PUT(to, 6, CS_INTERFACE, 13, 1, 1, 4);  // BT.709, and the matrix of BT.601
    }
    patch(to, header + 4, to->length - header);
    PUT(to, 7, 5, 0x81, 2, 0x00, 0x02, 0);  // bulk, 512 bytes
}

static void put_microphone(struct writer *to) {
    PUT(to, 8, 11, 2, 2, 1, 0, 0, 0);  // interfaces 2 and 3 belong together
    PUT(to, 9, 4, 2, 0, 0, 1, 1, 0, 0);
    PUT(to, 9, CS_INTERFACE, 1, 0, 1, 9 + 12 + 9 + 9, 0, 1, 3);
    PUT(to, 12, CS_INTERFACE, 2, 1, 0x01, 0x02, 0, 1, 0, 0, 0, 0);  // terminal 1: a microphone, one channel
    PUT(to, 9, CS_INTERFACE, 6, 2, 1, 1, 3, 0, 0);                  // unit 2: mute and volume
    PUT(to, 9, CS_INTERFACE, 3, 3, 0x01, 0x01, 0, 2, 0);            // terminal 3: the USB stream
    PUT(to, 9, 4, 3, 0, 0, 1, 2, 0, 0);                             // no stream
    PUT(to, 9, 4, 3, 1, 1, 1, 2, 0, 0);
    PUT(to, 7, CS_INTERFACE, 1, 3, 1, 1, 0);
    PUT(to, 11, CS_INTERFACE, 2, 1, 1, 2, 16, 1, 0x80, 0xBB, 0);    // PCM, one channel of 16 bits, 48000 Hz
    PUT(to, 9, 5, 0x82, 5, MAXIMUM_MICROPHONE_PACKET, 0, 4, 0, 0);  // isochronous on its own clock, every millisecond
    PUT(to, 7, CS_ENDPOINT, 1, 0, 0, 0, 0);
}

int descriptors_configuration(uint8_t *answer) {
    struct writer to = {answer, 0};
    PUT(&to, 9, 2, 0, 0, camera.has_microphone ? 4 : 2, 1, 0, 0x80, 250);
    put_video_control(&to);
    put_video_streaming(&to);
    if (camera.has_microphone) put_microphone(&to);
    patch(&to, 2, to.length);
    return to.length;
}

int descriptors_string(int index, uint8_t *answer) {
    const char *strings[] = {"", "OnAir", camera.product, camera.serial};
    if (index < 0 || index > 3) return -1;
    struct writer to = {answer, 2};
    if (index == 0) PUT(&to, 0x09, 0x04);  // English
    for (const char *letter = strings[index]; *letter; letter++) PUT(&to, (uint8_t)*letter, 0);
    answer[0] = (uint8_t)to.length;
    answer[1] = 3;
    return to.length;
}
