import { frameSample } from '../../base/time.ts';
import { canSound, hasPictures, type Output } from '../../edit/edit.ts';
import { openOutput, soundCeiling } from '../encode/open-output.ts';
import type { FileShape } from '../encode/output-file.ts';
import { Mixer } from '../mix/mixer.ts';
import type { Timeline } from '../resolve/timeline.ts';
import type { FinishedPictures } from './finished-pictures.ts';
import type { Progress } from './progress.ts';
import { whileWritten } from './while-written.ts';

/**
 * Writes the output of a timeline: the pictures and the sound of its range, as far as the format takes them.
 *
 * @param pictures those of the timeline; absent where the format takes none.
 * @param to the local file.
 * @param report is told of every frame that is done, also where the sound alone is made.
 * @throws {Unreadable} when the file of a clip cannot be read.
 */
export async function makeOutput(
  timeline: Timeline,
  wanted: Output & Pick<FileShape, 'encoder'>,
  pictures: Pick<FinishedPictures, 'at'> | undefined,
  to: string,
  report: (progress: Progress) => void,
): Promise<void> {
  const { format, quality = 'medium', repeat = true, encoder } = wanted;
  const { rate, range, output } = timeline;
  const frames = range.to - range.from;
  using mixer = sounds(timeline, wanted) ? new Mixer(timeline, soundCeiling(format, quality)) : undefined;
  const sound = mixer !== undefined;
  await using file = await openOutput(format, to, { ...output, rate, sound, quality, encoder, repeat });
  report({ stage: 'rendering', frame: 0, frames });
  for (let frame: number = range.from; frame < range.to; frame++) {
    const index = frame - range.from;
    if (pictures) {
      const { picture, isRepeat } = await pictures.at(frame);
      await file.picture(picture, isRepeat);
    }
    if (mixer) await file.sound(await mixer.next(samplesOf(frame, timeline)));
    report({ stage: 'rendering', frame: index + 1, frames });
  }
  // The end may take long: the index comes to the front of all that was written.
  await whileWritten(to, file.finish(), () => report({ stage: 'rendering', frame: frames, frames }));
}

/** How many samples are heard while a frame is shown; a range of sound may begin or end within one. */
function samplesOf(frame: number, { rate, range: { samples } }: Timeline): number {
  const from = Math.max(frameSample(frame, rate), samples.from);
  return Math.min(frameSample(frame + 1, rate), samples.to) - from;
}

/** Whether the file has a sound track: one with pictures only where something is heard in its range. */
function sounds({ heard, range }: Timeline, output: Output): boolean {
  if (!canSound(output)) return false;
  return !hasPictures(output) || heard.some(({ from, to }) => from < range.to && to > range.from);
}
