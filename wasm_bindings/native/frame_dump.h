// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Frames on disk for an independent checker: `manifest.txt` with one line a mesh, `NAME KIND
// VERTICES FACES`; NAME.faces.u32; NAME.merge.u32 (pairs of vertices sewn together, absent if
// none); NAME.00000.f32 and so on, one file a frame kept. Little endian, as every machine that we
// run on.
#pragma once

#include "weft/weft.h"

/// Writes the manifest and the faces. False, with a sentence on standard error, when a file cannot
/// be written.
bool dump_meshes(const weft_world* world, const char* folder);

/// Writes the positions of all meshes as frame `frame`, and the merge map as it is now.
bool dump_frame(const weft_world* world, const char* folder, uint32_t frame);
