import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { AVMEDIA_TYPE_VIDEO, CodecContext, FilterContext, FilterGraph, FormatContext } from 'node-av';
import sharp from 'sharp';
import { type Stage, STAGES } from './stages.ts';

/** The number of calls in progress for each of {@link STAGES}, shared with {@link './threads.ts'}. */
export const activeCalls = new Int32Array(new SharedArrayBuffer(4 * STAGES.length));
/** Threads that a library has started for a stage, by thread id. */
export const threadsOf = new Map<number, Stage>();

type Method = (this: object, ...args: unknown[]) => unknown;

/** Instruments node-av and sharp. Call it once before the render. It changes nothing in Kinora. */
export async function watchCalls(): Promise<void> {
  // Start the threads of Node.js now, so that they are not mistaken for threads of a codec.
  await Promise.all(Array.from({ length: 8 }, () => readdir('/proc/self')));
  const codec = (pictures: Stage, sound: Stage) => (context: object) =>
    (context as CodecContext).codecType === AVMEDIA_TYPE_VIDEO ? pictures : sound;
  const [decoded, encoded] = [codec('decode pictures', 'mix'), codec('encode pictures', 'encode sound')];
  const opened = (context: object) =>
    ((context as CodecContext).pixelFormat >= 0 && isEncoder(context) ? encoded : decoded)(context);
  countCalls(CodecContext.prototype, ['sendPacket', 'receiveFrame'], decoded);
  countCalls(CodecContext.prototype, ['sendFrame', 'receivePacket'], encoded);
  countCalls(FormatContext.prototype, ['readFrame', 'openInput', 'findStreamInfo'], () => 'read files');
  countCalls(FormatContext.prototype, ['interleavedWriteFrame', 'writeTrailer'], () => 'write file');
  countCalls(FilterContext.prototype, ['buffersrcAddFrame', 'buffersinkGetFrame'], () => 'scale and convert');
  countCalls(sharp.prototype as object, ['toBuffer', 'toFile', 'metadata'], () => 'decode stills');
  noteThreads(CodecContext.prototype, ['open2', 'open2Sync'], opened);
  noteThreads(FilterGraph.prototype, ['config', 'configSync'], () => 'scale and convert');
}

/** True if a context is an encoder: only encoders have a time base before they are opened. */
function isEncoder(context: object): boolean {
  return (context as CodecContext).timeBase.num > 0;
}

/** Counts calls of methods while they are in progress. */
function countCalls(prototype: object, methods: readonly string[], stage: (of: object) => Stage): void {
  wrapMethods(prototype, methods, (call, of) => {
    const index = STAGES.indexOf(stage(of));
    Atomics.add(activeCalls, index, 1);
    return runAfter(call(), () => void Atomics.sub(activeCalls, index, 1));
  });
}

/** Records the threads that methods start. */
function noteThreads(prototype: object, methods: readonly string[], stage: (of: object) => Stage): void {
  wrapMethods(prototype, methods, (call, of) => {
    const [before, owner] = [new Set(listThreads()), stage(of)];
    return runAfter(call(), () => {
      for (const thread of listThreads()) if (!before.has(thread)) threadsOf.set(thread, owner);
    });
  });
}

function wrapMethods(
  prototype: object,
  methods: readonly string[],
  by: (call: () => unknown, of: object) => unknown,
): void {
  const known = prototype as Record<string, Method | undefined>;
  for (const name of methods) {
    const method = known[name];
    if (!method) continue;
    known[name] = function (...args) {
      return by(() => method.apply(this, args), this);
    };
  }
}

function runAfter(outcome: unknown, then: () => void): unknown {
  if (outcome instanceof Promise) return outcome.finally(then);
  then();
  return outcome;
}

function listThreads(): number[] {
  return readdirSync('/proc/self/task').map(Number);
}
