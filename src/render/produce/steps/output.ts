import { writeFile } from 'node:fs/promises';
import { SAMPLE_RATE } from '../../../base/time.ts';
import {
  type CompleteOutput,
  canHaveSound,
  codecOf,
  hasPictures,
  listHlsSizes,
  needsPictures,
  type Output,
  type RenderFiles,
  type Warning,
} from '../../../edit/model.ts';
import { openOutput, soundCeilingOf } from '../../encode/open-output.ts';
import { isSoftware } from '../../encode/mp4-output.ts';
import type { OutputFileSettings, SequenceSettings } from '../../encode/output-file.ts';
import { measurePeaks } from '../../mix/measure-peaks.ts';
import { openMixer } from '../../mix/open-mixer.ts';
import { limitWarnings } from '../../resolve/limit-warnings.ts';
import { describeOutput } from '../../resolve/output-facts.ts';
import type { ResolvedTimeline } from '../../resolve/timeline.ts';
import { writeSubtitles } from '../../subtitles/write-subtitles.ts';
import type { OutputFrames } from '../output-frames.ts';
import type { RenderProgress } from '../progress.ts';
import { duringWrite } from '../during-write.ts';
import { StillCapture } from '../still-capture.ts';
import type { OutputRequest, RenderResult, SegmentCounts } from '../produce-job.ts';
import { writeFrame } from '../write-frame.ts';
import { countSamples, type KeptStreams, writeMp4 } from '../write-mp4.ts';
import { writeSheet } from '../write-sheet.ts';
import type { ChildState } from './child-state.ts';
import { answerLayers } from './layers.ts';

/**
 * Writes the files of an output or a picture of it, or measures its sound, as the job asks for.
 *
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export function answerOutput(state: ChildState, request: OutputRequest): Promise<RenderResult> {
  switch (state.job.kind) {
    case 'output':
      return writeFiles(state, request);
    case 'frames':
      return writePicture(state, request);
    case 'sound':
      return measureSound(state, request);
    case 'layers':
      return answerLayers(state, request);
  }
}

/** Writes one frame, or several on a sheet. */
async function writePicture(
  state: ChildState,
  { to, at, height, sheet }: OutputRequest,
): Promise<RenderResult> {
  const { timeline } = state.output;
  const frames = state.openFrames();
  if (sheet) {
    const onFrame = (): void => state.report({ phase: 'rendering' });
    const { moments, size } = await writeSheet(timeline, frames, to.output, sheet, onFrame);
    return { ...size, frames: moments.length, warnings: listWarnings(state), moments };
  }
  if (at === undefined) throw new Error('A job for frames needs a time.');
  await writeFrame(timeline, frames, to.output, { at, height });
  return { ...timeline.outputSize, frames: 1, warnings: listWarnings(state) };
}

/** Mixes the sound of the whole timeline, and measures its peaks. An output without a sound has peaks of 0. */
async function measureSound(state: ChildState, { points }: OutputRequest): Promise<RenderResult> {
  if (points === undefined) throw new Error('A job for a sound needs a number of points.');
  const { timeline, edit } = state.output;
  const { format, quality, loudness } = edit.output;
  const { from, to } = timeline.range.samples;
  const duration = Math.round((1e6 * (to - from)) / SAMPLE_RATE) / 1e6;
  if (!needsSound(timeline, edit.output))
    return { peaks: Array.from({ length: points }, () => 0), duration, warnings: listWarnings(state) };
  const onProgress = (): void => state.report({ phase: 'rendering' });
  const target = { ceiling: soundCeilingOf(format, quality), loudness };
  using mixer = await openMixer(timeline, target, onProgress);
  const peaks = await measurePeaks(mixer, to - from, points, onProgress);
  return { peaks, duration, warnings: listWarnings(state, mixer.warnings) };
}

/** @param sound warnings about the mixed sound. */
function listWarnings(
  { output: { timeline, frames } }: ChildState,
  sound: RenderResult['warnings'] = [],
): RenderResult['warnings'] {
  return limitWarnings([...timeline.warnings, ...(frames?.warnings ?? []), ...sound]);
}

