#ifndef ONAIR_ALSA_SHIM_H
#define ONAIR_ALSA_SHIM_H
#include <alsa/asoundlib.h>
#endif
