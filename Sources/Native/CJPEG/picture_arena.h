// The memory that libjpeg asks for while it decodes a picture: taken once, used again for every picture, bounded.
#ifndef ONAIR_PICTURE_ARENA_H
#define ONAIR_PICTURE_ARENA_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

enum { PICTURE_ARENA_CHUNKS = 64 };

typedef struct {
    /// What libjpeg sees. First, so that its address is the arena's.
    struct jpeg_memory_mgr manager;
    struct {
        char *memory;
        size_t size, used;
    } chunks[PICTURE_ARENA_CHUNKS];
    int chunk_count;
    /// Bytes in all chunks, and how many they may become.
    size_t held, limit;
    jvirt_barray_ptr arrays;
} picture_arena;

/// An empty arena that never holds more than `limit` bytes.
void picture_arena_init(picture_arena *arena, size_t limit);
/// Forgets what was given out, and keeps the memory.
void picture_arena_reset(picture_arena *arena);
void picture_arena_free(picture_arena *arena);

#endif
