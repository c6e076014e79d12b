/** A filter for resampling: the weights of samples by their distance from a result. It is symmetric. */
export interface Filter {
  /** Distance from which on samples have no weight, in samples. */
  readonly reach: number;
  /** The weights at multiples of 1 / {@link CURVE_STEPS}, from distance 0 to beyond the reach. */
  readonly curve: Float64Array;
}

/**
 * Number of steps per sample in the curve of a filter. Values between two steps are interpolated, with an
 * error of 2e-6 for the filters below. That is less than the unit of the kernels' weights.
 */
export const CURVE_STEPS = 512;

function createFilter(reach: number, weightAt: (distance: number) => number): Filter {
  const curve = Float64Array.from({ length: reach * CURVE_STEPS + 2 }, (_, step) =>
    step < reach * CURVE_STEPS ? weightAt(step / CURVE_STEPS) : 0,
  );
  return { reach, curve };
}

/** Returns Lanczos's filter: a sinc, windowed by the main lobe of a wider sinc. */
function createLanczos(lobes: number): Filter {
  return createFilter(lobes, (distance) => sinc(distance) * sinc(distance / lobes));
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** The filter that shrinks moving pictures. Still pictures are shrunk with the same filter, by libvips. */
export const LANCZOS = createLanczos(3);

/**
 * A filter that keeps almost all details that the smaller picture can hold. It makes copies of a picture
 * that are resampled once more.
 */
export const LONG_LANCZOS = createLanczos(6);

/**
 * The filter of moving drawings: the interpolation of Catmull and Rom (1974; Keys 1981, a = -1/2). It is
 * almost as sharp as {@link LANCZOS}, and overshoots only once beside an edge. On the outside of a drawing
 * that is below transparent, so it is clipped, and no second ring remains.
 */
export const CATMULL_ROM = createFilter(2, (x) =>
  x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2,
);

/**
 * The enlargements between which {@link LANCZOS} turns into {@link CATMULL_ROM}. Further enlarged, the rings
 * that Lanczos leaves beside hard edges are wide enough to be seen. Stills are enlarged with the same curve.
 */
const [LANCZOS_ENDS, CATMULL_ROM_BEGINS] = [1.5, 2.5];

/** Returns the filter of moving pictures. @param scale results per sample, above 0. */
export function createPictureFilter(scale: number): Filter {
  const share = (scale - LANCZOS_ENDS) / (CATMULL_ROM_BEGINS - LANCZOS_ENDS);
  if (share <= 0) return LANCZOS;
  if (share >= 1) return CATMULL_ROM;
  const curve = LANCZOS.curve.map(
    (weight, step) => weight + share * ((CATMULL_ROM.curve[step] ?? 0) - weight),
  );
  return { reach: LANCZOS.reach, curve };
}

/** Weights of the sample itself and its next neighbours, for {@link RESTORING}. */
const RESTORING_WEIGHTS = [1.0769, -0.0694, 0.0497, -0.0187, 0] as const;

/**
 * A filter that restores the details that {@link LANCZOS} dims when it scales a picture down. It is only
 * for results that lie exactly on samples. Its weights fit the inverse of Lanczos's frequency response with
 * least squares up to 0.42 cycles per sample, where that response is 0.77.
 */
export const RESTORING = createFilter(4, (distance) => {
  const [index, share] = [Math.floor(distance), distance % 1];
  return (1 - share) * (RESTORING_WEIGHTS[index] ?? 0) + share * (RESTORING_WEIGHTS[index + 1] ?? 0);
});
