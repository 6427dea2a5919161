// The microphone: 48000 samples a second by its own clock, which may be a little fast or slow.
//
// It gives a tone of 1 kHz at -12 dBFS without end. Or, with `beeps`, a quiet one of 250 Hz, and with each flash of the
// camera's lamp 100 ms of 1 kHz at -6 dBFS.
#include <arpa/inet.h>
#include <math.h>
#include <string.h>

#include "camera.h"

enum { RATE = 48000, MAXIMUM_URBS = 64, MAXIMUM_SAMPLES = MAXIMUM_MICROPHONE_PACKET / 2 };

struct microphone microphone;

static struct {
    uint32_t sequence;
    int packets;
    double due;  // when its last packet has passed over the bus
    uint32_t descriptors[4 * MAXIMUM_PACKETS];
} urbs[MAXIMUM_URBS];
static int urb_count;
static double stream_start, bus_time;
static int64_t sample;

void microphone_stop(void) { stream_start = 0; }

void microphone_urb(uint32_t sequence, int packets, const uint32_t *descriptors) {
    if (urb_count == MAXIMUM_URBS) return;
    double now = camera_now();
    if (!stream_start) {
        stream_start = bus_time = now;
        sample = 0;
    }
    // The bus does not wait: what nobody asked for in time is lost.
    if (bus_time < now - 0.2) bus_time = now;
    bus_time += packets * 1e-3;
    urbs[urb_count].sequence = sequence;
    urbs[urb_count].packets = packets;
    urbs[urb_count].due = bus_time;
    memcpy(urbs[urb_count].descriptors, descriptors, (size_t)packets * 16);
    urb_count++;
}

bool microphone_cancel(uint32_t sequence) {
    for (int index = 0; index < urb_count; index++) {
        if (urbs[index].sequence != sequence) continue;
        memmove(urbs + index, urbs + index + 1, (size_t)(--urb_count - index) * sizeof *urbs);
        return true;
    }
    return false;
}

static double sample_rate(void) { return RATE * (1 + microphone.ppm * 1e-6); }

static int16_t sound_at(int64_t number) {
    static double kilohertz[48], low[192];
    if (low[1] == 0) {
        for (int index = 0; index < 48; index++) kilohertz[index] = sin(2 * M_PI * index / 48);
        for (int index = 0; index < 192; index++) low[index] = sin(2 * M_PI * index / 192);
    }
    double gain = pow(10, microphone.volume / 256.0 / 20);
    if (!microphone.beeps) return (int16_t)lrint(8231 * gain * kilohertz[number % 48]);
    double time = stream_start + (double)number / sample_rate();
    double into = (time - floor(time)) * RATE;  // samples since the flash
    double beep = into < 4800 ? fmin(1, fmin(into, 4800 - into) / 48) * kilohertz[(int)into % 48] : 0;
    return (int16_t)lrint(gain * (16422 * beep + 260 * low[number % 192]));
}

double microphone_step(double now) {
    while (urb_count && urbs[0].due <= now) {
        static int16_t sound[MAXIMUM_PACKETS * MAXIMUM_SAMPLES];
        int length = 0, packets = urbs[0].packets;
        for (int packet = 0; packet < packets; packet++) {
            double passed = urbs[0].due - (packets - 1 - packet) * 1e-3 - stream_start;
            int64_t end = (int64_t)floor(passed * sample_rate() + 0.5);
            // After a gap the samples in it are gone.
            if (end - sample > MAXIMUM_SAMPLES) sample = end - 48;
            int count = (int)(end - sample);
            for (int index = 0; index < count; index++) sound[length + index] = microphone.is_muted ? 0 : sound_at(sample + index);
            sample = end;
            length += count;
            urbs[0].descriptors[4 * packet + 2] = htonl((uint32_t)count * 2);
            urbs[0].descriptors[4 * packet + 3] = 0;
        }
        microphone.samples += length;
        bus_complete_packets(urbs[0].sequence, sound, length * 2, packets, urbs[0].descriptors);
        memmove(urbs, urbs + 1, (size_t)--urb_count * sizeof *urbs);
    }
    return urb_count ? urbs[0].due : now + 1;
}
