/** An affine map of the output's pixels, y downwards, as canvases have it: x' = a x + c y + e, y' = b x + d y + f. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** What is done to a layer about its centre, in this order: mirrored, scaled, sheared, turned, moved. */
export interface LayerTransform {
  readonly flip: { readonly horizontal: boolean; readonly vertical: boolean };
  readonly scale: number;
  /** Shear factors, y upwards: x' = x + sx y, y' = y + sy x (contract C26). */
  readonly skew: { readonly x: number; readonly y: number };
  /** Degrees clockwise. */
  readonly angle: number;
  /** Pixels, y downwards. */
  readonly move: { readonly x: number; readonly y: number };
}

/** The map of a change about a point of the output. */
export function matrixOf(change: LayerTransform, centre: { readonly x: number; readonly y: number }): Matrix {
  const { flip, scale, skew, angle, move } = change;
  const across = flip.horizontal ? -scale : scale;
  const down = flip.vertical ? -scale : scale;
  const { cos, sin } = sineAndCosine(angle);
  // Columns of the turn times the shear, whose signs are turned because y points down here.
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

/** Exact for quarter turns, so that their edges stay sharp. */
function sineAndCosine(angle: number): { cos: number; sin: number } {
  if (angle % 90 === 0) {
    const quarter = (((angle / 90) % 4) + 4) % 4;
    return { cos: [1, 0, -1, 0][quarter] ?? 1, sin: [0, 1, 0, -1][quarter] ?? 0 };
  }
  const radians = (angle * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

/** Where a point goes. */
export function mapPoint({ a, b, c, d, e, f }: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** The map that undoes another; undefined where that lays everything on one line. */
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
