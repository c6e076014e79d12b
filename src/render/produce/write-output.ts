import { writeFile } from 'node:fs/promises';
import { canHaveSound, hasPictures, type Output, type RenderFiles, type Warning } from '../../edit/model.ts';
import { openOutput, soundCeilingOf } from '../encode/open-output.ts';
import type { OutputFileSettings } from '../encode/output-file.ts';
import { openMixer } from '../mix/open-mixer.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { writeSubtitles } from '../subtitles/write-subtitles.ts';
import type { OutputFrames } from './output-frames.ts';
import type { RenderProgress } from './progress.ts';
import { duringWrite } from './during-write.ts';
import { StillCapture } from './still-capture.ts';
import type { SegmentCounts } from './produce-job.ts';
import { countSamples, type KeptStreams, writeMp4 } from './write-mp4.ts';

/** The output of the edit with the encoder of its video. */
type EncodedOutput = Output & Pick<OutputFileSettings, 'encoder'>;

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
  const written = await writeOutput(timeline, output, pictures, { to: to.output, kept, report: onProgress });
  await stills?.finish();
  if (output.captions && to.captions !== undefined)
    await writeFile(to.captions, writeSubtitles(timeline.captions ?? [], output.captions.format, false));
  return written;
}

/** What is known of an output after it was written. */
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
  {
    to,
    kept,
    report,
  }: { to: string; kept?: KeptStreams | undefined; report: (progress: RenderProgress) => void },
): Promise<WrittenOutput> {
  const { format, quality = 'medium', repeat: loops = true, encoder } = output;
  const { rate, range, outputSize } = timeline;
  const count = range.to - range.from;
  const hasSound = needsSound(timeline, output);
  if (format === 'mp4' && frames && isSoftware(encoder))
    return writeMp4(to, { timeline, output, frames, hasSound, kept, report });
  const begin = (): void => report({ phase: 'rendering', frame: 0, frames: count });
  const target = { ceiling: soundCeilingOf(format, quality), loudness: output.loudness };
  using mixer = hasSound ? await openMixer(timeline, target, begin) : undefined;
  const settings = { ...outputSize, rate, hasSound, quality, encoder, loops };
  await using file = await openOutput(format, to, settings);
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
  await duringWrite(to, file.finish(), () => report({ phase: 'rendering', frame: count, frames: count }));
  return { warnings: mixer?.warnings ?? [] };
}

/**
 * True if the file gets a sound track. A file with pictures gets a sound track only if a clip is audible in
 * the rendered range.
 */
function needsSound({ audioClips, range }: ResolvedTimeline, output: Output): boolean {
  if (!canHaveSound(output)) return false;
  return !hasPictures(output) || audioClips.some(({ from, to }) => from < range.to && to > range.from);
}

function isSoftware(encoder: OutputFileSettings['encoder']): boolean {
  return encoder === 'few threads' || encoder === 'many threads';
}
