// The shapes that travel between the rooms of the cook: avatar -> measure -> draft -> place -> cooked scene.
// Metres unless a name says otherwise; Y up, the body faces +Z, the wearer's left is +X, the floor is y = 0.

/** One bone of the reduced rig. Rest rotations are identity, so a pose rotation is global from rest. */
export interface Bone {
  name: string;
  /** Index of the parent, -1 for the root. Parents come before their children. */
  parent: number;
  /** Rest position of the head, m. */
  head: [number, number, number];
}

/** Labels of triangles, the numbers of weft_body_def.parts. */
export const PART = {
  trunk: 0,
  head: 1,
  armL: 2,
  armR: 3,
  legL: 4,
  legR: 5,
  footL: 6,
  footR: 7,
} as const;

/** A sparse offset of rest positions, switched by an event. */
export interface Morph {
  name: string;
  vertices: Uint32Array;
  /** 3 per vertex, m. */
  deltas: Float32Array;
}

/** A body that can be measured, dressed and animated. All vertices are solver vertices. */
export interface Avatar {
  name: string;
  /** 3 per vertex, rest A-pose, multiples of 2^-20 m. */
  positions: Float32Array;
  /** 3 per triangle, outward counter-clockwise. */
  triangles: Uint32Array;
  /** One PART label a triangle. */
  parts: Uint32Array;
  bones: Bone[];
  /** 4 per vertex. */
  boneIndices: Uint16Array;
  /** 4 per vertex, sums to 65535. */
  boneWeights: Uint16Array;
  /** Named landmarks: vertex indices into positions. */
  landmarks: Record<string, number>;
  morphs: Morph[];
  /** What the page draws and the solver does not need. */
  render: AvatarRender;
}

/** Drawing data: vertices split at texture seams, and parts such as eyes that ride on bones. */
export interface AvatarRender {
  /** Solver vertex of every render vertex. */
  source: Uint32Array;
  /** 2 per render vertex, origin bottom left. */
  uvs: Float32Array;
  triangles: Uint32Array;
  /** Those of `triangles` that underwear does not cover far and wide; what shoes hide comes last. */
  bare: Uint32Array;
  /** How many indices of `bare` are drawn while the shoes are. */
  outsideShoes: number;
  /** Shoes, skinned with the same bones. */
  shoes: {
    positions: Float32Array;
    triangles: Uint32Array;
    /** What a point is of: 0 upper, 1 sole, 2 lining. */
    kinds: Uint8Array;
    boneIndices: Uint16Array;
    boneWeights: Uint16Array;
  };
  /** Texture file name below the avatar assets. */
  texture: string;
  /** 4 per render vertex: the colour of the texture there as sRGB, and how much it covers; for as long as it is missing. */
  tints: Uint8Array;
  /** The layer of underwear: it is drawn on every body, textures or not. */
  underwear: {
    /** Three solver vertices a point, and their shares, which sum to one. */
    corners: Uint32Array;
    shares: Float32Array;
    /** How far a point stands off the skin along its normal, m. */
    heights: Float32Array;
    /** The same for the light: the layer as it would span the hollows of the body, m. */
    relief: Float32Array;
    /** How bright a point is drawn: 255 on the cloth, less on hems. */
    tones: Uint8Array;
    triangles: Uint32Array;
  };
  /** Meshes skinned with the same bones: eyes, brows, hair. */
  attachments: {
    name: string;
    positions: Float32Array;
    uvs: Float32Array;
    triangles: Uint32Array;
    boneIndices: Uint16Array;
    boneWeights: Uint16Array;
    texture: string;
    tints: Uint8Array;
    transparent: boolean;
  }[];
}

/** One pose: global rotation from rest and the place of the head, per bone. */
export interface Pose {
  /** x, y, z, w per bone. */
  rotations: Float64Array;
  /** 3 per bone, m. */
  heads: Float64Array;
}

/** Poses at 60 frames a second. */
export interface Clip {
  name: string;
  loop: boolean;
  poses: Pose[];
}

/** Lengths in mm and shoulderSlope in degrees, under FreeSewing's own names. */
export type Measurements = Record<string, number>;

/** How an edge that is sewn to nothing is finished. */
export const FINISHES = ['hem', 'waistband', 'rib'] as const;
export type Finish = (typeof FINISHES)[number];

/** Vertices of an edge that has another finish than a hem. */
export interface FinishedEdge {
  finish: Finish;
  vertices: number[];
}

/** A garment ready to be sewn on a body. */
export interface Garment {
  name: string;
  /** 3 per vertex: placed around the body in its sewing pose, multiples of 2^-20 m. */
  positions: Float32Array;
  /** 2 per vertex: material coordinates, m, x along weft, y along warp. */
  material: Float32Array;
  triangles: Uint32Array;
  /** Panel index of every vertex, and the panels' names. */
  panel: Uint16Array;
  panelNames: string[];
  /** Vertex pairs to sew. */
  seams: Uint32Array;
  /** Vertices of the waist edge that are held at their height over the trunk; empty for tops. */
  waist: { vertex: number; triangle: number; height: number }[];
  /** Vertices of the edges that may be fixed to the body, by name. */
  fixtures: Map<string, number[]>;
  /** Pairs of neighbouring vertices along the same edges, by name. */
  pieces: Map<string, [number, number][]>;
  /** Edges that are no hems. */
  finishes: FinishedEdge[];
  /** How far the garment starts below its place and is lifted while sewing, m (trousers). */
  lift: number;
  /** Measured lengths: [stitch name, length A mm, length B mm]. */
  stitches: [string, number, number][];
}

/** Reports progress of long work, 0..1, with a short sentence. */
export type Progress = (fraction: number, what: string) => void;
