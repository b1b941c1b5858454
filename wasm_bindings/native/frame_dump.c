// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bodies and cloths are walked as one list of meshes; names that are empty or used twice get their
// number.
#include "frame_dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct mesh {
    char name[48];
    bool is_cloth;
    uint32_t vertex_count;
    uint32_t triangle_count;
    const uint32_t* triangles;
    const float* positions;
    const uint32_t* merge_map; // null for bodies
} mesh;

static uint32_t mesh_count(const weft_world* world) {
    return weft_world_body_count(world) + weft_world_cloth_count(world);
}

static void read_body(const weft_world* world, uint32_t index, mesh* out) {
    weft_body_id body = weft_world_body_at(world, index);
    *out = (mesh){.is_cloth = false,
                  .vertex_count = weft_body_vertex_count(world, body),
                  .triangle_count = weft_body_triangle_count(world, body),
                  .triangles = weft_body_triangles(world, body),
                  .positions = weft_body_positions(world, body)};
    snprintf(out->name, sizeof(out->name), "body%u-%s", index, weft_body_name(world, body));
}

static void read_cloth(const weft_world* world, uint32_t index, mesh* out) {
    weft_cloth_id cloth = weft_world_cloth_at(world, index);
    *out = (mesh){.is_cloth = true,
                  .vertex_count = weft_cloth_vertex_count(world, cloth),
                  .triangle_count = weft_cloth_triangle_count(world, cloth),
                  .triangles = weft_cloth_triangles(world, cloth),
                  .positions = weft_cloth_positions(world, cloth),
                  .merge_map = weft_cloth_merge_map(world, cloth)};
    snprintf(out->name, sizeof(out->name), "cloth%u-%s", index, weft_cloth_name(world, cloth));
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

// A name becomes part of a path: only plain characters stay.
static void read_mesh(const weft_world* world, uint32_t index, mesh* out) {
    uint32_t body_count = weft_world_body_count(world);
    if (index < body_count) {
        read_body(world, index, out);
    } else {
        read_cloth(world, index - body_count, out);
    }
    for (char* c = out->name; *c; ++c) {
        *c = is_plain(*c) ? *c : '_';
    }
}

static bool write_file(const char* folder, const char* name, const char* ending, const void* bytes,
                       size_t byte_count) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s%s", folder, name, ending);
    FILE* file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, byte_count, file) == byte_count;
    if (file && fclose(file) != 0) {
        written = false;
    }
    if (!written) {
        fprintf(stderr, "%s: cannot be written\n", path);
    }
    return written;
}

static bool write_merge_pairs(const char* folder, const mesh* mesh) {
    uint32_t* pairs = malloc(2 * sizeof(uint32_t) * mesh->vertex_count);
    uint32_t count = 0;
    if (!pairs) {
        return false;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        if (mesh->merge_map[v] != v) {
            pairs[2 * count] = mesh->merge_map[v];
            pairs[2 * count + 1] = v;
            ++count;
        }
    }
    bool written = count == 0 || write_file(folder, mesh->name, ".merge.u32", pairs,
                                            2 * sizeof(uint32_t) * count);
    free(pairs);
    return written;
}

static bool write_manifest(const weft_world* world, const char* folder) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/manifest.txt", folder);
    FILE* file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return false;
    }
    for (uint32_t i = 0; i < mesh_count(world); ++i) {
        mesh mesh;
        read_mesh(world, i, &mesh);
        fprintf(file, "%s %s %u %u\n", mesh.name, mesh.is_cloth ? "cloth" : "body",
                mesh.vertex_count, mesh.triangle_count);
    }
    return fclose(file) == 0;
}

bool dump_meshes(const weft_world* world, const char* folder) {
    bool written = write_manifest(world, folder);
    for (uint32_t i = 0; written && i < mesh_count(world); ++i) {
        mesh mesh;
        read_mesh(world, i, &mesh);
        written = write_file(folder, mesh.name, ".faces.u32", mesh.triangles,
                             3 * sizeof(uint32_t) * mesh.triangle_count);
    }
    return written;
}

bool dump_frame(const weft_world* world, const char* folder, uint32_t frame) {
    char ending[32];
    snprintf(ending, sizeof(ending), ".%05u.f32", frame);
    bool written = true;
    for (uint32_t i = 0; written && i < mesh_count(world); ++i) {
        mesh mesh;
        read_mesh(world, i, &mesh);
        written = write_file(folder, mesh.name, ending, mesh.positions,
                             3 * sizeof(float) * mesh.vertex_count);
        if (written && mesh.is_cloth) {
            written = write_merge_pairs(folder, &mesh);
        }
    }
    return written;
}
