#ifndef ONAIR_CSDL_SHIM_H
#define ONAIR_CSDL_SHIM_H
// Only what Swift cannot call: macros with casts, and a setting whose values are enumerations without a type.
// Swift's own main stays the main.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

static const int onair_sdl_position_any = SDL_WINDOWPOS_UNDEFINED;
static const Uint32 onair_sdl_iyuv = SDL_PIXELFORMAT_IYUV;
static const Uint32 onair_sdl_bgra = SDL_PIXELFORMAT_BGRA32;
static const Uint32 onair_sdl_streaming = SDL_TEXTUREACCESS_STREAMING;
static const Uint32 onair_sdl_window_flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN;
static const Uint32 onair_sdl_fullscreen = SDL_WINDOW_FULLSCREEN_DESKTOP;

#endif
