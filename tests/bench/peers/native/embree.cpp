// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Embree's rtcCollide, one thread: it finds candidates among boxes that we give it and leaves the
// rest to its caller, who asks FCL's tests of triangles, or Weft's.
#include "fcl_faces.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cstdint>

namespace {

struct Side {
    const peer_mesh* mesh;
    float margin;
    RTCScene scene;
    RTCGeometry geometry;
};

class Engine {
  public:
    Engine(const peer_task* task, RTCBuildQuality quality, bool ownFaces)
        : task_(task), device_(rtcNewDevice("threads=1")),
          faces_(ownFaces ? own_faces_create(task) : nullptr) {
        open(a_, task->a, quality);
        if (task->asked != QUESTION_SELF) {
            open(b_, task->b, quality);
        }
    }

    ~Engine() {
        close(a_);
        if (task_->asked != QUESTION_SELF) {
            close(b_);
        }
        rtcReleaseDevice(device_);
        if (faces_ != nullptr) {
            own_faces_destroy(faces_);
        }
    }

    void update() {
        commit(a_);
        if (task_->asked != QUESTION_SELF) {
            commit(b_);
        }
    }

    std::uint64_t query() {
        found_ = 0;
        RTCScene other = task_->asked == QUESTION_SELF ? a_.scene : b_.scene;
        rtcCollide(a_.scene, other, &Engine::take, this);
        return faces_ != nullptr ? own_faces_take(faces_) : found_;
    }

  private:
    static void bounds(const RTCBoundsFunctionArguments* args) {
        const Side* side = static_cast<const Side*>(args->geometryUserPtr);
        const std::uint32_t* i = side->mesh->triangles + 3 * static_cast<std::size_t>(args->primID);
        const float* p = side->mesh->x + 4 * static_cast<std::size_t>(i[0]);
        const float* q = side->mesh->x + 4 * static_cast<std::size_t>(i[1]);
        const float* r = side->mesh->x + 4 * static_cast<std::size_t>(i[2]);
        float m = side->margin;
        RTCBounds* out = args->bounds_o;
        out->lower_x = std::min({p[0], q[0], r[0]}) - m,
        out->upper_x = std::max({p[0], q[0], r[0]}) + m;
        out->lower_y = std::min({p[1], q[1], r[1]}) - m,
        out->upper_y = std::max({p[1], q[1], r[1]}) + m;
        out->lower_z = std::min({p[2], q[2], r[2]}) - m,
        out->upper_z = std::max({p[2], q[2], r[2]}) + m;
    }

    void open(Side& side, const peer_mesh& mesh, RTCBuildQuality quality) {
        // A little more than half of the distance, so that no rounding of a box loses a pair.
        float margin = task_->asked == QUESTION_TOUCH ? 0.0f : 0.5001f * task_->distance;
        side = {&mesh, margin, rtcNewScene(device_),
                rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER)};
        rtcSetSceneFlags(side.scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(side.scene, RTC_BUILD_QUALITY_LOW);
        rtcSetGeometryUserPrimitiveCount(side.geometry, mesh.triangle_count);
        rtcSetGeometryUserData(side.geometry, &side);
        rtcSetGeometryBoundsFunction(side.geometry, &Engine::bounds, nullptr);
        rtcSetGeometryBuildQuality(side.geometry, quality);
        rtcAttachGeometryByID(side.scene, side.geometry, 0);
        commit(side);
    }

    static void close(Side& side) {
        rtcReleaseGeometry(side.geometry);
        rtcReleaseScene(side.scene);
    }

    static void commit(Side& side) {
        rtcCommitGeometry(side.geometry);
        rtcCommitScene(side.scene);
    }

    static void take(void* self, RTCCollision* collisions, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            static_cast<Engine*>(self)->judge(collisions[i].primID0, collisions[i].primID1);
        }
    }

    void judge(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t* i = task_->a.triangles + 3 * static_cast<std::size_t>(a);
        const std::uint32_t* j = task_->b.triangles + 3 * static_cast<std::size_t>(b);
        if (task_->asked == QUESTION_SELF) {
            if (a >= b) { // it names both orders of a pair
                return;
            }
            for (int c = 0; c < 9; ++c) {
                if (i[c / 3] == j[c % 3]) {
                    return;
                }
            }
        }
        if (faces_ != nullptr) {
            own_faces_add(faces_, a, b);
            return;
        }
        found_ += fcl_faces_answer(*task_, a, b);
    }

    const peer_task* task_;
    RTCDevice device_;
    own_faces* faces_;
    Side a_{}, b_{};
    std::uint64_t found_ = 0;
};

template <RTCBuildQuality quality, bool ownFaces> void* create(const peer_task* task) {
    return new Engine(task, quality, ownFaces);
}
void update(void* self) {
    static_cast<Engine*>(self)->update();
}
std::uint64_t query(void* self) {
    return static_cast<Engine*>(self)->query();
}
void destroy(void* self) {
    delete static_cast<Engine*>(self);
}

} // namespace

extern "C" {
const peer peer_embree_refit = {"Embree, refitted", create<RTC_BUILD_QUALITY_REFIT, false>, update,
                                query, destroy};
const peer peer_embree_rebuild = {"Embree, built anew", create<RTC_BUILD_QUALITY_LOW, false>,
                                  update, query, destroy};
const peer peer_embree_own_faces = {"Embree, built anew, Weft's faces",
                                    create<RTC_BUILD_QUALITY_LOW, true>, update, query, destroy};
}
