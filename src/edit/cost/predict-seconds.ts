import type { CostFacts, EncodedKind } from './cost-facts.ts';
import type { ClipWork } from './measure-clips.ts';

// All constants are seconds on two cores, fitted to the measurements in docs/performance.md ("Prediction").

/** Start of a render: its process, the fetching and the end. */
const START = 0.5;
/** Time to probe and open one file. */
const FILE = 0.08;
/** Time to draw one page of HTML in a browser, and to start the browser. */
const PAGE = 0.3;
const BROWSER = 1.5;
/** Time to film one megapixel of a moving page in a browser: 0.1 s for a frame of 1080p. */
const FILM = 0.05;
/** Time to decode and scale one second of a video at 25 frames per second, per megapixel of the output. */
const DECODE = { base: 0.06, perMegapixel: 0.06 };
/** Time to draw one megapixel of a moving layer. */
const DRAW = 0.0025;
/** Time to mix and encode one second of sound. */
const SOUND = 0.025;
/** Time to read one second of a voice beforehand. */
const VOICE = 0.009;
/** Time to measure the loudness of one second of sound, which is mixed two to five times for it. */
const LOUDNESS = 0.03;
/** Time to wait for a service that makes an image, a video or a speech. */
const GENERATED = { images: 8, videos: 60, speeches: 3 };
/** Frames of a picture without motion that are encoded after it begins. */
const STILL_FRAMES = 6;
/** Work of the encoder at moving drawings and letters, compared with that at moving photographs. */
const DRAWINGS = 0.25;
/** Time to re-encode one second of a video that cannot be read exactly. */
const PREPARE = 1.2;

/** Time to compose and encode one megapixel, by codec or format. */
const ENCODE: Readonly<Record<EncodedKind, number>> = {
  h264: 0.016,
  hevc: 0.07,
  vp9: 0.022,
  av1: 0.022,
  prores422: 0.07,
  prores4444: 0.25,
  gif: 0.06,
  mp3: 0,
  m4a: 0,
  wav: 0,
  jpg: 0.03,
  png: 0.15,
  bmp: 0.02,
  zip: 0.15,
  hls: 0.016,
};
/** Work of the encoder by quality, compared with `medium`. */
const QUALITY = { verylow: 0.7, low: 0.8, medium: 1, high: 1.3, veryhigh: 1.5 };

/** Predicts the seconds of a render on two cores. */
export function predictSeconds(facts: CostFacts, work: ClipWork): number {
  const { output, kind, rate, seconds, megapixels, encodedMegapixels } = facts;
  const { generated, files } = work;
  const frames = Math.max(1, seconds * rate);
  const photographic = Math.min(frames, work.photographicSeconds * rate);
  const moving = Math.min(frames, work.movingSeconds * rate);
  const still = Math.min(frames - moving, work.scenes * STILL_FRAMES);
  const encodedFrames = photographic + DRAWINGS * (moving - photographic) + still;
  const encode = ENCODE[kind] * QUALITY[output.quality];
  const pictures = encodedMegapixels * Math.max(1, encodedFrames) * encode;
  const layers =
    megapixels === 0
      ? 0
      : work.decodedSeconds * (DECODE.base + DECODE.perMegapixel * megapixels) +
        (DRAW * work.drawnMegapixelSeconds + FILM * work.filmedMegapixelSeconds) * rate;
  return (
    START +
    FILE * (files.videos + files.images + files.sounds) +
    (work.pages > 0 ? BROWSER + PAGE * work.pages : 0) +
    GENERATED.images * generated.images +
    GENERATED.videos * generated.videos +
    GENERATED.speeches * generated.speeches +
    PREPARE * work.preparedSeconds +
    pictures +
    layers +
    predictSound(facts, work)
  );
}

function predictSound(
  { output, seconds, hasSound, hasDucking, filteringSeconds }: CostFacts,
  { soundSeconds }: ClipWork,
): number {
  if (!hasSound) return 0;
  const mix = SOUND + (output.loudness === undefined ? 0 : LOUDNESS);
  // Each time that sounds are mixed, they are filtered.
  const filtering = (mix / SOUND) * filteringSeconds;
  return mix * Math.max(seconds, soundSeconds) + filtering + (hasDucking ? VOICE * soundSeconds : 0);
}
