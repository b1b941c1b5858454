// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// FCL's tests of two triangles, in C++: what its own trees and Embree's candidates are judged by.
#pragma once

#include "detection.h"

#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include <cstddef>
#include <cstdint>

using Vector = fcl::Vector3<double>;

inline Vector place_of(const peer_mesh& mesh, std::uint32_t vertex) {
    const float* x = mesh.x + 4 * static_cast<std::size_t>(vertex);
    return {x[0], x[1], x[2]};
}

/// Whether face a of the first mesh and b of the second answer the question. Faces of one mesh that
/// share a vertex do not.
inline bool fcl_faces_answer(const peer_task& task, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t* i = task.a.triangles + 3 * static_cast<std::size_t>(a);
    const std::uint32_t* j = task.b.triangles + 3 * static_cast<std::size_t>(b);
    Vector p[3], q[3];
    for (int c = 0; c < 3; ++c) {
        for (int d = 0; d < 3 && task.asked == QUESTION_SELF; ++d) {
            if (i[c] == j[d]) {
                return false;
            }
        }
        p[c] = place_of(task.a, i[c]);
        q[c] = place_of(task.b, j[c]);
    }
    if (task.asked == QUESTION_TOUCH) {
        return fcl::detail::Intersect<double>::intersect_Triangle(p[0], p[1], p[2], q[0], q[1],
                                                                  q[2]);
    }
    Vector u, v;
    return fcl::detail::TriangleDistance<double>::triDistance(p, q, u, v) <=
           static_cast<double>(task.distance);
}
