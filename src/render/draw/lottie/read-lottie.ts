import { tryParseJson } from '../../../base/try-parse-json.ts';
import { countLottieLayers, type LottiePart } from './count-lottie-layers.ts';

/** Maximum number of layers of an animation, with those that compositions repeat. Loading them takes about a second. */
const MAX_LAYERS = 10_000;
/** Maximum side of an animation in its own units. It is drawn at the size at which it is shown. */
const MAX_SIDE = 16_384;
const MAX_RATE = 1000;
const MAX_HOURS = 12;
const TEXT_LAYER = 5;

/** An animation that cannot be used. The message is a phrase that follows the name of the file. */
export class LottieError extends Error {}

/** The facts of a Lottie animation. */
export interface LottieFacts {
  readonly width: number;
  readonly height: number;
  /** Frames per second, more than 0. Whole or not. */
  readonly rate: number;
  /** Number of frames, more than 0. Whole or not. */
  readonly frames: number;
}

/**
 * Reads the facts of a Lottie animation, and checks what it costs and what it needs. Text layers need fonts of the
 * machine, so they are rejected.
 *
 * @throws {LottieError} if the text is not a Lottie animation or if it needs too much.
 */
export function readLottie(text: string): LottieFacts {
  const root = tryParseJson(text) as Readonly<Record<string, unknown>> | null | undefined;
  if (typeof root !== 'object' || root === null || !Array.isArray(root['layers']))
    throw new LottieError('is a JSON file, but not a Lottie animation');
  const numberOf = (key: string): number => (typeof root[key] === 'number' ? root[key] : NaN);
  const [width, height, rate] = [numberOf('w'), numberOf('h'), numberOf('fr')];
  const frames = numberOf('op') - numberOf('ip');
  if (!(width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE))
    throw new LottieError(`is a Lottie animation whose sides are not between 1 and ${MAX_SIDE}`);
  if (!(rate > 0 && rate <= MAX_RATE && frames > 0 && frames / rate <= MAX_HOURS * 3600))
    throw new LottieError(
      `is a Lottie animation without a frame rate up to ${MAX_RATE} and a duration up to ${MAX_HOURS} hours`,
    );
  checkLayers(root);
  return { width, height, rate, frames };
}

/** True if an image of the animation is not inside the file. */
function hasOuterImage({ assets }: LottiePart): boolean {
  if (!Array.isArray(assets)) return false;
  return assets.some((asset: unknown) => {
    const path = typeof asset === 'object' && asset !== null && 'p' in asset ? asset.p : undefined;
    return path !== undefined && !(typeof path === 'string' && path.startsWith('data:'));
  });
}

function checkLayers(root: LottiePart): void {
  const { layers, types } = countLottieLayers(root, MAX_LAYERS);
  if (layers > MAX_LAYERS)
    throw new LottieError(
      `is a Lottie animation with too many layers and copies: more than ${MAX_LAYERS} with those that are repeated`,
    );
  if (types.has(TEXT_LAYER))
    throw new LottieError(
      'is a Lottie animation with text, which looks different on each machine. Convert the text to shapes',
    );
  if (hasOuterImage(root))
    throw new LottieError('is a Lottie animation with images in other files. Embed them as data URIs');
}
