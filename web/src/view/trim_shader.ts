// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The shader of cloth: print and weave in material coordinates, and what a seamstress adds, from the distances to the
// edges of the pattern: folded hems, seams, rows of stitches, waistbands and ribs. Rows that are narrower than a pixel
// fade to their mean, so that nothing flickers from far away.

/** Before the shader of the library. */
export const VERTEX_HEAD = `
  attribute vec4 edgePlace;
  attribute vec2 edgeKind;
  varying vec2 vCloth;
  varying vec4 vEdge;
  varying vec2 vKind;
`;

/** With the texture coordinates. */
export const VERTEX_BODY = `
  vCloth = uv;
  vEdge = edgePlace;
  vKind = edgeKind;
`;

/** With the projection: depth, and only that, is a little nearer, so that what is worn below does not show in the chords. */
export const VERTEX_DEPTH = `
  float nearer = min(mvPosition.z + 0.0016, -1e-3);
  vec4 nearerClip = projectionMatrix * vec4(mvPosition.xy, nearer, 1.0);
  gl_Position.z = nearerClip.z / nearerClip.w * gl_Position.w;
`;

export const FRAGMENT_HEAD = `
  varying vec2 vCloth;
  varying vec4 vEdge; // mm: to the open edge, along it; to the seam, along it
  varying vec2 vKind; // finish of the open edge; side of the seam
  uniform vec2 clothScale; // repeats of print and weave, 1/m
  uniform vec4 weftColour; // and how much of it shows
  uniform vec3 dyeColour;
  uniform vec3 threadColour;
  uniform vec4 hemTrim; // depth, two rows, wear
  uniform vec4 seamTrim; // two rows, both sides, -
  uniform vec3 stitchTrim; // length, share on top, thickness
  uniform vec2 bandTrim; // depth of a waistband, of a rib

  vec4 weaveTexel;
  vec2 trimSlope; // of the surface, mm a pixel
  vec2 trimBand; // in a waistband, in a rib

  // Share of a pixel of size px that a stripe of half width w at distance x covers.
  float stripe(float x, float w, float px) {
    return (clamp((x + w) / px, -0.5, 0.5) - clamp((x - w) / px, -0.5, 0.5)) * step(0.001, w);
  }

  // A row of stitches at x = 0.
  float stitches(float x, float along, float px, float pxAlong) {
    float f = abs(fract(along / stitchTrim.x) - 0.5) * stitchTrim.x;
    float part = 0.5 * stitchTrim.y * stitchTrim.x;
    float dash = clamp((part - f) / max(pxAlong, 0.05) + 0.5, 0.0, 1.0);
    float lost = smoothstep(0.35, 0.8, pxAlong / stitchTrim.x);
    return stripe(x, 0.5 * stitchTrim.z, px) * mix(dash, stitchTrim.y, lost);
  }

  // How much of a distance changes with each millimetre of cloth: 1, but 0 in a triangle whose corners all lie on edges,
  // as in the angle between two seams: there it is 0 throughout and tells nothing.
  float slopeOf(float overX, float overY) {
    vec2 clothX = dFdx(vCloth) * 1000.0;
    vec2 clothY = dFdy(vCloth) * 1000.0;
    float area = clothX.x * clothY.y - clothX.y * clothY.x;
    vec2 slope = vec2(overX * clothY.y - overY * clothX.y, overY * clothX.x - overX * clothY.x);
    return length(slope) / max(abs(area), 1e-6);
  }

  // A groove of depth and width at x = 0: its slope over x.
  float groove(float x, float deep, float wide) {
    float t = x / wide;
    return deep * 2.0 * t / wide * exp(-t * t);
  }
`;

