// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Detection alone, beside other engines: what each of them is given and asked. All see the same
// float positions in the same frames and answer with the number of pairs of triangles, so that the
// answers can be compared.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum question {
    QUESTION_TOUCH, // pairs of sleeve and obstacle that have a point in common
    QUESTION_NEAR,  // pairs of sleeve and obstacle within `distance`
    QUESTION_SELF,  // pairs of one mesh within `distance` that share no vertex
} question;

typedef struct peer_mesh {
    const float* x; // 4 a vertex, m; what moves between frames
    const uint32_t* triangles;
    uint32_t vertex_count, triangle_count;
} peer_mesh;

/// What is asked. QUESTION_SELF has the same mesh twice.
typedef struct peer_task {
    question asked;
    float distance; // m
    peer_mesh a, b;
} peer_task;

/// An engine with one kind of hierarchy.
typedef struct peer {
    const char* name;
    void* (*create)(const peer_task* task);
    /// Takes the positions of the frame.
    void (*update)(void* self);
    /// How many pairs there are.
    uint64_t (*query)(void* self);
    void (*destroy)(void* self);
} peer;

extern const peer peer_weft_boxes, peer_weft_dops;
extern const peer peer_fcl_kdop18, peer_fcl_aabb;
extern const peer peer_embree_refit, peer_embree_rebuild;
extern const peer peer_embree_own_faces; // Embree's walk, with the test of faces that Weft has

/// Counts pairs of triangles by the faces' test that Weft has: given one at a time.
typedef struct own_faces own_faces;
own_faces* own_faces_create(const peer_task* task);
void own_faces_add(own_faces* faces, uint32_t a, uint32_t b);
/// The pairs added since the last call that answer the question.
uint64_t own_faces_take(own_faces* faces);
void own_faces_destroy(own_faces* faces);

#ifdef __cplusplus
}
#endif
