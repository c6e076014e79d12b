import { codecOf } from '../output/output-format.ts';
import { isVideoFormat } from '../output/formats.ts';
import type { CostFacts } from './cost-facts.ts';
import type { ClipWork } from './measure-clips.ts';

const MEBIBYTE = 2 ** 20;
/** The process itself, in MiB. */
const PROCESS = 180;
/** Frames in the composer and the encoder, in MiB per megapixel. */
const FRAMES = { video: 100, other: 10 };
/** Additional memory of the encoder of a video if it uses all cores, in MiB per megapixel. */
const ALL_CORES = 60;
/** Maximum number of segments that a render makes at the same time, each in a process. A machine may have fewer cores. */
export const MAX_SEGMENTS_AT_ONCE = 4;
/** Usual length of a segment in seconds. */
const SEGMENT_SECONDS = 6;
/** One open video: its decoder and its frames, in MiB, and in MiB per megapixel of the output. */
const DECODER = { base: 25, perMegapixel: 15 };
/** One decoded photograph, in MiB. The process keeps a few of them. */
const PICTURE = 60;
const KEPT_PICTURES = 8;

/** The runtime of the models that find faces and people, in MiB. */
const MODELS = 120;

/** The canvas of a group, in MiB per megapixel. */
const CANVAS = 40;

/** Predicts the peak of the memory of a render's processes in bytes. */
export function predictMemory(facts: CostFacts, work: ClipWork): number {
  return countProcesses(facts) * predictProcess(facts, work);
}

/** Counts the processes that make segments at the same time. */
function countProcesses({ output, seconds, usesAllCores }: CostFacts): number {
  if (!usesAllCores || codecOf(output) !== 'h264') return 1;
  return Math.min(MAX_SEGMENTS_AT_ONCE, Math.ceil(seconds / SEGMENT_SECONDS));
}

function predictProcess(
  { output, megapixels, encodedMegapixels, usesAllCores }: CostFacts,
  { decoders, files, canvasMegapixels, usesModels }: ClipWork,
): number {
  const isVideo = isVideoFormat(output.format) || output.format === 'hls';
  const perMegapixel = isVideo ? FRAMES.video : FRAMES.other;
  return (
    MEBIBYTE *
    (PROCESS +
      (usesModels ? MODELS : 0) +
      perMegapixel * Math.max(megapixels, encodedMegapixels) +
      (usesAllCores && isVideo && codecOf(output) !== 'h264' ? ALL_CORES * encodedMegapixels : 0) +
      (megapixels === 0 ? 0 : decoders * (DECODER.base + DECODER.perMegapixel * megapixels)) +
      (megapixels === 0 ? 0 : CANVAS * canvasMegapixels) +
      PICTURE * Math.min(files.images, KEPT_PICTURES))
  );
}
