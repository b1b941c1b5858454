// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// FCL's hierarchies and its tests of triangles. It has no margin and leaves no neighbours out, so
// for distances its own volumes are grown after the refit and its trees are walked here.
#include "fcl_faces.h"

#include <fcl/math/bv/utility.h>
// What the model asks for has to be known before it.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/AABB.h>
#include <fcl/math/bv/kDOP.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace {

using Dop = fcl::KDOP<double, 18>;
using Box = fcl::AABB<double>;

void grow(Box& box, double by) {
    box.min_ -= Vector::Constant(by);
    box.max_ += Vector::Constant(by);
}

/// Its directions beyond the axes are sums of two of them, so not of length 1.
void grow(Dop& dop, double by) {
    for (std::size_t i = 0; i < 9; ++i) {
        double along = i < 3 ? by : by * std::sqrt(2.0);
        dop.dist(i) -= along;
        dop.dist(i + 9) += along;
    }
}

template <class Volume> class Engine {
  public:
    explicit Engine(const peer_task* task) : task_(task) {
        build(a_, task->a);
        if (task->asked != QUESTION_SELF) {
            build(b_, task->b);
        }
    }

    void update() {
        refit(a_, task_->a);
        if (task_->asked != QUESTION_SELF) {
            refit(b_, task_->b);
        }
    }

    std::uint64_t query() {
        found_ = 0;
        if (task_->asked == QUESTION_SELF) {
            walkSelf();
        } else {
            walk(a_, b_, {{0, 0}}, false);
        }
        return found_;
    }

  private:
    using Model = fcl::BVHModel<Volume>;

    void build(Model& model, const peer_mesh& mesh) const {
        std::vector<Vector> points;
        std::vector<fcl::Triangle> triangles;
        for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
            points.push_back(place_of(mesh, v));
        }
        for (std::uint32_t t = 0; t < mesh.triangle_count; ++t) {
            const std::uint32_t* i = mesh.triangles + 3 * static_cast<std::size_t>(t);
            triangles.emplace_back(i[0], i[1], i[2]);
        }
        model.beginModel();
        model.addSubModel(points, triangles);
        model.endModel();
    }

    void refit(Model& model, const peer_mesh& mesh) const {
        model.beginReplaceModel();
        for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
            model.replaceVertex(place_of(mesh, v));
        }
        model.endReplaceModel(true, true);
        if (task_->asked != QUESTION_TOUCH) {
            for (int i = 0; i < model.getNumBVs(); ++i) {
                grow(model.getBV(i).bv, 0.5 * static_cast<double>(task_->distance));
            }
        }
    }

    /// Pairs of nodes still to visit; of one tree a node with itself stands for its children.
    void walk(Model& first, Model& second, std::vector<std::pair<int, int>> stack, bool own) {
        while (!stack.empty()) {
            auto [i, j] = stack.back();
            stack.pop_back();
            const auto &p = first.getBV(i), &q = second.getBV(j);
            if (own && i == j) {
                if (!p.isLeaf()) {
                    stack.emplace_back(p.leftChild(), p.leftChild());
                    stack.emplace_back(p.rightChild(), p.rightChild());
                    stack.emplace_back(p.leftChild(), p.rightChild());
                }
                continue;
            }
            if (!p.bv.overlap(q.bv)) {
                continue;
            }
            if (p.isLeaf() && q.isLeaf()) {
                found_ += fcl_faces_answer(*task_, p.primitiveId(), q.primitiveId());
            } else if (q.isLeaf() || (!p.isLeaf() && p.bv.size() > q.bv.size())) {
                stack.emplace_back(p.leftChild(), j);
                stack.emplace_back(p.rightChild(), j);
            } else {
                stack.emplace_back(i, q.leftChild());
                stack.emplace_back(i, q.rightChild());
            }
        }
    }

    void walkSelf() {
        walk(a_, a_, {{0, 0}}, true);
    }

    const peer_task* task_;
    Model a_, b_;
    std::uint64_t found_ = 0;
};

template <class Volume> void* create(const peer_task* task) {
    return new Engine<Volume>(task);
}
template <class Volume> void update(void* self) {
    static_cast<Engine<Volume>*>(self)->update();
}
template <class Volume> std::uint64_t query(void* self) {
    return static_cast<Engine<Volume>*>(self)->query();
}
template <class Volume> void destroy(void* self) {
    delete static_cast<Engine<Volume>*>(self);
}

} // namespace

extern "C" {
const peer peer_fcl_kdop18 = {"FCL, 18-DOPs", create<Dop>, update<Dop>, query<Dop>, destroy<Dop>};
const peer peer_fcl_aabb = {"FCL, boxes", create<Box>, update<Box>, query<Box>, destroy<Box>};
}
