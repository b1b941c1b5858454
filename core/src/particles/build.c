// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Welded vertices become one particle; what sleeps has none. Order follows creation throughout.
#include "particles/build.h"

#include <string.h>

void wf_particles_number(const wf_objects* objects, wf_particles* p) {
    for (uint32_t k = 0; k < objects->cloth_count; ++k) {
        const wf_cloth* cloth = &objects->cloths[k];
        if (cloth->asleep) {
            continue;
        }
        for (uint32_t v = 0; v < cloth->vertex_count; ++v) {
            uint32_t to = cloth->merge[v];
            cloth->particle[v] = to == v ? p->count++ : cloth->particle[to];
        }
        p->triangle_count += cloth->triangle_count;
    }
}

bool wf_particles_allocate(wf_memory* m, wf_particles* p) {
    size_t n = p->count, t = p->triangle_count;
    float** vectors[] = {&p->x, &p->v,     &p->x_good, &p->carry, &p->carried, &p->x_start, &p->y,
                         &p->z, &p->force, &p->pull,   &p->mean,  &p->late,    &p->inert};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; ++k) {
        *vectors[k] = WF_ALLOC(m, float, 4 * n);
    }
    float** scalars[] = {&p->along, &p->mass, &p->area, &p->strain, &p->pressure};
    for (size_t k = 0; k < sizeof scalars / sizeof *scalars; ++k) {
        *scalars[k] = WF_ALLOC(m, float, n);
    }
    p->fixed = WF_ALLOC(m, uint8_t, n);
    p->ease = WF_ALLOC(m, uint8_t, n);
    p->cloth_of = WF_ALLOC(m, uint32_t, n);
    p->triangles = WF_ALLOC(m, uint32_t, 3 * t);
    p->owns = WF_ALLOC(m, uint8_t, t);
    return !m->failed;
}

void wf_particles_free(wf_memory* m, wf_particles* p) {
    void* blocks[] = {
        p->x,     p->v,          p->x_good,    p->carry, p->carried,        p->x_start, p->y,
        p->z,     p->force,      p->along,     p->mass,  p->area,           p->strain,  p->pressure,
        p->fixed, p->cloth_of,   p->triangles, p->edges, p->triangle_edges, p->owns,    p->meeting,
        p->piece, p->piece_free, p->pull,      p->mean,  p->late,           p->inert,   p->ease};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; ++k) {
        wf_free(m, blocks[k]);
    }
    wf_rows_free(m, &p->groups);
}

void wf_particles_forget(wf_particles* p) {
    size_t n = p->count;
    if (n > 0) {
        memset(p->pull, 0, 16 * n);
        memset(p->mean, 0, 16 * n);
        memset(p->late, 0, 16 * n);
        memset(p->ease, 0, n);
    }
}

void wf_particles_take_state(const wf_objects* objects, wf_particles* p) {
    for (uint32_t k = 0; k < objects->cloth_count; ++k) {
        const wf_cloth* cloth = &objects->cloths[k];
        for (uint32_t v = 0; v < cloth->vertex_count; ++v) {
            if (cloth->merge[v] != v || cloth->asleep) {
                continue;
            }
            size_t at = 4 * (size_t)cloth->particle[v];
            memcpy(p->x + at, cloth->positions + 3 * (size_t)v, 12);
            memcpy(p->v + at, cloth->velocities + 3 * (size_t)v, 12);
            p->cloth_of[cloth->particle[v]] = k;
        }
    }
    memcpy(p->z, p->x, 16 * (size_t)p->count);
    memcpy(p->x_start, p->x, 16 * (size_t)p->count);
}

void wf_particles_list_triangles(const wf_objects* objects, wf_particles* p,
                                 wf_triangle_source* source) {
    p->triangle_count = 0;
    for (uint32_t k = 0; k < objects->cloth_count; ++k) {
        const wf_cloth* cloth = &objects->cloths[k];
        for (uint32_t t = 0; t < cloth->triangle_count && !cloth->asleep; ++t) {
            const uint32_t* v = cloth->triangles + 3 * (size_t)t;
            uint32_t i[3] = {cloth->particle[v[0]], cloth->particle[v[1]], cloth->particle[v[2]]};
            if (i[0] != i[1] && i[1] != i[2] && i[2] != i[0]) {
                memcpy(p->triangles + 3 * (size_t)p->triangle_count, i, sizeof i);
                source[p->triangle_count++] = (wf_triangle_source){k, t};
            }
        }
    }
}

static uint32_t find_root(uint32_t* parent, uint32_t i) {
    while (parent[i] != i) {
        i = parent[i] = parent[parent[i]];
    }
    return i;
}

bool wf_particles_group(wf_memory* m, wf_particles* p, const uint32_t* seams, uint32_t seam_count) {
    uint32_t* parent = WF_ALLOC(m, uint32_t, p->count);
    uint32_t* label = WF_ALLOC(m, uint32_t, p->count);
    p->groups.row = WF_ALLOC(m, uint32_t, (size_t)seam_count + 1);
    p->groups.item = WF_ALLOC(m, uint32_t, 2 * (size_t)seam_count + 1);
    bool built = !m->failed;
    for (uint32_t i = 0; built && i < p->count; ++i) {
        parent[i] = i;
        label[i] = UINT32_MAX;
    }
    for (uint32_t k = 0; built && k < seam_count; ++k) {
        uint32_t a = find_root(parent, seams[2 * (size_t)k]);
        uint32_t b = find_root(parent, seams[2 * (size_t)k + 1]);
        parent[a > b ? a : b] = a > b ? b : a;
    }
    // Two passes over the particles: count the groups and their sizes, then fill.
    for (uint32_t i = 0; built && i < p->count; ++i) {
        uint32_t root = find_root(parent, i);
        if (root != i) {
            label[root] = label[root] == UINT32_MAX ? p->groups.count++ : label[root];
            p->groups.row[label[root] + 1] += p->groups.row[label[root] + 1] == 0 ? 2 : 1;
        }
    }
    for (uint32_t g = 0; built && g < p->groups.count; ++g) {
        p->groups.row[g + 1] += p->groups.row[g];
    }
    for (uint32_t i = p->count; built && i-- > 0;) {
        uint32_t g = label[find_root(parent, i)];
        if (g != UINT32_MAX) {
            p->groups.item[--p->groups.row[g + 1]] = i;
        }
    }
    if (built && p->groups.count > 0) {
        // The fill moved every start one place up.
        uint32_t total = 0;
        for (uint32_t i = 0; i < p->count; ++i) {
            total += label[find_root(parent, i)] != UINT32_MAX;
        }
        memmove(p->groups.row, p->groups.row + 1, sizeof(uint32_t) * p->groups.count);
        p->groups.row[p->groups.count] = total;
    }
    p->meeting = WF_ALLOC(m, float, 4 * (size_t)p->groups.count);
    wf_free(m, parent);
    wf_free(m, label);
    return built && !m->failed;
}

void wf_particles_weigh(wf_particles* p) {
    for (uint32_t i = 0; i < p->count; ++i) {
        if (!(p->mass[i] > 0.0f)) {
            p->fixed[i] = 1;
            p->mass[i] = 1.0f;
        }
        p->total_mass += p->fixed[i] ? 0.0f : p->mass[i];
    }
}
