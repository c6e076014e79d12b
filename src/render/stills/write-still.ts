import sharp, { type Sharp } from 'sharp';
import { withProfile } from './png-profile.ts';
import { INPUT_OPTIONS, type RgbaImage, StillError, type StillSize, toSharp } from './still.ts';

/** A rectangle in whole pixels. */
interface Rectangle extends StillSize {
  readonly left: number;
  readonly top: number;
}

/** The size of a picture, and the placement of its content. */
export interface StillLayout extends StillSize {
  /** The part of the upright source to use. */
  readonly crop: Rectangle;
  /** The place of this part in the picture. The rest is transparent, or black if the format has no alpha. */
  readonly picture: Rectangle;
}

/** The format of a still picture and the settings of its encoder. Qualities are from 1 to 100. */
export type StillEncoding =
  | { readonly format: 'jpg'; readonly quality: number; readonly chroma: '4:2:0' | '4:4:4' }
  | { readonly format: 'webp'; readonly quality: number; readonly lossless: boolean }
  | {
      readonly format: 'avif';
      readonly quality: number;
      readonly lossless: boolean;
      readonly chroma: '4:2:0' | '4:4:4';
    }
  | { readonly format: 'gif'; readonly colours: number }
  | { readonly format: 'png' | 'tif' };

/** The changes to an animated picture. */
export interface AnimationChange {
  readonly layout: StillLayout;
  /** The factor of its speed, above 0. */
  readonly speed: number;
}

/** The facts of a written animation. */
export interface WrittenAnimation {
  readonly frameCount: number;
  /** Seconds. */
  readonly duration: number;
}

/** Seconds after which the work at a picture ends in any case. No valid picture takes so long. */
const MAX_SECONDS = 1800;
/** Browsers show a frame with a delay below 20 ms for 100 ms. */
const [SHORT_DELAY, BROWSER_DELAY] = [20, 100];
/** The unit of the delays and the shortest delay that browsers obey, in milliseconds. */
const DELAYS = { gif: { unit: 10, min: 20 }, webp: { unit: 1, min: 11 } } as const;
/** The encoder effort of AVIF. More effort takes four times as long, and the file becomes 4 % smaller. */
const AVIF_EFFORT = 2;

/**
 * Writes a still picture: upright, in sRGB, with 8 bits per channel, and without metadata.
 *
 * @param source the path of a picture that sharp reads, or pixels. Of an animated picture, the first frame.
 * @param path the local file to write. It may have any extension.
 * @throws {StillError} if the file is damaged, or cannot be written in this format.
 */
export async function writeStill(
  source: string | RgbaImage,
  layout: StillLayout,
  encoding: StillEncoding,
  path: string,
): Promise<void> {
  try {
    await encode(place(await open(source), layout, encoding), encoding).toFile(path);
  } catch (cause) {
    throw new StillError('The picture cannot be written.', { cause });
  }
}

/** The formats of animated pictures. */
export type AnimationEncoding = Extract<StillEncoding, { format: 'webp' | 'gif' }>;

/**
 * Writes an animated picture. Its frames, their times and the number of repetitions stay.
 *
 * @param source the path of an animated GIF or WebP.
 * @param path the local file to write. It may have any extension.
 * @throws {StillError} if the file is damaged, or cannot be written in this format.
 */
export async function writeAnimation(
  source: string,
  { layout, speed }: AnimationChange,
  encoding: AnimationEncoding,
  path: string,
): Promise<WrittenAnimation> {
  const animation = sharp(source, { ...INPUT_OPTIONS, animated: true }).timeout({ seconds: MAX_SECONDS });
  try {
    const { delay: delays = [], loop = 0 } = await animation.metadata();
    const delay = changeDelays(delays, speed, encoding.format);
    const placed = place(animation, layout, encoding);
    await encode(placed, encoding, { loop, delay }).toFile(path);
    return { frameCount: delay.length, duration: delay.reduce((sum, length) => sum + length, 0) / 1000 };
  } catch (cause) {
    throw new StillError('The animation cannot be written.', { cause });
  }
}

/** Returns the delays of the frames at a speed, in milliseconds. Rounding errors do not accumulate. */
function changeDelays(
  delays: readonly number[],
  speed: number,
  format: AnimationEncoding['format'],
): number[] {
  const { unit, min } = DELAYS[format];
  let [exact, written] = [0, 0];
  return delays.map((delay) => {
    exact += (delay < SHORT_DELAY ? BROWSER_DELAY : delay) / speed;
    const rounded = Math.max(min, Math.round((exact - written) / unit) * unit);
    written += rounded;
    return rounded;
  });
}

async function open(source: string | RgbaImage): Promise<Sharp> {
  const picture =
    typeof source === 'string'
      ? sharp(await withProfile(source), INPUT_OPTIONS).autoOrient()
      : fromPixels(source);
  return picture.timeout({ seconds: MAX_SECONDS });
}

/** Removes the alpha of opaque pixels, because it makes files larger. */
function fromPixels(image: RgbaImage): Sharp {
  const picture = toSharp(image);
  const { data } = image;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return picture;
  return picture.removeAlpha();
}

function place(
  source: Sharp,
  { width, height, crop, picture }: StillLayout,
  { format }: StillEncoding,
): Sharp {
  const placed = source
    .extract({ left: crop.left, top: crop.top, width: crop.width, height: crop.height })
    .resize(picture.width, picture.height, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('srgb');
  const [right, bottom] = [width - picture.left - picture.width, height - picture.top - picture.height];
  const isPadded = picture.left > 0 || picture.top > 0 || right > 0 || bottom > 0;
  const background = { r: 0, g: 0, b: 0, alpha: format === 'jpg' ? 1 : 0 };
  const padded = isPadded
    ? placed.extend({ left: picture.left, top: picture.top, right, bottom, background })
    : placed;
  return format === 'jpg' ? padded.flatten({ background: '#000' }) : padded;
}

/** The times of an animation: the number of plays, 0 for endless, and the milliseconds of each frame. */
interface Playback {
  readonly loop: number;
  readonly delay: number[];
}

function encode(picture: Sharp, encoding: StillEncoding, playback?: Playback): Sharp {
  switch (encoding.format) {
    case 'jpg':
      return picture.jpeg({ quality: encoding.quality, chromaSubsampling: encoding.chroma });
    case 'webp':
      return picture.webp({
        quality: encoding.quality,
        lossless: encoding.lossless,
        smartSubsample: true,
        ...playback,
      });
    case 'avif': {
      const { quality, lossless, chroma } = encoding;
      return picture.avif({ quality, lossless, chromaSubsampling: chroma, effort: AVIF_EFFORT });
    }
    case 'gif':
      return picture.gif({ colours: encoding.colours, ...playback });
    case 'png':
      return picture.png({ adaptiveFiltering: true });
    case 'tif':
      return picture.tiff({ compression: 'lzw', predictor: 'horizontal' });
  }
}
