import { isVideoFormat } from '../output/video-format.ts';
import type { CostFacts } from './cost-facts.ts';
import type { ClipWork } from './measure-clips.ts';

const MEBIBYTE = 2 ** 20;
/** The process itself, in MiB. */
const PROCESS = 180;
/** Frames in the composer and the encoder, in MiB per megapixel. */
const FRAMES = { video: 100, other: 10 };
/** What the encoder of a video needs more if it uses all cores, in MiB per megapixel. */
const ALL_CORES = 60;
/** One open video: its decoder and its frames, in MiB, and in MiB per megapixel of the output. */
const DECODER = { base: 25, perMegapixel: 15 };
/** One decoded photograph, in MiB. The process keeps a few of them. */
const PICTURE = 60;
const KEPT_PICTURES = 8;

/** The canvas of a group, in MiB per megapixel. */
const CANVAS = 40;

/** Predicts the peak of the memory of a render's process in bytes. */
export function predictMemory(
  { output, megapixels, encodedMegapixels, usesAllCores }: CostFacts,
  { decoders, files, canvasMegapixels }: ClipWork,
): number {
  const isVideo = isVideoFormat(output.format) || output.format === 'hls';
  const perMegapixel = isVideo ? FRAMES.video : FRAMES.other;
  return (
    MEBIBYTE *
    (PROCESS +
      perMegapixel * Math.max(megapixels, encodedMegapixels) +
      (usesAllCores && isVideo ? ALL_CORES * encodedMegapixels : 0) +
      (megapixels === 0 ? 0 : decoders * (DECODER.base + DECODER.perMegapixel * megapixels)) +
      (megapixels === 0 ? 0 : CANVAS * canvasMegapixels) +
      PICTURE * Math.min(files.images, KEPT_PICTURES))
  );
}
