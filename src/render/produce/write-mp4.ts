import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleAtFrame, type Span } from '../../base/time.ts';
import type { CompleteOutput, Warning } from '../../edit/model.ts';
import { type CodedStream, CodedStreamReader, writeCodedStream } from '../encode/segments/coded-stream.ts';
import { Mp4Output } from '../encode/mp4-output.ts';
import { soundCeilingOf } from '../encode/open-output.ts';
import type { OutputFileSettings } from '../encode/output-file.ts';
import type { Mixer } from '../mix/mixer.ts';
import { openMixer, type SoundTarget } from '../mix/open-mixer.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { planSegments } from '../segments/plan-segments.ts';
import { duringWrite } from './during-write.ts';
import type { OutputFrames } from './output-frames.ts';
import type { OutputPlan, SegmentCounts } from './produce-job.ts';
import type { RenderProgress } from './progress.ts';

/** The coded media of an output that is kept between renders. */
export interface KeptStreams {
  readonly plan: OutputPlan;
  /** The folder with the kept streams that the output needs. Those that are made are written there, too. */
  readonly folder: string;
  /** Called with the identity of each stream that was made. */
  readonly onMade: (identity: string) => void;
}

/** The parts that an MP4 is written from. */
export interface Mp4Work {
  readonly timeline: ResolvedTimeline;
  readonly output: CompleteOutput & Pick<OutputFileSettings, 'encoder'>;
  readonly frames: Pick<OutputFrames, 'at'>;
  readonly hasSound: boolean;
  /** Undefined if nothing is kept. */
  readonly kept: KeptStreams | undefined;
  readonly report: (progress: RenderProgress) => void;
}

/**
 * Writes the rendered range of a timeline as an MP4, segment by segment. Segments that are kept are neither
 * composed nor encoded. The file is the same to the byte, whichever segments are kept.
 *
 * @returns warnings about the sound, and how many segments were kept.
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function writeMp4(
  to: string,
  work: Mp4Work,
): Promise<{ readonly warnings: readonly Warning[]; readonly segments: SegmentCounts }> {
  const { timeline, hasSound, kept, report } = work;
  const sound = hasSound ? await readKept(kept, kept?.plan.sound, new CodedStreamReader()) : undefined;
  const segments = planSegments(timeline);
  await using file = await openFile(to, work, segments, sound === undefined);
  const begin = (): void => report({ phase: 'rendering', frame: 0, frames: countFrames(timeline.range) });
  begin();
  const isMixed = hasSound && !(sound && file.writeCodedSound(sound));
  using mixer = isMixed ? await openMixer(timeline, targetOf(work), begin) : undefined;
  const reused = await writeSegments(file, work, segments, mixer);
  const warnings = mixer?.warnings ?? sound?.warnings ?? [];
  await finishFile(to, file.finish(warnings), work);
  if (kept && mixer) await finishPart(kept, kept.plan.sound);
  return { warnings, segments: { reused, made: segments.length - reused } };
}

/** Opens the file. @param isSoundNew true if the sound is not kept yet. */
function openFile(
  to: string,
  { timeline: { rate, outputSize }, output, hasSound, kept }: Mp4Work,
  segments: readonly Span[],
  isSoundNew: boolean,
): Promise<Mp4Output> {
  const { quality, repeat: loops, encoder } = output;
  return Mp4Output.open(
    to,
    { ...outputSize, rate, hasSound, quality, encoder, loops },
    {
      lengths: segments.map(countFrames),
      ...(kept && { onSegment: (segment, index) => keep(kept, kept.plan.segments[index], segment) }),
      ...(kept && isSoundNew && { soundPath: partOf(kept, kept.plan.sound) }),
    },
  );
}

/** Returns the levels of the sound of an MP4. */
export function targetOf({ output: { quality, loudness } }: Pick<Mp4Work, 'output'>): SoundTarget {
  return { ceiling: soundCeilingOf('mp4', quality), loudness };
}

/** Writes all segments and their sound. Returns the number of segments that were kept. */
async function writeSegments(
  file: Mp4Output,
  { timeline, frames, kept, report }: Mp4Work,
  segments: readonly Span[],
  mixer: Mixer | undefined,
): Promise<number> {
  const { range } = timeline;
  const read = readInTurn(kept);
  let reused = 0;
  let next: Promise<CodedStream | undefined> | undefined;
  for (const [index, segment] of segments.entries()) {
    const coded = await (next ?? read(index));
    // A segment that is made now may be the next one, too. So the next one is read early only beside a kept one.
    next = coded && index + 1 < segments.length ? read(index + 1) : undefined;
    // Awaited in the next round. A failure before that must not count as unhandled.
    next?.catch(() => undefined);
    const isReused = coded !== undefined && (await file.writeCodedSegment(coded));
    reused += Number(isReused);
    for (let frame: number = segment.from; frame < segment.to; frame++) {
      if (!isReused) await writeFrame(file, frames, frame);
      if (mixer) await file.writeSound(await mixer.next(countSamples(frame, timeline)));
      report({ phase: 'rendering', frame: frame - range.from + 1, frames: countFrames(range) });
    }
  }
  return reused;
}

/** Finishing can take long, because this step moves the index to the front of the file. */
async function finishFile(to: string, finishing: Promise<void>, work: Mp4Work): Promise<void> {
  const count = countFrames(work.timeline.range);
  await duringWrite(to, finishing, () => work.report({ phase: 'rendering', frame: count, frames: count }));
}

function countFrames({ from, to }: Span): number {
  return to - from;
}

async function writeFrame(file: Mp4Output, frames: Mp4Work['frames'], index: number): Promise<void> {
  const { frame, isRepeat } = await frames.at(index);
  await file.writeFrame(frame, isRepeat);
}

/** Counts the samples that play during a frame. The range may start or end within a frame. */
export function countSamples(frame: number, { rate, range: { samples } }: ResolvedTimeline): number {
  const from = Math.max(sampleAtFrame(frame, rate), samples.from);
  return Math.min(sampleAtFrame(frame + 1, rate), samples.to) - from;
}

/** Returns a function that reads kept segments. A segment is valid until the next but one is read. */
function readInTurn(kept: KeptStreams | undefined): (index: number) => Promise<CodedStream | undefined> {
  const readers = [new CodedStreamReader(), new CodedStreamReader()] as const;
  return (index) => readKept(kept, kept?.plan.segments[index], readers[index % 2 === 0 ? 0 : 1]);
}

/** Returns a kept stream. Undefined if it is not kept or damaged. */
async function readKept(
  kept: KeptStreams | undefined,
  identity: string | undefined,
  reader: CodedStreamReader,
): Promise<CodedStream | undefined> {
  if (!kept || identity === undefined) return undefined;
  return await reader.read(join(kept.folder, identity));
}

async function keep(kept: KeptStreams, identity: string | undefined, stream: CodedStream): Promise<void> {
  if (identity === undefined) return;
  writeCodedStream(partOf(kept, identity), stream);
  await finishPart(kept, identity);
}

function partOf({ folder }: KeptStreams, identity: string): string {
  return join(folder, `${identity}.part`);
}

async function finishPart(kept: KeptStreams, identity: string): Promise<void> {
  await rename(partOf(kept, identity), join(kept.folder, identity));
  kept.onMade(identity);
}
