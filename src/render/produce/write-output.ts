import { writeFile } from 'node:fs/promises';
import { SAMPLE_RATE } from '../../base/time.ts';
import {
  canHaveSound,
  codecOf,
  hasPictures,
  listHlsSizes,
  type Output,
  type RenderFiles,
  type Warning,
} from '../../edit/model.ts';
import { openOutput, soundCeilingOf } from '../encode/open-output.ts';
import { isSoftware } from '../encode/mp4-output.ts';
import type { OutputFileSettings, SequenceSettings } from '../encode/output-file.ts';
import { measurePeaks } from '../mix/measure-peaks.ts';
import { openMixer } from '../mix/open-mixer.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { writeSubtitles } from '../subtitles/write-subtitles.ts';
import type { OutputFrames } from './output-frames.ts';
import type { RenderProgress } from './progress.ts';
import { duringWrite } from './during-write.ts';
import { StillCapture } from './still-capture.ts';
import type { SegmentCounts } from './produce-job.ts';
import { countSamples, type KeptStreams, writeMp4 } from './write-mp4.ts';

/** The output of the edit with the encoder of its video and a folder for temporary files. */
type EncodedOutput = Output & Pick<OutputFileSettings, 'encoder'> & Pick<SequenceSettings, 'folder'>;

/**
 * Writes the files of a timeline: the output, and the stills and captions that the edit asks for.
 *
 * @param frames the frames of the timeline. Undefined if no file needs pictures.
 * @param to paths of the files.
 * @param report called after each frame, even if the output is only sound.
 * @param kept coded media that is kept between renders. Undefined if nothing is kept.
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function writeFiles(
  timeline: ResolvedTimeline,
  output: EncodedOutput,
  frames: OutputFrames | undefined,
  to: RenderFiles<string>,
  report: (progress: RenderProgress) => void,
  kept?: KeptStreams,
): Promise<WrittenOutput> {
  let latest: RenderProgress = { phase: 'rendering' };
  const onProgress = (progress: RenderProgress): void => report((latest = progress));
  // A still outside of the range does not count as a frame. Repeat the last report to show that the work
  // continues.
  const stills = frames && new StillCapture(frames, timeline, output, to, () => report(latest));
  const pictures = hasPictures(output) ? stills : undefined;
  const written = await writeOutput(timeline, output, pictures, { to, kept, report: onProgress });
  await stills?.finish();
  if (output.captions && to.captions !== undefined)
    await writeFile(to.captions, writeSubtitles(timeline.captions ?? [], output.captions.format, false));
  return written;
}

/** The files of an output, its kept streams, and the receiver of its progress. */
interface OutputTarget {
  readonly to: RenderFiles<string>;
  readonly kept: KeptStreams | undefined;
  readonly report: (progress: RenderProgress) => void;
}

/** The facts about a written output. */
export interface WrittenOutput {
  /** Warnings about the sound. */
  readonly warnings: readonly Warning[];
  /** Only of a video that is divided into segments. */
  readonly segments?: SegmentCounts;
}

/** Writes the rendered range of a timeline: its pictures, its sound or both, depending on the format. */
async function writeOutput(
  timeline: ResolvedTimeline,
  output: EncodedOutput,
  frames: Pick<OutputFrames, 'at'> | undefined,
  { to, kept, report }: OutputTarget,
): Promise<WrittenOutput> {
  const { format, quality = 'medium', repeat: loops = true, images = 'png', encoder, folder } = output;
  const { rate, range, outputSize } = timeline;
  const count = range.to - range.from;
  const hasSound = needsSound(timeline, output);
  if (codecOf(output) === 'h264' && frames && isSoftware(encoder))
    return writeMp4(to.output, { timeline, output, frames, hasSound, kept, report });
  const begin = (): void => report({ phase: 'rendering', frame: 0, frames: count });
  const target = { ceiling: soundCeilingOf(format, quality), loudness: output.loudness };
  using mixer = hasSound ? await openMixer(timeline, target, begin) : undefined;
  const sequence = { images, count, folder };
  const hls = { sizes: listHlsSizes(output), parts: to.parts ?? [] };
  const settings = {
    ...outputSize,
    rate,
    hasSound,
    quality,
    encoder,
    loops,
    sequence,
    hls,
    ...pictureSettings(timeline, output),
  };
  await using file = await openOutput(format, to.output, settings);
  begin();
  for (let index: number = range.from; index < range.to; index++) {
    if (frames) {
      const { frame, isRepeat } = await frames.at(index);
      await file.writeFrame(frame, isRepeat);
    }
    if (mixer) await file.writeSound(await mixer.next(countSamples(index, timeline)));
    report({ phase: 'rendering', frame: index - range.from + 1, frames: count });
  }
  // Finishing can take long, because this step moves the index to the front of the file.
  await duringWrite(to.output, file.finish(), () =>
    report({ phase: 'rendering', frame: count, frames: count }),
  );
  return { warnings: mixer?.warnings ?? [] };
}

/** The peaks of a sound. */
export interface MixedPeaks {
  /** The highest levels of equal parts, 0 to 1. */
  readonly peaks: readonly number[];
  /** Seconds. */
  readonly duration: number;
  readonly warnings: readonly Warning[];
}

/**
 * Mixes the sound of an output, and measures its peaks. Writes no file. An output without a sound has peaks of 0.
 *
 * @param points number of peaks.
 * @param onProgress called now and then.
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function mixPeaks(
  timeline: ResolvedTimeline,
  output: Output,
  points: number,
  onProgress: () => void,
): Promise<MixedPeaks> {
  const { format, quality = 'medium' } = output;
  const { from, to } = timeline.range.samples;
  const duration = Math.round((1e6 * (to - from)) / SAMPLE_RATE) / 1e6;
  if (!needsSound(timeline, output))
    return { peaks: Array.from({ length: points }, () => 0), duration, warnings: [] };
  const target = { ceiling: soundCeilingOf(format, quality), loudness: output.loudness };
  using mixer = await openMixer(timeline, target, onProgress);
  const peaks = await measurePeaks(mixer, to - from, points, onProgress);
  return { peaks, duration, warnings: mixer.warnings };
}

/** Returns the codec of a video, and if the pictures have alpha. */
function pictureSettings(
  { background }: ResolvedTimeline,
  output: Output,
): Pick<OutputFileSettings, 'codec' | 'hasAlpha'> {
  const codec = codecOf(output);
  return { ...(codec && { codec }), hasAlpha: background === 'transparent' && hasPictures(output) };
}

/**
 * True if the file gets a sound track. A file with pictures gets a sound track only if a clip is audible in
 * the rendered range.
 */
export function needsSound({ audioClips, range }: ResolvedTimeline, output: Output): boolean {
  if (!canHaveSound(output)) return false;
  return !hasPictures(output) || audioClips.some(({ from, to }) => from < range.to && to > range.from);
}
