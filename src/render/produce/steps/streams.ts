import { rename } from 'node:fs/promises';
import type { Span } from '../../../base/time.ts';
import { BoundedQueue } from '../../encode/bounded-queue.ts';
import { isSoftware, openSegment, openSound } from '../../encode/mp4-output.ts';
import { type CodedStream, writeCodedStream } from '../../encode/segments/coded-stream.ts';
import { openMixer } from '../../mix/open-mixer.ts';
import { planSegments } from '../../segments/plan-segments.ts';
import type { StreamRequest } from '../produce-job.ts';
import type { RenderProgress } from '../progress.ts';
import { countSamples, type Mp4Work, targetOf } from '../write-mp4.ts';
import type { ChildState } from './child-state.ts';

/** Number of finished pictures that may wait for the encoder. */
const MAX_WAITING_FRAMES = 4;

/** The material of a stream. */
type StreamWork = Pick<Mp4Work, 'timeline' | 'output' | 'frames' | 'report'>;

/**
 * Writes one coded stream of an MP4, as `writeMp4` would keep it: a segment of its pictures, or its sound. The file
 * appears when it is complete.
 *
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function answerStreams(state: ChildState, { path, position }: StreamRequest): Promise<null> {
  const { encoder, report } = state;
  const { edit, timeline } = state.output;
  const output = { ...edit.output, encoder };
  const work = { timeline, output, frames: state.openFrames(), report };
  const segment = planSegments(timeline)[position];
  const part = `${path}.part`;
  if (segment) await writeSegment(part, segment, work);
  else await writeSound(part, work);
  await rename(part, path);
  return null;
}

async function writeSegment(
  path: string,
  segment: Span,
  { timeline, output, frames, report }: StreamWork,
): Promise<void> {
  const { quality, encoder } = output;
  if (!isSoftware(encoder)) throw new Error('Only x264 makes segments that fit together.');
  const length = segment.to - segment.from;
  const shape = { ...timeline.outputSize, rate: timeline.rate, quality, encoder };
  const onSegment = (made: CodedStream): Promise<void> => {
    writeCodedStream(path, made);
    return Promise.resolve();
  };
  using track = await openSegment(shape, length, onSegment);
  const queue = new BoundedQueue(MAX_WAITING_FRAMES);
  try {
    for (let index: number = segment.from; index < segment.to; index++) {
      const { frame, isRepeat } = await frames.at(index);
      await queue.add(
        () => track.add(frame, isRepeat),
        () => frame.free(),
      );
      report(describe(index + 1 - segment.from, length));
    }
  } finally {
    // The memory of an encoder must not be freed while it runs. The error that is thrown is that of the loop.
    await Promise.allSettled([queue.drain()]);
  }
  await queue.drain();
  await track.finish();
}

async function writeSound(path: string, { timeline, output, report }: StreamWork): Promise<void> {
  const { quality } = output;
  const { from, to } = timeline.range;
  const begin = (): void => report(describe(0, to - from));
  begin();
  using track = await openSound({ quality }, path);
  using mixer = await openMixer(timeline, targetOf({ output }), begin);
  for (let index: number = from; index < to; index++) {
    await track.add(await mixer.next(countSamples(index, timeline)));
    report(describe(index + 1 - from, to - from));
  }
  track.warnings = mixer.warnings;
  await track.finish();
}

function describe(frame: number, frames: number): RenderProgress {
  return { phase: 'rendering', frame, frames };
}
