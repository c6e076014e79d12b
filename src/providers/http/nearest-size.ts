/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The sizes that a model can make: multiples of `step` pixels with sides and areas in a range. */
export interface SizeRange {
  readonly step: number;
  readonly minSide: number;
  readonly maxSide: number;
  /** Maximum number of pixels. */
  readonly maxArea: number;
}

/**
 * Returns the choice whose aspect ratio is the nearest to that of a size. Of choices with the same ratio, returns
 * the smallest one that covers the size, else the largest one.
 *
 * @param choices sizes such as `1024x1024`, or aspect ratios such as `16:9`. At least one.
 */
export function chooseNearest<Choice extends string>(
  { width, height }: PictureSize,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const ratio = Math.log(width / height);
  const rated = choices.map((choice) => {
    const [across = 1, down = 1] = choice.split(/[x:]/).map(Number);
    const covers = across >= width && down >= height;
    return {
      choice,
      distance: Math.round(Math.abs(Math.log(across / down) - ratio) * 1e6),
      size: covers ? across * down : Number.MAX_SAFE_INTEGER - across * down,
    };
  });
  rated.sort((a, b) => a.distance - b.distance || a.size - b.size);
  return rated[0]?.choice ?? choices[0];
}

/** Returns the size in a range that is the nearest to a size. Keeps the aspect ratio as far as the range allows. */
export function fitSize({ width, height }: PictureSize, range: SizeRange): PictureSize {
  const { step, minSide, maxSide, maxArea } = range;
  const shrink = Math.min(1, maxSide / Math.max(width, height), Math.sqrt(maxArea / (width * height)));
  const scale = Math.max(
    shrink,
    Math.min(minSide / Math.min(width, height), maxSide / Math.max(width, height)),
  );
  const round = (side: number): number =>
    Math.min(maxSide, Math.max(minSide, Math.round((side * scale) / step) * step));
  return { width: round(width), height: round(height) };
}
