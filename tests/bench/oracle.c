// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A campaign over the structures and all of their rules on a scene that runs:
//   bench_oracle SCENE.weft FIRST FRAMES < CASES
// records a cooked scene, FRAMES of it after step FIRST, and lets one structure after the other
// follow it with what it remembers from frame to frame. A case is a line,
//   dop_tree k=18 split=1 @ 0 300
// a row of the registry with values of its parameters, the frame where it is made and how many it
// follows. Its answer is a line of words divided by tabs: the case; frames; near pairs asked for;
// of these missed; corners outside of the volume of their leaf; pairs left out by normal cones; ms
// of processor time. A structure that cannot work with the bodies says why in place of numbers.
//
// Nothing that the contact may ask for is to be missed: of faces that are within epsilon where they
// are estimated to be after the frame (near_truth.h) every pair must have been found, cloth with
// bodies and cloth with cloth, and the volume of every face's leaf holds its corners. Normal cones
// alone may miss pairs of cloth with cloth, by their rule; these are counted apart.
#include "bench.h"
#include "near_truth.h"

#include "contact/layers.h"
#include "contact/segments.h"
#include "structures/dop_cones.h"
#include "structures/dop_slabs.h"
#include "structures/dop_tree.h"
#include "world/world.h"

#include "particles/particles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WEFT_LAB

/// m: faces within this are to be found; twice what layers that rest on each other keep.
#define EPSILON 0.005f

/// In every so many frames all pairs there are say whether the near ones are the right ones.
enum { WHOLE_EVERY = 50 };

/// A frame: where everything is, and what is near.
typedef struct frame {
    wf_sweep cloth, body;
    near_truth across, own;
    bool known;
} frame;

typedef struct campaign {
    weft_world* world;
    wf_memory memory;
    frame* frames;
    uint32_t count;
    wf_pairs found;
    uint64_t asked, missed, open, by_cones; // of the case
} campaign;

typedef struct rule {
    const weft_method* row;
    float values[WEFT_METHOD_PARAMETERS];
    uint32_t first, count;
} rule;

// ---- the motion ---------------------------------------------------------------------------------

static float* copy_of(const float* x, uint32_t vertices) {
    float* out = malloc(16 * ((size_t)vertices + 1));
    memcpy(out, x, 16 * (size_t)vertices);
    return out;
}

/// The present pose, and an estimate of the next one.
static void record_frame(frame* f, const weft_world* world, const float* before) {
    const wf_particles* p = world->particles;
    const wf_obstacle* o = &world->obstacle;
    float* ahead = copy_of(p->x, p->count);
    for (size_t i = 0; i < 4 * (size_t)p->count; ++i) {
        ahead[i] = p->x[i] + (p->x[i] - before[i]);
    }
    f->cloth = (wf_sweep){copy_of(p->x, p->count), ahead,          p->triangles, p->count,
                          p->triangle_count,       0.5f * EPSILON, false};
    f->body = (wf_sweep){copy_of(o->x0, o->vertex_count),
                         copy_of(o->x1, o->vertex_count),
                         o->triangles,
                         o->vertex_count,
                         o->triangle_count,
                         0.5f * EPSILON,
                         true};
}

static void record(campaign* c, uint32_t first) {
    weft_world* world = c->world;
    do {
        weft_world_step(world);
    } while (world->step < first);
    float* before = copy_of(world->particles->x, world->particles->count);
    for (uint32_t i = 0; i < c->count; ++i) {
        weft_world_step(world);
        record_frame(&c->frames[i], world, before);
        memcpy(before, world->particles->x, 16 * (size_t)world->particles->count);
    }
    free(before);
}

static const wf_neighbours* neighbours_of(const campaign* c) {
    return &c->world->contact->layers->neighbours;
}

/// What is near in a frame, found when the first case asks for it.
static bool know(const campaign* c, uint32_t index) {
    frame* f = &c->frames[index];
    if (f->known) {
        return true;
    }
    f->across = near_truth_find(&f->cloth, &f->body, EPSILON, NULL);
    f->own = near_truth_find(&f->cloth, &f->cloth, EPSILON, neighbours_of(c));
    f->known = true;
    if (index % WHOLE_EVERY != 0) {
        return true;
    }
    uint64_t wrong = near_truth_wrong(&f->across, &f->cloth, &f->body, EPSILON, NULL) +
                     near_truth_wrong(&f->own, &f->cloth, &f->cloth, EPSILON, neighbours_of(c));
    if (wrong > 0) {
        fprintf(stderr, "frame %u: of %llu pairs it is wrongly known whether they are near\n",
                index, (unsigned long long)wrong);
    }
    return wrong == 0;
}

