#include "picture_arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// libjpeg-turbo's vector code wants 32 bytes; a cache line is more.
enum { ALIGNMENT = 64, CHUNK_SIZE = 256 * 1024 };

// libjpeg leaves the meaning of this to the memory manager. Always wholly in memory.
struct jvirt_barray_control {
    JBLOCKARRAY rows;
    JDIMENSION blocks_per_row, row_count;
    boolean is_zeroed;
    jvirt_barray_ptr next;
};

static picture_arena *arena_of(j_common_ptr info) { return (picture_arena *)info->mem; }

static size_t rounded_up(size_t size) { return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

static void *out_of_memory(j_common_ptr info) {
    ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    return NULL;
}

static void *take(j_common_ptr info, size_t size) {
    picture_arena *arena = arena_of(info);
    if (size > arena->limit) return out_of_memory(info);
    size = rounded_up(size);
    for (int i = 0; i < arena->chunk_count; i++) {
        if (arena->chunks[i].size - arena->chunks[i].used >= size) {
            void *memory = arena->chunks[i].memory + arena->chunks[i].used;
            arena->chunks[i].used += size;
            return memory;
        }
    }
    size_t chunk = size > CHUNK_SIZE ? size : CHUNK_SIZE;
    if (arena->chunk_count == PICTURE_ARENA_CHUNKS || chunk > arena->limit - arena->held) return out_of_memory(info);
    char *memory = aligned_alloc(ALIGNMENT, chunk);
    if (memory == NULL) return out_of_memory(info);
    // What libjpeg does not write it must not find different from run to run.
    memset(memory, 0, chunk);
    arena->chunks[arena->chunk_count].memory = memory;
    arena->chunks[arena->chunk_count].size = chunk;
    arena->chunks[arena->chunk_count].used = size;
    arena->chunk_count++;
    arena->held += chunk;
    return memory;
}

// Which pool is asked for makes no difference: everything that is given out here lives until the next picture.
static void *alloc_plain(j_common_ptr info, int pool, size_t size) {
    (void)pool;
    return take(info, size);
}

static JSAMPARRAY alloc_samples(j_common_ptr info, int pool, JDIMENSION per_row, JDIMENSION row_count) {
    (void)pool;
    // Vector code writes whole vectors: twice its alignment, as the library's own manager gives.
    size_t stride = rounded_up(per_row);
    JSAMPARRAY rows = take(info, row_count * sizeof(JSAMPROW));
    JSAMPROW samples = take(info, stride * row_count);
    for (JDIMENSION row = 0; row < row_count; row++) rows[row] = samples + row * stride;
    return rows;
}

static JBLOCKARRAY alloc_blocks(j_common_ptr info, int pool, JDIMENSION per_row, JDIMENSION row_count) {
    (void)pool;
    size_t stride = per_row;
    JBLOCKARRAY rows = take(info, row_count * sizeof(JBLOCKROW));
    JBLOCKROW blocks = take(info, stride * row_count * sizeof(JBLOCK));
    for (JDIMENSION row = 0; row < row_count; row++) rows[row] = blocks + row * stride;
    return rows;
}

// Whole pictures of samples are asked for by two-pass colour quantisation only.
static jvirt_sarray_ptr request_samples(j_common_ptr info, int pool, boolean zeroed, JDIMENSION per_row,
                                        JDIMENSION row_count, JDIMENSION max_access) {
    (void)pool, (void)zeroed, (void)per_row, (void)row_count, (void)max_access;
    return out_of_memory(info);
}

static JSAMPARRAY access_samples(j_common_ptr info, jvirt_sarray_ptr array, JDIMENSION start, JDIMENSION row_count,
                                 boolean writable) {
    (void)array, (void)start, (void)row_count, (void)writable;
    return out_of_memory(info);
}

static jvirt_barray_ptr request_blocks(j_common_ptr info, int pool, boolean zeroed, JDIMENSION per_row,
                                       JDIMENSION row_count, JDIMENSION max_access) {
    (void)pool, (void)max_access;
    picture_arena *arena = arena_of(info);
    jvirt_barray_ptr array = take(info, sizeof *array);
    array->rows = NULL;
    array->blocks_per_row = per_row;
    array->row_count = row_count;
    array->is_zeroed = zeroed;
    array->next = arena->arrays;
    arena->arrays = array;
    return array;
}

static void realize_arrays(j_common_ptr info) {
    for (jvirt_barray_ptr array = arena_of(info)->arrays; array != NULL; array = array->next) {
        if (array->rows != NULL) continue;
        array->rows = alloc_blocks(info, JPOOL_IMAGE, array->blocks_per_row, array->row_count);
        if (array->is_zeroed && array->row_count > 0)
            memset(array->rows[0], 0, (size_t)array->blocks_per_row * array->row_count * sizeof(JBLOCK));
    }
}

static JBLOCKARRAY access_blocks(j_common_ptr info, jvirt_barray_ptr array, JDIMENSION start, JDIMENSION row_count,
                                 boolean writable) {
    (void)writable;
    if (array->rows == NULL || start > array->row_count || row_count > array->row_count - start)
        ERREXIT(info, JERR_BAD_VIRTUAL_ACCESS);
    return array->rows + start;
}

static void free_pool(j_common_ptr info, int pool) { (void)info, (void)pool; }
static void self_destruct(j_common_ptr info) { (void)info; }

void picture_arena_init(picture_arena *arena, size_t limit) {
    memset(arena, 0, sizeof *arena);
    arena->limit = limit;
    arena->manager.alloc_small = alloc_plain;
    arena->manager.alloc_large = alloc_plain;
    arena->manager.alloc_sarray = alloc_samples;
    arena->manager.alloc_barray = alloc_blocks;
    arena->manager.request_virt_sarray = request_samples;
    arena->manager.request_virt_barray = request_blocks;
    arena->manager.realize_virt_arrays = realize_arrays;
    arena->manager.access_virt_sarray = access_samples;
    arena->manager.access_virt_barray = access_blocks;
    arena->manager.free_pool = free_pool;
    arena->manager.self_destruct = self_destruct;
    arena->manager.max_memory_to_use = (long)limit;
    arena->manager.max_alloc_chunk = (long)limit;
}

void picture_arena_reset(picture_arena *arena) {
    for (int i = 0; i < arena->chunk_count; i++) arena->chunks[i].used = 0;
    arena->arrays = NULL;
}

void picture_arena_free(picture_arena *arena) {
    for (int i = 0; i < arena->chunk_count; i++) free(arena->chunks[i].memory);
    arena->chunk_count = 0;
    arena->held = 0;
}
