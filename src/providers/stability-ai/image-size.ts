/** The size of an image in whole pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Engines of SDXL have a list of sizes. */
const SDXL_SIZES: readonly (readonly [number, number])[] = [
  [1024, 1024],
  [1152, 896],
  [1216, 832],
  [1344, 768],
  [1536, 640],
];
const XL_SIZES: readonly ImageSize[] = SDXL_SIZES.flatMap(([long, short]) => [
  { width: long, height: short },
  ...(long === short ? [] : [{ width: short, height: long }]),
]);

const BETA_SIZES = listSizes(128, 896, ({ width, height }) => Math.min(width, height) <= 512);
const V1_SIZES = listSizes(320, 1536, () => true);
const V2_SIZES = listSizes(128, 2048, ({ width, height }) => {
  const pixels = width * height;
  return pixels >= 512 * 512 && pixels <= 1024 * 1024;
});

/** Weight of a difference in shape, compared to one in the number of pixels. */
const SHAPE_WEIGHT = 8;

/**
 * Returns the size to ask an engine for: the wanted one if the engine allows it, else the allowed one that is
 * nearest in shape, then in size.
 *
 * @param engine name of the engine. Of an unknown engine, only multiples of 64 are known to be allowed.
 */
export function chooseImageSize(engine: string, wanted: ImageSize): ImageSize {
  const sizes = sizesOf(engine);
  if (!sizes) return { width: roundTo64(wanted.width), height: roundTo64(wanted.height) };
  const distanceTo = ({ width, height }: ImageSize): number =>
    SHAPE_WEIGHT * Math.abs(Math.log((width * wanted.height) / (height * wanted.width))) +
    Math.abs(Math.log((width * height) / (wanted.width * wanted.height)));
  return sizes.reduce((best, size) => (distanceTo(size) < distanceTo(best) ? size : best));
}

/** Returns the sizes that an engine allows. Undefined if the engine is unknown. */
function sizesOf(engine: string): readonly ImageSize[] | undefined {
  if (engine.startsWith('stable-diffusion-xl-1024-')) return XL_SIZES;
  if (engine.startsWith('stable-diffusion-xl-beta-')) return BETA_SIZES;
  if (engine.startsWith('stable-diffusion-v1-')) return V1_SIZES;
  if (engine.startsWith('stable-diffusion-512-')) return V2_SIZES;
  return undefined;
}

function listSizes(min: number, max: number, isAllowed: (size: ImageSize) => boolean): ImageSize[] {
  const sides = Array.from({ length: (max - min) / 64 + 1 }, (_, index) => min + 64 * index);
  return sides.flatMap((width) => sides.map((height) => ({ width, height }))).filter(isAllowed);
}

function roundTo64(pixels: number): number {
  return Math.max(128, Math.round(pixels / 64) * 64);
}
