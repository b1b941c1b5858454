// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The functions that the module exports, as JavaScript sees them: ids and pointers are numbers.

type Pointer = number;
type Id = number;

/** Exports of weft.wasm. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  malloc(bytes: number): Pointer;
  free(pointer: Pointer): void;

  weft_status_name(status: number): Pointer;
  weft_status_text(status: number): Pointer;
  weft_fabric_name(preset: number): Pointer;
  weft_method_at(index: number): Pointer;

  weft_js_start(): void;
  weft_js_layout_at(index: number): Pointer;
  weft_js_default_world_def(def: Pointer): void;
  weft_js_default_body_def(def: Pointer): void;
  weft_js_default_cloth_def(def: Pointer): void;
  weft_js_fabric_from_preset(preset: number, fabric: Pointer): void;
  weft_js_step(world: Pointer): Pointer;
  weft_js_hash(world: Pointer, halves: Pointer): void;
  weft_js_assert_condition(): Pointer;
  weft_js_assert_file(): Pointer;
  weft_js_assert_line(): number;

  weft_world_create(def: Pointer, report: Pointer): Pointer;
  weft_world_load(bytes: Pointer, byteCount: number, report: Pointer): Pointer;
  weft_world_destroy(world: Pointer): void;
  weft_world_set_origin(world: Pointer, x: number, y: number, z: number): number;
  weft_world_origin(world: Pointer, axis: number): number;
  weft_world_step_count(world: Pointer): number;
  weft_world_frame_seconds(world: Pointer): number;
  weft_world_set_method(world: Pointer, stage: Pointer, name: Pointer, report: Pointer): number;
  weft_world_set_parameter(
    world: Pointer,
    stage: Pointer,
    parameter: Pointer,
    value: number,
    report: Pointer,
  ): number;
  /** Of the module with every method. */
  weft_lab_check_methods?(world: Pointer, report: Pointer): number;
  weft_lab_figure_at?(world: Pointer, index: number, out: Pointer): number;
  weft_world_method(world: Pointer, stage: number): Pointer;
  weft_world_parameters(world: Pointer, stage: number): Pointer;
  weft_world_check_event(world: Pointer, event: Pointer, report: Pointer): number;
  weft_world_push_event(world: Pointer, event: Pointer): number;
  weft_world_memory_bytes(world: Pointer): number;
  weft_world_snapshot(world: Pointer, bytes: Pointer, capacity: number): number;
  weft_world_reset(world: Pointer): number;
  weft_world_restore(world: Pointer, bytes: Pointer, byteCount: number): number;

  weft_world_add_body(world: Pointer, def: Pointer, report: Pointer): Id;
  weft_world_body_count(world: Pointer): number;
  weft_world_body_at(world: Pointer, index: number): Id;
  weft_body_name(world: Pointer, body: Id): Pointer;
  weft_body_vertex_count(world: Pointer, body: Id): number;
  weft_body_triangle_count(world: Pointer, body: Id): number;
  weft_body_triangles(world: Pointer, body: Id): Pointer;
  weft_body_positions(world: Pointer, body: Id): Pointer;
  weft_body_set_positions(world: Pointer, body: Id, positions: Pointer): number;
  weft_body_set_transform(world: Pointer, body: Id, position: Pointer, rotation: Pointer): number;
  weft_body_set_shaped_pose(
    world: Pointer,
    body: Id,
    matrices: Pointer,
    rest: Pointer,
    place: Pointer,
  ): number;
  weft_body_clip_count(world: Pointer, body: Id): number;
  weft_body_clip_name(world: Pointer, body: Id, clip: number): Pointer;
  weft_body_bone_matrices(world: Pointer, body: Id): Pointer;
  weft_body_bone_count(world: Pointer, body: Id): number;

  weft_world_remove_body(world: Pointer, body: Id): number;
  weft_world_remove_cloth(world: Pointer, cloth: Id): number;
  weft_world_hand(world: Pointer, hand: number, out: Pointer): number;
  weft_body_bone_indices(world: Pointer, body: Id): Pointer;
  weft_body_bone_weights(world: Pointer, body: Id): Pointer;
  weft_cloth_fabric(world: Pointer, cloth: Id): Pointer;
  weft_world_block(world: Pointer, index: number, block: Pointer): number;

  weft_world_add_cloth(world: Pointer, def: Pointer, report: Pointer): Id;
  weft_world_cloth_count(world: Pointer): number;
  weft_world_cloth_at(world: Pointer, index: number): Id;
  weft_cloth_name(world: Pointer, cloth: Id): Pointer;
  weft_cloth_vertex_count(world: Pointer, cloth: Id): number;
  weft_cloth_triangle_count(world: Pointer, cloth: Id): number;
  weft_cloth_triangles(world: Pointer, cloth: Id): Pointer;
  weft_cloth_positions(world: Pointer, cloth: Id): Pointer;
  weft_cloth_velocities(world: Pointer, cloth: Id): Pointer;
  weft_cloth_normals(world: Pointer, cloth: Id): Pointer;
  weft_cloth_strain(world: Pointer, cloth: Id): Pointer;
  weft_cloth_pressure(world: Pointer, cloth: Id): Pointer;
  weft_cloth_captured(world: Pointer, cloth: Id): Pointer;
  weft_cloth_merge_map(world: Pointer, cloth: Id): Pointer;
  weft_cloth_is_asleep(world: Pointer, cloth: Id): number;

  // weft-threads.wasm only
  stackSave?(): Pointer;
  stackRestore?(pointer: Pointer): void;
  weft_world_set_thread_count?(world: Pointer, count: number, report: Pointer): number;
  weft_crew_word?(index: number): Pointer;
  weft_crew_count?(): number;
  weft_crew_may_wait?(mayWait: number): void;
  weft_crew_failed?(): number;
  weft_crew_leave?(world: Pointer): void;
  weft_crew_keep?(world: Pointer, bytes: Pointer, capacity: number): number;
  weft_crew_restore?(world: Pointer, bytes: Pointer, byteCount: number): number;
}
