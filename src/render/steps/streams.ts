import { link, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { codecOf, type Edit, MAX_SEGMENTS_AT_ONCE, usesAllCores, usesCache } from '../../edit/model.ts';
import { listHardware } from '../hardware/list-hardware.ts';
import type { KeptOutput } from '../streams/kept-output.ts';
import { LocalClaims } from '../streams/local-claims.ts';
import { makeTogether } from '../streams/make-together.ts';
import type { SegmentExchange } from '../streams/segment-exchange.ts';
import { makeClaimed, type MakeStream, StreamMaker } from '../streams/stream-maker.ts';
import type { RunState } from './run-state.ts';

/** Fewer missing streams are not worth the work of another process, unless it may make them already. */
const LEAST_SHARED = 4;

/** True if an output is a video in segments. Hardware, if there is any, makes no promise to the byte. */
export async function hasSegments({ output, instance }: Edit): Promise<boolean> {
  return codecOf(output) === 'h264' && (instance !== 'a1' || (await listHardware()).length === 0);
}

/** Returns the number of segments that a render makes at the same time. It does not change the file. */
export function countMakers(edit: Edit): number {
  return usesAllCores(edit) ? Math.min(availableParallelism(), MAX_SEGMENTS_AT_ONCE) : 1;
}

/** Makes the streams that are not kept yet before the outputs are written, if several can be made at once. */
export async function makeAllStreams(state: RunState): Promise<void> {
  for (const [index, kept] of state.kept) await makeStreams(state, { index, kept });
}

/** An output whose streams are made before it is written. */
interface OutputToMake {
  /** Its place among the outputs of the edit. */
  readonly index: number;
  readonly kept: KeptOutput;
}

/**
 * Makes the missing streams of an output, if several can be made at the same time: by this render, or together with
 * other processes. Otherwise leaves them to the step that writes the output.
 *
 * @throws {KinoraError} the error of a stream.
 */
async function makeStreams(state: RunState, output: OutputToMake): Promise<void> {
  const { kept, index } = output;
  const { missing, frames, missingFrames, exchange, plan } = kept;
  const { config, options, job } = state;
  const edit = state.edits[index] ?? state.edit;
  const store = usesCache(edit) ? config.segments : undefined;
  const least = options.isRepeated ? 1 : LEAST_SHARED;
  const share = store && missing.length >= least ? options.share : undefined;
  const count = Math.min(countMakers(edit), missing.length);
  if (!share && count < 2) return;
  await using closing = new AsyncDisposableStack();
  const all = Array.from({ length: count }, (_maker, number) =>
    number === 0 ? firstMaker(state, output) : closing.use(new FurtherMaker(state, output, number)).make,
  );
  const report = (finished: number): void => {
    kept.finished = frames - missingFrames + finished;
    state.reportOutput({ phase: 'rendering', frame: kept.finished, frames }, index);
  };
  report(0);
  if (store && share) {
    const { replacements } = job.edit;
    const given = { replacements, ...state.timelineOf(index), sources: state.files };
    const onFailure = (error: unknown): void =>
      config.log.warn({ err: error }, 'Other workers cannot help with this render.');
    const { owner, folder, signal } = options;
    const makers = all.map((make) => unlessKept(exchange, make));
    const shared = kept.share(index, given);
    await makeTogether(shared, { store, share, makers, onFrames: report, onFailure, owner, folder, signal });
    await exchange.find(plan);
  } else {
    const claims = new LocalClaims(missing, report);
    await Promise.all(all.map((make) => makeClaimed(claims, make)));
  }
}

/** Makes only streams that are not kept yet. Helpers of an earlier attempt go on while this one is planned. */
function unlessKept(exchange: SegmentExchange, make: MakeStream): MakeStream {
  return async (stream, onFrame) => {
    if (!(await exchange.bring(stream.identity))) await make(stream, onFrame);
  };
}

/** Makes streams in the process of the render. */
function firstMaker(state: RunState, { index, kept: { exchange } }: OutputToMake): MakeStream {
  return async ({ position, identity }, onFrame) => {
    const path = join(exchange.folder, identity);
    const request = { step: 'streams', position, path, ...state.timelineOf(index) } as const;
    await state.ask(request, { onProgress: ({ frame = 0 }) => onFrame(frame) });
    await exchange.keep(identity);
  };
}

/** Makes streams in a process and a folder of its own. */
class FurtherMaker implements AsyncDisposable {
  private readonly state: RunState;
  private readonly output: OutputToMake;
  private readonly folder: string;
  private maker: StreamMaker | undefined;

  constructor(state: RunState, output: OutputToMake, number: number) {
    this.state = state;
    this.output = output;
    this.folder = join(state.options.folder, `maker-${output.index}-${number}`);
  }

  readonly make: MakeStream = async (stream, onFrame) => {
    const { exchange } = this.output.kept;
    this.maker ??= await this.open();
    await this.maker.make(stream, join(exchange.folder, stream.identity), onFrame);
    await exchange.keep(stream.identity);
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.maker?.[Symbol.asyncDispose]();
  }

  private async open(): Promise<StreamMaker> {
    const { folder, output } = this;
    const { job, config, options } = this.state;
    const timeline = this.state.timelineOf(output.index);
    await mkdir(folder);
    // The process may read its own folder only. Several clips can show one page.
    const ownPathOf = (path: string): string => join(folder, basename(path));
    const paths = new Set(Object.values(timeline.pages));
    await Promise.all(Array.from(paths, (path) => link(path, ownPathOf(path))));
    const pages = Object.entries(timeline.pages).map(([field, path]) => [field, ownPathOf(path)] as const);
    const { log, children } = config;
    return new StreamMaker(
      { ...job, folder, outputs: [] },
      { ...timeline, pages: Object.fromEntries(pages) },
      { signal: options.signal, log, children },
    );
  }
}
