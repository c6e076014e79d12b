/**
 * An affine transform of output pixels, with the coefficients of the Canvas API: x' = a x + c y + e, y' = b x
 * + d y + f. Positive y points down.
 */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/**
 * The changes of a layer about its centre, in the order in which they apply: flip, scale, skew, rotation,
 * move.
 */
export interface LayerTransform {
  readonly flip: { readonly horizontal: boolean; readonly vertical: boolean };
  readonly scale: number;
  /** Shear factors: x' = x + sx y, y' = y + sy x. Positive y points up (contract C26). */
  readonly skew: { readonly x: number; readonly y: number };
  /** Degrees clockwise. */
  readonly angle: number;
  /** Pixels. Positive y points down. */
  readonly move: { readonly x: number; readonly y: number };
}

/** Returns the matrix of a transform about a point of the output. */
export function matrixOf(change: LayerTransform, centre: { readonly x: number; readonly y: number }): Matrix {
  const { flip, scale, skew, angle, move } = change;
  const across = flip.horizontal ? -scale : scale;
  const down = flip.vertical ? -scale : scale;
  const { cos, sin } = sineAndCosine(angle);
  // The columns of rotation times shear. The signs of the shear are inverted because y points down here.
  const a = (cos + sin * skew.y) * across;
  const b = (sin - cos * skew.y) * across;
  const c = (-cos * skew.x - sin) * down;
  const d = (-sin * skew.x + cos) * down;
  return {
    a,
    b,
    c,
    d,
    e: centre.x + move.x - a * centre.x - c * centre.y,
    f: centre.y + move.y - b * centre.x - d * centre.y,
  };
}

/**
 * Returns the cosine and sine of an angle in degrees. They are exact for quarter turns, so that edges stay
 * sharp.
 */
function sineAndCosine(angle: number): { cos: number; sin: number } {
  if (angle % 90 === 0) {
    const quarter = (((angle / 90) % 4) + 4) % 4;
    return { cos: [1, 0, -1, 0][quarter] ?? 1, sin: [0, 1, 0, -1][quarter] ?? 0 };
  }
  const radians = (angle * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

/** Maps a point. */
export function mapPoint({ a, b, c, d, e, f }: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Returns the inverse of a matrix. `undefined` if the matrix maps all points to one line. */
export function invertMatrix({ a, b, c, d, e, f }: Matrix): Matrix | undefined {
  const area = a * d - b * c;
  if (area === 0) return undefined;
  return {
    a: d / area,
    b: -b / area,
    c: -c / area,
    d: a / area,
    e: (c * f - d * e) / area,
    f: (b * e - a * f) / area,
  };
}
