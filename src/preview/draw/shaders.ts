// The programs of the graphics card. Colours are gamma-coded and multiplied by their alpha, as the engine blends them.

/** Places a rectangle of a layer on the picture. */
export const VERTEX = `#version 300 es
uniform vec4 quad;
uniform mat3x2 place;
uniform vec3 depth;
out vec2 at;
void main() {
  at = quad.xy + vec2(gl_VertexID & 1, gl_VertexID >> 1) * quad.zw;
  gl_Position = vec4(place * vec3(at, 1.0), 0.0, 1.0 + dot(depth, vec3(at, 1.0)));
}`;

/**
 * Reads a picture at a point of its layer: `box` is the place of the part `source` of the picture. It is enlarged by
 * Lanczos's filter, by the curve of Catmull and Rom, or by something between them, as by the engine, which changes
 * nothing on the texels themselves.
 */
const READING = `#version 300 es
precision highp float;
in vec2 at;
out vec4 colour;
uniform sampler2D picture;
uniform vec4 box;
uniform vec4 source;
uniform vec4 limit;
uniform float level;

vec4 texel(vec2 point) {
  vec2 kept = clamp(point, limit.xy, limit.zw);
#ifdef STACKED
  float alpha = textureLod(picture, kept + vec2(0.0, 0.5), 0.0).r;
  return vec4(textureLod(picture, kept, 0.0).rgb * alpha, alpha);
#else
  return textureLod(picture, kept, level);
#endif
}

#ifdef SHARP
float sinc(float x) {
  return x == 0.0 ? 1.0 : sin(3.14159265 * x) / (3.14159265 * x);
}

uniform vec2 cubic;
uniform vec2 stretch;
float weight(float distance, float stretch, float cubic) {
  float x = abs(distance) / stretch;
  float lanczos = x < 3.0 ? sinc(x) * sinc(x / 3.0) : 0.0;
  float catmull = x < 1.0 ? (1.5 * x - 2.5) * x * x + 1.0 : x < 2.0 ? ((2.5 - 0.5 * x) * x - 4.0) * x + 2.0 : 0.0;
  return mix(lanczos, catmull, cubic);
}

vec4 sharp(vec2 point) {
  vec2 size = vec2(textureSize(picture, 0));
  vec2 place = point * size - 0.5;
  vec2 first = floor(place) - 2.0;
  ivec4 last = ivec4(limit * size.xyxy);
  float across[6];
  vec2 weights = vec2(0.0);
  for (int column = 0; column < 6; column++) {
    across[column] = weight(first.x + float(column) - place.x, stretch.x, cubic.x);
    weights.x += across[column];
  }
  vec4 sum = vec4(0.0);
  for (int row = 0; row < 6; row++) {
    float down = weight(first.y + float(row) - place.y, stretch.y, cubic.y);
    weights.y += down;
    vec4 line = vec4(0.0);
    for (int column = 0; column < 6; column++)
      line += across[column] * texelFetch(picture, clamp(ivec2(first) + ivec2(column, row), last.xy, last.zw), 0);
    sum += down * line;
  }
  sum /= weights.x * weights.y;
  float alpha = clamp(sum.a, 0.0, 1.0);
  return vec4(clamp(sum.rgb, 0.0, alpha), alpha);
}
#endif

vec4 read() {
  vec2 point = source.xy + (at - box.xy) / box.zw * source.zw;
#if defined(SHARP)
  return sharp(point);
#elif defined(EXACT)
  return texelFetch(picture, ivec2(clamp(point, limit.xy, limit.zw) * vec2(textureSize(picture, 0))), 0);
#elif defined(REDUCED)
  vec2 across = dFdx(point) / 4.0;
  vec2 down = dFdy(point) / 4.0;
  return (texel(point - across - down) + texel(point + across - down)
    + texel(point - across + down) + texel(point + across + down)) / 4.0;
#else
  return texel(point);
#endif
}

const vec3 LUMA = vec3(0.2126, 0.7152, 0.0722);
`;

/**
 * Draws a layer. `covered` is the share of a pixel between two edges, and `coverDistance` the size of the shape that
 * has a place on its edge.
 */
