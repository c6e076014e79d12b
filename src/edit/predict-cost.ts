import { listClips } from './clips/clip-location.ts';
import { completeOutput } from './output/complete-output.ts';
import { frameRateOf } from './output/frame-rate.ts';
import { canHaveSound, codecOf, hasPictures, isStill, needsPictures } from './output/output-format.ts';
import { listHlsSizes } from './output/hls-sizes.ts';
import { listOutputs } from './output/output-list.ts';
import { outputShape } from './output/output-shape.ts';
import type { EncodedKind } from './cost/cost-facts.ts';
import { guessTimes } from './cost/guess-times.ts';
import { measureClips } from './cost/measure-clips.ts';
import { predictMemory } from './cost/predict-memory.ts';
import { predictDisk } from './cost/predict-disk.ts';
import { predictSeconds } from './cost/predict-seconds.ts';
import { weighSounds } from './cost/weigh-sounds.ts';
import type { Edit } from './schema/edit.ts';

/** The resources that a render will probably need. The numbers are estimates. */
export interface PredictedCost {
  /** Seconds of rendering on two cores, from the start of the render to its end. */
  readonly seconds: number;
  /** Peak of the memory of the render's process in bytes. */
  readonly memoryBytes: number;
  /** Bytes on the disk: fetched and prepared media, the finished files, and their copies in the storage. */
  readonly diskBytes: number;
  /** Length of the output in seconds: one frame for a still image. */
  readonly outputSeconds: number;
}

/**
 * Predicts the cost of a render from its edit alone, without its media. It never grows when an edit gets
 * smaller. A length that depends on the media is guessed: `cost/guess-times.ts`.
 *
 * @param edit a valid edit, with its placeholders replaced.
 */
export function predictCost(edit: Edit): PredictedCost {
  const [first, ...others] = listOutputs(edit).map((each, index) => predictOutput(each, index > 0));
  if (first === undefined) throw new Error('An edit has an output.');
  return others.reduce(
    (sum, cost) => ({
      seconds: sum.seconds + cost.seconds,
      memoryBytes: Math.max(sum.memoryBytes, cost.memoryBytes),
      diskBytes: sum.diskBytes + cost.diskBytes,
      outputSeconds: sum.outputSeconds + cost.outputSeconds,
    }),
    first,
  );
}

/** True if the `instance` of an edit lets its render use all cores (contract C43). */
export function usesAllCores({ instance = 's1' }: Edit): boolean {
  return instance !== 's1';
}

/** The shared work of a further output: its files are fetched, generated and prepared for the first one. */
const SHARED = {
  files: { videos: 0, images: 0, sounds: 0 },
  generated: { images: 0, videos: 0, speeches: 0 },
  preparedSeconds: 0,
} as const;

function predictOutput(edit: Edit, isFurther: boolean): PredictedCost {
  const output = completeOutput(edit.output);
  const { duration, clips } = guessTimes(edit);
  const { start: from = 0, length = Infinity } = output.range ?? {};
  const rate = frameRateOf(output).valueOf();
  const to = isStill(output) ? from + 1 / rate : Math.max(from, Math.min(duration, from + length));
  const { width, height } = outputShape(output);
  const pixels = needsPictures(output) ? (width * height) / 1e6 : 0;
  const facts = {
    output,
    // Only a video has a codec.
    kind: (output.images === 'jpg' ? 'jpg' : (codecOf(output) ?? output.format)) as EncodedKind,
    rate,
    seconds: Math.max(to - from, 1 / rate),
    megapixels: pixels,
    encodedMegapixels: countEncodedPixels(output) / 1e6,
    hasSound: canHaveSound(output) && output.mute !== true,
    hasDucking: hasDucking(edit),
    filteringSeconds: weighSounds(edit, clips, { from, to }),
    usesAllCores: usesAllCores(edit),
  };
  const work = measureClips(clips, { from, to, width, height });
  const own = isFurther ? { ...work, ...SHARED } : work;
  return {
    seconds: predictSeconds(facts, own),
    memoryBytes: predictMemory(facts, work),
    diskBytes: predictDisk(facts, own),
    outputSeconds: facts.seconds,
  };
}

function hasDucking(edit: Edit): boolean {
  if (edit.timeline.soundtrack?.duck) return true;
  return listClips(edit).some(({ clip: { asset } }) => 'duck' in asset && asset.duck !== undefined);
}

/** Counts the pixels of a frame that are encoded, in all sizes of the output. */
function countEncodedPixels(output: Edit['output']): number {
  if (!hasPictures(output)) return 0;
  const sizes = output.format === 'hls' ? listHlsSizes(output) : [outputShape(output).outputSize];
  return sizes.reduce((sum, { width, height }) => sum + width * height, 0);
}
