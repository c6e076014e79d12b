import { link, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { codecOf, type Edit, MAX_SEGMENTS_AT_ONCE } from '../edit/model.ts';
import { listHardware } from './hardware/list-hardware.ts';
import type { SentJob } from './isolate/tasks.ts';
import type { SourceFile } from './media/source-file.ts';
import type { StreamRequest } from './produce/produce-job.ts';
import type { RendererConfig, RenderOptions } from './renderer-config.ts';
import type { KeptOutput } from './streams/kept-output.ts';
import { LocalClaims } from './streams/local-claims.ts';
import { makeTogether } from './streams/make-together.ts';
import type { SegmentExchange } from './streams/segment-exchange.ts';
import { makeClaimed, type MakeStream, StreamMaker, type StreamsOfOutput } from './streams/stream-maker.ts';

/** Fewer missing streams are not worth the work of another process, unless it may make them already. */
const LEAST_SHARED = 4;

/** An output whose streams are made before it is written. */
export interface OutputToMake {
  readonly edit: Edit;
  /** The facts that the child process needs for its timeline. */
  readonly timeline: Required<StreamsOfOutput>;
  readonly kept: KeptOutput;
  /** The file of each source URL. */
  readonly sources: Readonly<Record<string, SourceFile>>;
}

/** The render that makes the streams. */
export interface StreamsRender {
  readonly job: SentJob;
  readonly config: Pick<RendererConfig, 'segments' | 'log' | 'children'>;
  readonly options: Pick<RenderOptions, 'owner' | 'folder' | 'signal' | 'share' | 'isRepeated'>;
  /** Asks the process of the render for a stream. */
  readonly ask: (request: StreamRequest, onFrame: (finished: number) => void) => Promise<unknown>;
  /** Called with the number of finished frames of the output. */
  readonly onFrames: (finished: number) => void;
}

/** True if an output is a video in segments. Hardware, if there is any, makes no promise to the byte. */
export async function hasSegments({ output, instance }: Edit): Promise<boolean> {
  return codecOf(output) === 'h264' && (instance !== 'a1' || (await listHardware()).length === 0);
}

/** Returns the number of segments that a render makes at the same time. It does not change the file. */
export function countMakers({ instance = 's1' }: Edit): number {
  return instance === 's1' ? 1 : Math.min(availableParallelism(), MAX_SEGMENTS_AT_ONCE);
}

/**
 * Makes the missing streams of an output, if several can be made at the same time: by this render, or together with
 * other processes. Otherwise leaves them to the step that writes the output.
 *
 * @throws {KinoraError} the error of a stream.
 */
export async function makeStreams(output: OutputToMake, render: StreamsRender): Promise<void> {
  const { edit, kept } = output;
  const { missing, frames, missingFrames, exchange, plan } = kept;
  const { config, options, onFrames, job } = render;
  const store = (edit.timeline.cache ?? true) ? config.segments : undefined;
  const least = options.isRepeated ? 1 : LEAST_SHARED;
  const share = store && missing.length >= least ? options.share : undefined;
  const count = Math.min(countMakers(edit), missing.length);
  if (!share && count < 2) return;
  await using closing = new AsyncDisposableStack();
  const all = Array.from({ length: count }, (_maker, number) =>
    number === 0 ? firstMaker(output, render) : closing.use(new FurtherMaker(output, render, number)).make,
  );
  const report = (finished: number): void => {
    kept.finished = frames - missingFrames + finished;
    onFrames(kept.finished);
  };
  report(0);
  if (store && share) {
    const { replacements } = job.edit;
    const shared = kept.share(output.timeline.index, {
      replacements,
      ...output.timeline,
      sources: output.sources,
    });
    const onFailure = (error: unknown): void =>
      config.log.warn({ err: error }, 'Other workers cannot help with this render.');
    const { owner, folder, signal } = options;
    const makers = all.map((make) => unlessKept(exchange, make));
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
function firstMaker({ timeline, kept: { exchange } }: OutputToMake, { ask }: StreamsRender): MakeStream {
  return async ({ position, identity }, onFrame) => {
    const path = join(exchange.folder, identity);
    await ask({ step: 'streams', position, path, ...timeline }, onFrame);
    await exchange.keep(identity);
  };
}

/** Makes streams in a process and a folder of its own. */
class FurtherMaker implements AsyncDisposable {
  private readonly output: OutputToMake;
  private readonly render: StreamsRender;
  private readonly folder: string;
  private maker: StreamMaker | undefined;

  constructor(output: OutputToMake, render: StreamsRender, number: number) {
    this.output = output;
    this.render = render;
    this.folder = join(render.options.folder, `maker-${output.timeline.index}-${number}`);
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
    const { job, config, options } = this.render;
    await mkdir(folder);
    // The process may read its own folder only.
    const pages = await Promise.all(
      Object.entries(output.timeline.pages).map(async ([field, path]) => {
        const own = join(folder, basename(path));
        await link(path, own);
        return [field, own] as const;
      }),
    );
    const timeline = { ...output.timeline, pages: Object.fromEntries(pages) };
    const { log, children } = config;
    return new StreamMaker({ ...job, folder, outputs: [] }, timeline, {
      signal: options.signal,
      log,
      children,
    });
  }
}