/** The output of the edit with the encoder of its video and a folder for temporary files. */
type EncodedOutput = CompleteOutput & Pick<OutputFileSettings, 'encoder'> & Pick<SequenceSettings, 'folder'>;

/** Writes the output, and the stills and captions that the edit asks for. */
async function writeFiles(state: ChildState, request: OutputRequest): Promise<RenderResult> {
  const { job, report } = state;
  const { index, edit, timeline } = state.output;
  const { to, hardware, streams, stream } = request;
  const output = { ...edit.output, encoder: hardware ?? state.encoder, folder: job.folder };
  const plan = state.plans.get(index);
  const onMade = (made: string): void => report({ phase: 'rendering', made });
  const kept = plan && streams !== undefined ? { plan, folder: streams, onMade } : undefined;
  let latest: RenderProgress = { phase: 'rendering' };
  const onProgress = (progress: RenderProgress): void => report((latest = progress));
  // A still outside of the range does not count as a frame. Repeat the last report to show that the work
  // continues.
  const stills = needsPictures(output)
    ? new StillCapture(state.openFrames(), timeline, output, to, () => report(latest))
    : undefined;
  const pictures = hasPictures(output) ? stills : undefined;
  const { warnings, segments } = await writeOutput(timeline, output, pictures, {
    to,
    kept,
    stream,
    report: onProgress,
  });
  await stills?.finish();
  if (output.captions && to.captions !== undefined)
    await writeFile(to.captions, writeSubtitles(timeline.captions ?? [], output.captions.format, false));
  return {
    ...describeOutput(output, timeline.range),
    warnings: listWarnings(state, warnings),
    ...(segments && { segments }),
  };
}

/** The files of an output, its kept streams, and the receiver of its progress. */
interface OutputTarget {
  readonly to: RenderFiles<string>;
  readonly kept: KeptStreams | undefined;
  /** See `OutputRequest`. */
  readonly stream: string | undefined;
  readonly report: (progress: RenderProgress) => void;
}

/** The facts about a written output. */
interface WrittenOutput {
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
  { to, kept, stream, report }: OutputTarget,
): Promise<WrittenOutput> {
  const { format, quality, repeat: loops, images, encoder, folder } = output;
  const { rate, range, outputSize } = timeline;
  const count = range.to - range.from;
  const hasSound = needsSound(timeline, output);
  if (codecOf(output) === 'h264' && frames && isSoftware(encoder))
    return writeMp4(to.output, { timeline, output, frames, hasSound, kept, report });
  const begin = (): void => report({ phase: 'rendering', frame: 0, frames: count });
  const target = { ceiling: soundCeilingOf(format, quality), loudness: output.loudness };
  using mixer = hasSound ? await openMixer(timeline, target, begin) : undefined;
  const sequence = { images, count, folder };
  const samples = range.samples.to - range.samples.from;
  const hls = {
    sizes: listHlsSizes(output),
    parts: to.parts ?? [],
    ...(stream !== undefined && { stream: { folder: stream, frames: count, samples } }),
  };
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

/** Returns the codec of a video, and if the pictures have alpha. */
function pictureSettings(
  { background }: ResolvedTimeline,
  output: Output,
): Pick<OutputFileSettings, 'codec' | 'hasAlpha'> {
  const codec = codecOf(output);
  return { ...(codec && { codec }), hasAlpha: background === 'transparent' && hasPictures(output) };
}

/**
 * True if the file gets a sound track. A file with pictures gets one only if a clip is audible in the rendered range,
 * or if the edit asks for one always.
 */
export function needsSound({ audioClips, range }: ResolvedTimeline, output: Output): boolean {
  if (!canHaveSound(output)) return false;
  if (!hasPictures(output) || output.audio === 'always') return true;
  return audioClips.some(({ from, to }) => from < range.to && to > range.from);
}