// ---- one case -----------------------------------------------------------------------------------

/// Reads a case, and cuts its line after the values.
static bool read_case(char* line, uint32_t frames, rule* out) {
    char* at = strstr(line, " @ ");
    line[strcspn(line, "\n")] = 0;
    if (at == NULL || sscanf(at, " @ %u %u", &out->first, &out->count) != 2 ||
        out->first >= frames || out->count == 0 || out->count > frames - out->first) {
        return false;
    }
    char words[512];
    snprintf(words, sizeof words, "%.*s", (int)(at - line), line);
    char* word = strtok(words, " ");
    for (uint32_t i = 0; word != NULL && (out->row = weft_method_at(i)) != NULL; ++i) {
        if (strcmp(out->row->stage, "structure") == 0 && strcmp(out->row->name, word) == 0) {
            break;
        }
    }
    if (word == NULL || out->row == NULL) {
        return false;
    }
    const weft_parameter* parameters = out->row->parameters;
    for (uint32_t i = 0; i < out->row->parameter_count; ++i) {
        out->values[i] = parameters[i].usual;
    }
    while ((word = strtok(NULL, " ")) != NULL) {
        char* value = strchr(word, '=');
        uint32_t i = 0;
        if (value == NULL) {
            return false;
        }
        *value = 0;
        while (i < out->row->parameter_count && strcmp(parameters[i].name, word) != 0) {
            ++i;
        }
        if (i == out->row->parameter_count) {
            return false;
        }
        out->values[i] = (float)atof(value + 1);
    }
    return true;
}

/// Near pairs that were not found; those that the rule of cones leaves out count apart.
static void compare(campaign* c, const near_truth* truth, uint32_t faces,
                    const wf_dop_cones* cones) {
    size_t at = 0;
    for (uint32_t a = 0; a < faces; ++a) {
        for (uint32_t i = truth->first[a]; i < truth->first[a + 1]; ++i) {
            uint32_t b = truth->others[i];
            while (at < c->found.count &&
                   (c->found.a[at] < a || (c->found.a[at] == a && c->found.b[at] < b))) {
                ++at;
            }
            bool there = at < c->found.count && c->found.a[at] == a && c->found.b[at] == b;
            bool left = !there && cones != NULL && wf_dop_cones_skip(cones, a, b);
            c->missed += !there && !left;
            c->by_cones += left;
        }
    }
    c->asked += truth->count;
}

/// Corners that the volume of a leaf does not hold where a move begins or ends.
static uint64_t count_open(const wf_dop_tree* tree, const wf_sweep* sweep) {
    group groups[WF_DOP_GROUPS];
    uint64_t open = 0;
    wf_dop_load_groups(tree, groups);
    for (uint32_t leaf = tree->inner_count; leaf < tree->node_count; ++leaf) {
        for (uint32_t i = 0; i < tree->lane_count; ++i) {
            uint32_t triangle = tree->children[(size_t)leaf * tree->lane_count + i];
            for (uint32_t c = 0; c < 6 && triangle != WF_DOP_NONE; ++c) {
                const float* x = c < 3 ? sweep->x0 : sweep->x1;
                wf_f4 at =
                    wf_f4_load(x + 4 * (size_t)sweep->triangles[3 * (size_t)triangle + c % 3]);
                for (uint32_t g = 0; g < tree->group_count; ++g) {
                    const float* v = tree->volumes + 8 * ((size_t)leaf * tree->group_count + g);
                    wf_f4 along = project(groups + g, at);
                    int held = wf_f4_mask(wf_f4_and(wf_f4_less_equal(wf_f4_load(v), along),
                                                    wf_f4_less_equal(along, wf_f4_load(v + 4))));
                    open += held != 15;
                }
            }
        }
    }
    return open;
}

