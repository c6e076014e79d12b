/** The tables of what the SVG renderer draws otherwise than a browser. They were found by experiment. */

/** Elements that a browser draws otherwise than the SVG renderer, or that the renderer leaves out. */
export const ELEMENTS = new Set([
  'foreignObject',
  'textPath',
  'feTurbulence',
  'feDisplacementMap',
  'feMorphology',
  'feDiffuseLighting',
  'feSpotLight',
]);
/** The shapes that have no markers in a browser. */
export const WITHOUT_MARKERS = new Set(['rect', 'circle', 'ellipse']);

/** True if a browser draws a value otherwise. The value is in lower case, without spaces around it. */
type ValueTest = (value: string) => boolean;

const always: ValueTest = () => true;
const unless =
  (...same: readonly string[]): ValueTest =>
  (value) =>
    !same.includes(value);
const only =
  (...different: readonly string[]): ValueTest =>
  (value) =>
    different.includes(value);

/** The properties and attributes that the renderer draws otherwise, each with the values concerned. */
export const PROPERTIES: ReadonlyMap<string, ValueTest> = new Map<string, ValueTest>(
  Object.entries({
    'vector-effect': unless('none'),
    'baseline-shift': (value) => /^(super|sub)$|%$/.test(value),
    'dominant-baseline': only('middle', 'central', 'text-after-edge', 'ideographic'),
    'alignment-baseline': only('middle'),
    'text-decoration': unless('none'),
    'text-decoration-line': unless('none'),
    'writing-mode': unless('lr', 'lr-tb', 'rl', 'rl-tb', 'horizontal-tb'),
    direction: only('rtl'),
    'unicode-bidi': unless('normal'),
    'image-rendering': unless('auto', 'optimizequality', 'smooth', 'high-quality'),
    'color-interpolation': only('linearrgb'),
    'font-variant': unless('normal'),
    'font-variant-caps': unless('normal'),
    'font-variant-ligatures': unless('normal'),
    'font-variant-numeric': unless('normal'),
    'font-variant-east-asian': unless('normal'),
    'font-variant-position': unless('normal'),
    'font-feature-settings': unless('normal'),
    'font-variation-settings': unless('normal'),
    'font-kerning': only('none'),
    'font-weight': only('lighter'),
    'font-size': (value) => /^((xx?-)?small|medium|(xx?x?-)?large)$/.test(value),
    'transform-origin': always,
    'clip-path': (value) => value !== 'none' && !value.startsWith('url('),
    mask: (value) => value !== 'none' && !/^url\([^()]*\)$/.test(value),
    rx: only('auto'),
    ry: only('auto'),
    'flood-color': only('currentcolor'),
    'lighting-color': only('currentcolor'),
  }),
);

/** The properties that only styles set, not attributes. */
export const STYLE_PROPERTIES: ReadonlyMap<string, ValueTest> = new Map<string, ValueTest>(
  Object.entries({
    ...Object.fromEntries(
      ['x', 'y', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height', 'd', 'font', 'all', 'zoom'].map((name) => [
        name,
        always,
      ]),
    ),
    transform: unless('none'),
    'transform-box': always,
    rotate: unless('none'),
    scale: unless('none'),
    translate: unless('none'),
    perspective: unless('none'),
    'mask-type': only('alpha'),
    'mask-image': unless('none'),
    'mix-blend-mode': only('plus-lighter', 'plus-darker'),
    'text-transform': unless('none'),
    'text-shadow': unless('none'),
    'white-space': unless('normal'),
    animation: unless('none'),
    'animation-name': unless('none'),
    'box-shadow': unless('none'),
  }),
);
/** The beginnings of the names of further such properties. */
export const STYLE_PREFIXES = /^(background|border|outline|offset|-webkit-(mask|text-stroke|text-fill))(-|$)/;

/** The attributes that are no properties, by their name, or by `element attribute`. */
export const ATTRIBUTES: ReadonlyMap<string, ValueTest> = new Map<string, ValueTest>(
  Object.entries({
    'marker orient': only('auto-start-reverse'),
    'radialGradient fr': (value) => Number.parseFloat(value) !== 0,
    ...Object.fromEntries(
      ['refX', 'refY', 'x', 'y', 'width', 'height', 'transform'].map((name) => [`symbol ${name}`, always]),
    ),
    'svg transform': always,
    'marker opacity': unless('1'),
    'tspan opacity': unless('1'),
    'mask mask': unless('none'),
    'feComposite operator': only('lighter'),
    pathLength: always,
    requiredFeatures: unless(''),
  }),
);

/** The properties whose values are colours. */
export const COLOURS = new Set(['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color']);
/** The attributes with values that styles may have, too: numbers with units, colours and functions. */
export const STYLED = new Set([
  ...COLOURS,
  ...['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2', 'dx', 'dy'],
  ...['stroke-width', 'stroke-dasharray', 'stroke-dashoffset', 'font-size', 'letter-spacing', 'word-spacing'],
  ...['opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity', 'filter', 'mask', 'clip-path'],
]);

/** The functions that the renderer knows as a browser does. */
export const FUNCTIONS = new Set([
  ...['rgb', 'rgba', 'hsl', 'hsla'],
  ...['blur', 'grayscale', 'brightness', 'hue-rotate', 'saturate', 'contrast', 'invert', 'sepia', 'opacity'],
  'icc-color',
]);
/** The units that the renderer does not know, or that depend on a font. */
export const UNITS = /^(ex|ch|rem|q|lh|rlh|cap|ic|[dsl]?v(w|h|min|max|b|i)|cq\w+)$/i;
export const PSEUDO_CLASSES = new Set(['first-child', 'link', 'visited', 'hover', 'active', 'focus']);
export const COMBINATORS = new Set([' ', '>', '+']);
export const AT_RULES = new Set(['charset', 'namespace', 'font-face', 'keyframes', 'page']);