/** Instead of the library's map: print, weave, trim. */
export const FRAGMENT_COLOUR = `
  {
    vec4 edgeX = dFdx(vEdge);
    vec4 edgeY = dFdy(vEdge);
    vec4 px = max(sqrt(edgeX * edgeX + edgeY * edgeY), vec4(1e-4));
    float sewn = step(0.2, slopeOf(edgeX.z, edgeY.z));
    float band = step(0.5, vKind.x) * step(vKind.x, 1.5);
    float rib = step(1.5, vKind.x);
    float bandDepth = band * bandTrim.x + rib * bandTrim.y;
    float inBand = step(vEdge.x, bandDepth) * step(0.001, bandDepth);
    trimBand = inBand * vec2(band, rib);
    trimSlope = vec2(0.0);

    vec2 place = mix(vCloth, vec2(vEdge.y, -vEdge.x) * 0.001, inBand);
    weaveTexel = texture2D(normalMap, place * clothScale.y, 0.6); // a little soft, lest a knit beats with the pixels
    // Round the fold of an edge the weave is not followed.
    weaveTexel = mix(vec4(0.5, 0.5, 0.667, weftColour.a * 0.4), weaveTexel, smoothstep(0.2, 1.6, vEdge.x));
    // A rib is knitted in the dye alone.
    diffuseColor.rgb *= mix(texture2D(map, place * clothScale.x).rgb, dyeColour, trimBand.y);
    float weft = gl_FrontFacing ? weaveTexel.a : 1.0 - 0.5 * weaveTexel.a; // the back of a twill shows the weft
    diffuseColor.rgb = mix(diffuseColor.rgb, weftColour.rgb, weft * weftColour.a);
    diffuseColor.rgb *= weaveTexel.b * 1.5;

    float near = min(vEdge.x, vEdge.z);
    if (near < 48.0) {
      // Finer than the pixels, relief is left out.
      vec2 fine = 1.0 / (1.0 + px.xz * px.xz);
      float thread = 0.0;
      float dark = 0.0;
      float worn = 0.0;
      float plain = 1.0 - inBand;

      // Seams: the fold, and stitches beside it.
      float d = vEdge.z;
      float pressed = sewn * exp(-d * d / 2.2);
      dark += 0.42 * pressed * plain / (1.0 + 0.35 * px.z);
      worn += sewn * exp(-d * d / 30.0);
      float slope = plain * groove(d, 0.55, 1.6);
      float side = max(seamTrim.z, step(0.5, vKind.y)) * plain;
      vec2 rows = seamTrim.xy;
      float pxAlong = px.w > 3.0 * px.z ? 1e3 : px.w;
      vec2 s = vec2(stitches(d - rows.x, vEdge.w, px.z, pxAlong), stitches(d - rows.y, vEdge.w, px.z, pxAlong));
      thread += side * dot(s, step(0.5, rows));
      slope += side * (step(0.5, rows.x) * groove(d - rows.x, 0.22, 1.3) + step(0.5, rows.y) * groove(d - rows.y, 0.22, 1.3));
      trimSlope += fine.y * slope * vec2(edgeX.z, edgeY.z);

      // Hems: two layers up to the depth, rows over it.
      d = vEdge.x;
      float hem = 1.0 - band - rib;
      pxAlong = px.y > 3.0 * px.x ? 1e3 : px.y;
      rows = hem * hemTrim.yz + (band + rib) * vec2(bandDepth + (rib > 0.5 ? 3.0 : -3.0), band * 3.0);
      s = vec2(stitches(d - rows.x, vEdge.y, px.x, pxAlong), stitches(d - rows.y, vEdge.y, px.x, pxAlong));
      thread += dot(s, step(0.5, rows));
      slope = step(0.5, rows.x) * groove(d - rows.x, 0.3, 1.6) + step(0.5, rows.y) * groove(d - rows.y, 0.3, 1.6);
      float fold = hem * hemTrim.x + bandDepth;
      slope -= 0.5 * exp(-pow((d - fold) / 1.1, 2.0)); // the second layer ends
      float row = (d - rows.x) / 6.0;
      float pull = 0.05 * hem * exp(-row * row) * cos(vEdge.y * 0.78) * step(px.y, 3.0);
      trimSlope += fine.x * (slope * vec2(edgeX.x, edgeY.x) + pull * vec2(edgeX.y, edgeY.y));
      float step1 = (d - fold) / 1.2;
      dark += (0.12 * hem + 0.34 * (band + rib)) * exp(-step1 * step1) / (1.0 + 0.35 * px.x);
      if (!gl_FrontFacing) dark += 0.25 * hem * exp(-step1 * step1);
      worn += exp(-d * d / 40.0) + 0.5 * exp(-step1 * step1 * 0.2);

      // Ribs run across the band.
      float phase = vEdge.y * 2.1;
      float ribs = trimBand.y / (1.0 + px.y * px.y * 1.4);
      dark += 0.3 * ribs * (0.5 - 0.5 * cos(phase));
      trimSlope += 0.42 * ribs * sin(phase) * vec2(edgeX.y, edgeY.y);

      float wear = hemTrim.w * min(worn, 1.0);
      diffuseColor.rgb = wear > 0.0 ? mix(diffuseColor.rgb, weftColour.rgb, wear) : diffuseColor.rgb * (1.0 + wear);
      diffuseColor.rgb *= 1.0 - min(dark, 0.7);
      diffuseColor.rgb = mix(diffuseColor.rgb, threadColour, min(thread, 1.0));
    }
  }
`;

/** Instead of the library's normal map: the weave, then the slopes of the trim. */
export const FRAGMENT_NORMAL = `
  {
    vec3 fibre = vec3(weaveTexel.xy * 2.0 - 1.0, 0.0);
    if (trimBand.x + trimBand.y > 0.5) fibre.xy = vec2(fibre.y, -fibre.x);
    fibre.z = sqrt(max(0.0, 1.0 - dot(fibre.xy, fibre.xy)));
    normal = normalize(tbn * vec3(fibre.xy * normalScale, fibre.z));
    vec3 across = dFdx(vViewPosition) * -1000.0;
    vec3 up = dFdy(vViewPosition) * -1000.0;
    vec3 r1 = cross(up, normal);
    vec3 r2 = cross(normal, across);
    float volume = dot(across, r1) * faceDirection;
    vec3 gradient = sign(volume) * (trimSlope.x * r1 + trimSlope.y * r2);
    normal = normalize(abs(volume) * normal - gradient);
    // Smoothed normals may look away where a fold turns; what looks away glitters.
    vec3 eye = normalize(vViewPosition);
    normal = normalize(normal + max(0.0, 0.12 - dot(normal, eye)) * eye);
  }
`;