static bool follow(campaign* c, const wf_structure* kind, void* self, const frame* f) {
    const wf_dop_tree* tree = kind->cloth_tree != NULL ? kind->cloth_tree(self) : NULL;
    if (!kind->refresh_body(&c->memory, self, &f->body) ||
        !kind->refresh_cloth(&c->memory, self, &f->cloth) ||
        !kind->collect(&c->memory, self, &f->cloth, &f->body, &c->found)) {
        return false;
    }
    c->open += tree != NULL ? count_open(tree, &f->cloth) : 0;
    compare(c, &f->across, f->cloth.triangle_count, NULL);
    if (kind->collect_self == NULL) {
        return true;
    }
    if (!kind->collect_self(&c->memory, self, &f->cloth, &c->found)) {
        return false;
    }
    compare(c, &f->own, f->cloth.triangle_count, tree != NULL ? tree->cones : NULL);
    return true;
}

/// Makes the structure of a case at a frame, with what it may know; null, and why, if it cannot be.
static void* make(campaign* c, const rule* r, weft_report* report) {
    const wf_structure* kind = r->row->functions;
    const frame* f = &c->frames[r->first];
    void* self = kind->create(&c->memory, &f->cloth, &f->body, r->values);
    wf_contact contact = *c->world->contact;
    contact.memory = &c->memory;
    contact.structure = kind;
    contact.structure_self = self;
    snprintf(report->message, sizeof report->message, "memory is out");
    bool made =
        self != NULL && wf_contact_tell_segments(&contact) &&
        (kind->exclude_self == NULL || kind->exclude_self(&c->memory, self, neighbours_of(c))) &&
        (kind->check == NULL || kind->check(&c->memory, self, &f->body, report) == WEFT_OK);
    if (!made && self != NULL) {
        kind->destroy(&c->memory, self);
    }
    return made ? self : NULL;
}

/// False where the campaign is to end: memory is out, or what is near is not known.
static bool run_case(campaign* c, const rule* r, const char* line) {
    const wf_structure* kind = r->row->functions;
    weft_report report = {0};
    void* self = make(c, r, &report);
    bool done = true;
    if (self == NULL) {
        printf("%s\t%s\n", line, report.message);
        return fflush(stdout) == 0;
    }
    c->asked = c->missed = c->open = c->by_cones = 0;
    double time = 0.0;
    for (uint32_t i = r->first; i < r->first + r->count && done; ++i) {
        done = know(c, i);
        double start = now();
        done = done && follow(c, kind, self, &c->frames[i]);
        time += now() - start;
    }
    kind->destroy(&c->memory, self);
    if (done) {
        printf("%s\t%u\t%llu\t%llu\t%llu\t%llu\t%.0f\n", line, r->count,
               (unsigned long long)c->asked, (unsigned long long)c->missed,
               (unsigned long long)c->open, (unsigned long long)c->by_cones, time);
    }
    return done && fflush(stdout) == 0;
}

static void forget(campaign* c) {
    for (uint32_t i = 0; i < c->count; ++i) {
        frame* f = &c->frames[i];
        free((void*)f->cloth.x0);
        free((void*)f->cloth.x1);
        free((void*)f->body.x0);
        free((void*)f->body.x1);
        near_truth_free(&f->across);
        near_truth_free(&f->own);
    }
    free(c->frames);
    wf_free(&c->memory, c->found.a);
    wf_free(&c->memory, c->found.b);
    weft_world_destroy(c->world);
}

int main(int argc, char** argv) {
    int first = argc == 4 ? atoi(argv[2]) : 0, frames = argc == 4 ? atoi(argv[3]) : 0;
    campaign c = {.world = first > 0 && frames > 0 ? load(argv[1]) : NULL,
                  .count = (uint32_t)(frames > 0 ? frames : 0)};
    if (c.world == NULL) {
        fprintf(stderr, "bench_oracle SCENE.weft FIRST FRAMES < CASES\n");
        return 2;
    }
    c.frames = calloc(c.count, sizeof *c.frames);
    record(&c, (uint32_t)first);
    bool done = true;
    char line[512];
    while (done && fgets(line, sizeof line, stdin) != NULL) {
        rule r = {0};
        done = read_case(line, c.count, &r);
        if (!done) {
            fprintf(stderr, "no case: %s\n", line);
        }
        done = done && run_case(&c, &r, line);
    }
    forget(&c);
    return done ? 0 : 1;
}

#else

int main(void) {
    fprintf(stderr, "bench_oracle: a build with WEFT_LAB has it\n");
    return 2;
}

#endif
