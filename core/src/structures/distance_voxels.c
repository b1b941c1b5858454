// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Scan conversion of a mesh into the voxels of a distance field: a triangle is cut to every slice
// that it passes through, what is left to every row of the slice, and what is left of that covers a
// span of voxels. So a triangle is in every voxel that it meets and the surface has no gap that a
// face leads through. Every voxel lists its polygons. After Kaufman 1987, as Bull, Slater, Buxton
// 2003 (4.2.1) take it; cutting, in place of stepping edges, is ours.
#include "structures/distance_field.h"

#include <math.h>
#include <string.h>

/// A triangle that four planes have cut has at most seven corners.
enum { MOST_CORNERS = 8 };

typedef struct polygon {
    double corner[MOST_CORNERS][3]; // in voxels
    int count;
} polygon;

typedef struct entry {
    uint32_t voxel, triangle;
} entry;

typedef struct scan {
    wf_memory* memory;
    const wf_distance_field* field;
    entry* entries;
    size_t count, capacity;
} scan;

/// The part of a polygon where side * (coordinate - at) >= 0.
static polygon cut(const polygon* from, int axis, double at, double side) {
    polygon out = {.count = 0};
    for (int i = 0; i < from->count; ++i) {
        const double *a = from->corner[i], *b = from->corner[(i + 1) % from->count];
        double da = side * (a[axis] - at), db = side * (b[axis] - at);
        if (da >= 0.0) {
            memcpy(out.corner[out.count++], a, sizeof out.corner[0]);
        }
        if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
            double t = da / (da - db);
            for (int k = 0; k < 3; ++k) {
                out.corner[out.count][k] = k == axis ? at : a[k] + t * (b[k] - a[k]);
            }
            out.count += 1;
        }
    }
    return out;
}

static polygon slab(const polygon* from, int axis, double lo) {
    polygon above = cut(from, axis, lo, 1.0);
    return cut(&above, axis, lo + 1.0, -1.0);
}

/// The voxels that a polygon reaches along an axis.
static void range(const polygon* p, int axis, uint32_t* lo, uint32_t* hi) {
    double least = p->corner[0][axis], most = least;
    for (int i = 1; i < p->count; ++i) {
        double x = p->corner[i][axis];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    *lo = (uint32_t)least;
    *hi = (uint32_t)most;
}

static bool add_span(scan* s, uint32_t triangle, uint32_t first, uint32_t count) {
    if (!wf_reserve(s->memory, (void**)&s->entries, &s->capacity, s->count + count,
                    sizeof *s->entries)) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        s->entries[s->count++] = (entry){first + i, triangle};
    }
    return true;
}

static bool scan_triangle(scan* s, uint32_t triangle, const polygon* p) {
    uint32_t lo[3], hi[3];
    range(p, 2, &lo[2], &hi[2]);
    for (uint32_t z = lo[2]; z <= hi[2]; ++z) {
        polygon slice = slab(p, 2, z);
        if (slice.count == 0) {
            continue;
        }
        range(&slice, 1, &lo[1], &hi[1]);
        hi[1] = hi[1] > lo[1] ? hi[1] : lo[1];
        for (uint32_t y = lo[1]; y <= hi[1]; ++y) {
            polygon row = slab(&slice, 1, y);
            if (row.count == 0) {
                continue;
            }
            range(&row, 0, &lo[0], &hi[0]);
            if (!add_span(s, triangle, wf_distance_index(s->field, lo[0], y, z),
                          hi[0] - lo[0] + 1)) {
                return false;
            }
        }
    }
    return true;
}

static bool scan_all(scan* s, const wf_distance_mesh* mesh) {
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        polygon p = {.count = 3};
        for (int c = 0; c < 3; ++c) {
            const float* x = mesh->x + 4 * (size_t)mesh->triangles[3 * (size_t)t + (size_t)c];
            for (int k = 0; k < 3; ++k) {
                p.corner[c][k] =
                    ((double)x[k] - (double)s->field->origin[k]) / (double)s->field->cell;
            }
        }
        if (!scan_triangle(s, t, &p)) {
            return false;
        }
    }
    return true;
}

/// Unit normal of a triangle, added; one without area has none.
static void add_normal(const wf_distance_mesh* mesh, uint32_t triangle, float sum[3]) {
    const uint32_t* t = mesh->triangles + 3 * (size_t)triangle;
    double u[3], v[3], n[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = (double)mesh->x[4 * (size_t)t[1] + (size_t)k] -
               (double)mesh->x[4 * (size_t)t[0] + (size_t)k];
        v[k] = (double)mesh->x[4 * (size_t)t[2] + (size_t)k] -
               (double)mesh->x[4 * (size_t)t[0] + (size_t)k];
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        n[k] = u[a] * v[b] - u[b] * v[a];
    }
    double length = sqrt((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]);
    for (int k = 0; k < 3 && length > 0.0 && triangle < mesh->skin_count; ++k) {
        sum[k] += (float)(n[k] / length);
    }
}

/// Sorts the entries by voxel, triangles ascending, by counting; `first` has a number a voxel.
static bool list_sites(const scan* s, const wf_distance_mesh* mesh, wf_distance_field* f,
                       uint32_t* first) {
    for (size_t i = 0; i < s->count; ++i) {
        f->site_count += first[s->entries[i].voxel]++ == 0;
    }
    f->sites = WF_ALLOC(s->memory, uint32_t, f->site_count);
    f->polygon_first = WF_ALLOC(s->memory, uint32_t, (size_t)f->site_count + 1);
    f->polygons = WF_ALLOC(s->memory, uint32_t, s->count);
    f->normals = WF_ALLOC(s->memory, float, 3 * (size_t)f->site_count);
    if (!f->sites || !f->polygon_first || !f->polygons || !f->normals) {
        return false;
    }
    uint32_t site = 0, total = 0;
    for (uint32_t v = 0; v < f->count; ++v) {
        uint32_t here = first[v];
        if (here > 0) {
            f->sites[site] = v;
            f->polygon_first[site++] = total;
        }
        first[v] = total;
        total += here;
    }
    f->polygon_first[site] = total;
    for (size_t i = 0; i < s->count; ++i) {
        f->polygons[first[s->entries[i].voxel]++] = s->entries[i].triangle;
    }
    for (site = 0; site < f->site_count; ++site) {
        for (uint32_t i = f->polygon_first[site]; i < f->polygon_first[site + 1]; ++i) {
            add_normal(mesh, f->polygons[i], f->normals + 3 * (size_t)site);
        }
    }
    return true;
}

bool wf_distance_voxelise(wf_memory* memory, const wf_distance_mesh* mesh, wf_distance_field* f) {
    scan s = {.memory = memory, .field = f};
    uint32_t* first = WF_ALLOC(memory, uint32_t, f->count);
    bool done = first != NULL && scan_all(&s, mesh) && list_sites(&s, mesh, f, first);
    wf_free(memory, first);
    wf_free(memory, s.entries);
    return done;
}