export const LAYER = `${READING}
uniform vec4 edges;
uniform vec2 pixel;
uniform vec2 span;
uniform vec2 wipe;
uniform vec4 shaped;
uniform vec2 edge;
uniform vec2 star;
uniform float opacity;
uniform vec3 adjustment;
uniform highp sampler3D grade;
uniform vec3 vignette;
uniform vec4 shown;
uniform sampler2D mask;

float covered(float position, float size, float from, float to) {
  return clamp(min(position + size / 2.0, to) - max(position - size / 2.0, from), 0.0, size) / size;
}

#ifdef COVERED
float coverDistance(vec2 place, float aspect) {
  vec2 p = vec2(abs(place.x) * aspect, abs(place.y));
#if defined(ELLIPSE)
  return length(place);
#elif defined(RECTANGLE)
  return max(abs(place.x), p.y);
#elif defined(DIAMOND)
  return p.x + p.y;
#elif defined(HEART)
  return place.y > 0.0 || p.x + p.y == 0.0 ? p.x + p.y : dot(p, p) / (p.x + p.y);
#elif defined(STAR)
  float turn = p == vec2(0.0) ? 0.0 : atan(p.x, -place.y);
  float folded = abs(turn - 2.0 * star.x * floor(turn / (2.0 * star.x) + 0.5));
  return length(p) * (cos(folded) + star.y * sin(folded));
#elif defined(HORIZONTAL)
  return abs(place.x);
#elif defined(VERTICAL)
  return p.y;
#else
  return length(p);
#endif
}
#endif

void main() {
  float share = opacity;
#ifdef CUT
#ifdef IN_SPACE
  vec2 soft = vec2(length(vec2(dFdx(at.x), dFdy(at.x))), length(vec2(dFdx(at.y), dFdy(at.y))));
#else
  vec2 soft = pixel;
#endif
  share *= covered(at.x, soft.x, edges.x, edges.z) * covered(at.y, soft.y, edges.y, edges.w);
#endif
#ifdef WIPED
  share *= clamp(mix(wipe.x, wipe.y, (at.x - span.x) / span.y), 0.0, 1.0);
#endif
#ifdef COVERED
  float inside = (edge.x - coverDistance((at - shaped.xy) / shaped.zw * 2.0 - 1.0, abs(shaped.z / shaped.w))) * edge.y;
  share *= clamp(edge.y < 0.0 ? 1.0 + inside : inside, 0.0, 1.0);
#endif
#ifdef MASKED
  share *= texelFetch(mask, ivec2(gl_FragCoord.xy), 0).r;
#endif
  vec4 found = read();
#ifdef FILTERED
  if (found.a > 0.0) {
    vec3 straight = found.rgb / found.a;
    float base = (adjustment.x - adjustment.z) * dot(LUMA, straight) + adjustment.y;
    found.rgb = clamp(base + adjustment.z * straight, 0.0, 1.0) * found.a;
  }
#endif
#ifdef GRADED
  if (found.a > 0.0) {
    float side = float(textureSize(grade, 0).x);
    found.rgb = texture(grade, found.rgb / found.a * (side - 1.0) / side + 0.5 / side).rgb * found.a;
  }
#endif
#ifdef VIGNETTE
  vec2 distance = (at - shown.xy) / shown.zw * 2.0 - 1.0;
  float part = clamp((length(distance) / sqrt(2.0) - vignette.y) / vignette.z, 0.0, 1.0);
  found.rgb *= 1.0 - vignette.x * part * part * (3.0 - 2.0 * part);
#endif
  colour = found * share;
}`;

/** Draws the coverage of a luma matte. */
export const MATTE = `${READING}
uniform float inversion;
void main() {
  colour = vec4(abs(inversion - dot(LUMA, read().rgb)));
}`;

/** Draws how much a layer is seen that dissolves into the layer whose alpha is in the picture. */
export const DISSOLVE = `#version 300 es
precision highp float;
out vec4 colour;
uniform sampler2D picture;
uniform float share;
void main() {
  float free = 1.0 - texelFetch(picture, ivec2(gl_FragCoord.xy), 0).a;
  colour = vec4(free <= 1.0 - share ? 1.0 : (1.0 - share) / free);
}`;

/** Draws a picture moved and blurred along a movement. Both are in its pixels. */
export const SMEAR = `#version 300 es
precision highp float;
out vec4 colour;
uniform sampler2D picture;
uniform vec2 shift;
uniform vec2 trail;
uniform float mirrored;
void main() {
  vec2 size = vec2(textureSize(picture, 0));
  vec4 sum = vec4(0.0);
  for (int index = 0; index < 96; index++) {
    vec2 point = gl_FragCoord.xy - shift + trail * ((float(index) + 0.5) / 96.0 - 0.5);
    bool isInside = point == clamp(point, vec2(0.0), size);
    if (isInside || mirrored > 0.5) sum += textureLod(picture, (size - abs(size - abs(point))) / size, 0.0);
  }
  colour = sum / 96.0;
}`;

/** Mixes a picture with the one below it, by the same formulas as the engine. */
export const MIXTURE = `#version 300 es
precision highp float;
out vec4 colour;
uniform sampler2D picture;
uniform sampler2D mask;
vec3 hardLight(vec3 below, vec3 above) {
  vec3 twice = 2.0 * above - 1.0;
  return mix(2.0 * below * above, below + twice - below * twice, step(0.5, above));
}
float luminosity(vec3 of) {
  return dot(of, vec3(0.3, 0.59, 0.11));
}
vec3 withLuminosity(vec3 of, float wanted) {
  vec3 moved = of + wanted - luminosity(of);
  float least = min(moved.r, min(moved.g, moved.b));
  float most = max(moved.r, max(moved.g, moved.b));
  float low = least < 0.0 ? wanted / (wanted - least) : 1.0;
  float high = most > 1.0 ? (1.0 - wanted) / (most - wanted) : 1.0;
  return wanted + min(low, high) * (moved - wanted);
}
vec3 mixed(vec3 below, vec3 above) {
#if defined(MULTIPLY)
  return below * above;
#elif defined(SCREEN)
  return below + above - below * above;
#elif defined(OVERLAY)
  return hardLight(above, below);
#elif defined(SOFT_LIGHT)
  vec3 curve = mix(((16.0 * below - 12.0) * below + 4.0) * below, sqrt(below), step(0.25, below));
  vec3 darker = below - (1.0 - 2.0 * above) * below * (1.0 - below);
  return mix(darker, below + (2.0 * above - 1.0) * (curve - below), step(0.5, above));
#elif defined(HARD_LIGHT)
  return hardLight(below, above);
#elif defined(ADD)
  return min(vec3(1.0), below + above);
#elif defined(DARKEN)
  return min(below, above);
#elif defined(LIGHTEN)
  return max(below, above);
#elif defined(DIFFERENCE)
  return abs(below - above);
#elif defined(COLOR)
  return withLuminosity(above, luminosity(below));
#else
  return withLuminosity(below, luminosity(above));
#endif
}
void main() {
  vec4 above = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
  vec4 below = texelFetch(mask, ivec2(gl_FragCoord.xy), 0);
  vec3 both = mixed(below.rgb / max(below.a, 0.001), above.rgb / max(above.a, 0.001));
  colour = above + (1.0 - above.a) * below;
  colour.rgb = (1.0 - below.a) * above.rgb + (1.0 - above.a) * below.rgb + above.a * below.a * both;
}`;

/** Blurs along one axis. \`step\` is one texel along it. */
export const BLUR = `#version 300 es
precision highp float;
in vec2 at;
out vec4 colour;
uniform sampler2D picture;
uniform vec2 step_;
uniform float sigma;
void main() {
  vec4 sum = vec4(0.0);
  float weights = 0.0;
  for (int index = -9; index <= 9; index++) {
    float weight = exp(-float(index * index) / (2.0 * sigma * sigma));
    sum += weight * texture(picture, at + float(index) * step_);
    weights += weight;
  }
  colour = sum / weights;
}`;

/** Gives a picture of the view round corners and a border, as the engine does. `by` has the edges of the border, from that of the picture. */
export const RIM = `#version 300 es
precision highp float;
in vec2 at;
out vec4 colour;
uniform sampler2D picture;
uniform float density;
uniform vec4 rect;
uniform vec4 radii;
uniform vec2 by;
uniform float cut;
uniform vec4 border;
float corner(float radius, vec2 inside) {
  return clamp((radius - length(radius - inside)) * density + 0.5, 0.0, 1.0);
}
float covered(float grown, bool hasEdges) {
  vec2 near = at - rect.xy + grown;
  vec2 far = rect.zw + 2.0 * grown - near;
  vec4 r = max(radii + grown, 0.0) * step(0.001, radii);
  if (near.x < r.x && near.y < r.x) return corner(r.x, near);
  if (far.x < r.y && near.y < r.y) return corner(r.y, vec2(far.x, near.y));
  if (far.x < r.z && far.y < r.z) return corner(r.z, far);
  if (near.x < r.w && far.y < r.w) return corner(r.w, vec2(near.x, far.y));
  vec2 side = clamp(min(near, far) * density + 0.5, 0.0, 1.0);
  return hasEdges ? side.x * side.y : 1.0;
}
void main() {
  vec4 found = texelFetch(picture, ivec2(gl_FragCoord.xy), 0) * covered(0.0, cut > 0.5);
  float line = border.a * max(0.0, covered(by.x, true) - covered(by.y, true));
  colour = vec4(border.rgb, 1.0) * line + found * (1.0 - line);
}`;

/** Draws the alpha of a picture in one colour. */
export const SHADOW = `#version 300 es
precision highp float;
out vec4 colour;
uniform sampler2D picture;
uniform vec2 shift;
uniform vec2 size;
uniform vec4 tint;
void main() {
  float alpha = textureLod(picture, (gl_FragCoord.xy - shift) / size, 0.0).a * tint.a;
  colour = vec4(tint.rgb * alpha, alpha);
}`;
