import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { newId } from '../../base/new-id.ts';
import { type CallContext, isFinalState, type ResultFile, type RenderState } from '../../agents/backend.ts';
import { KinoraError, toKinoraError } from '../../base/errors.ts';
import { type EditFiles, listEditFiles, listFiles, listOutputs, type ParsedEdit } from '../../edit/index.ts';
import type { EditResult, RenderProgress } from '../../render/renderer.ts';

/** Maximum number of renders that wait or run, and of those that are done and still known. */
const MAX_UNFINISHED = 20;
const MAX_KNOWN = 200;
/** Milliseconds between two reports to an agent that waits. */
const REPORT_MS = 500;

/** The reason of a render that was stopped. */
const CANCELLED = 'Cancelled.';

/** Renders an edit to files. */
type RenderFilesOf = (
  signal: AbortSignal,
  onProgress: (progress: RenderProgress) => void,
) => Promise<EditResult>;

interface LocalRender {
  state: RenderState;
  /** False while it waits for others. */
  isRunning: boolean;
  readonly stopping: AbortController;
  /** The paths of the files that it writes. */
  readonly paths: ReadonlySet<string>;
  /** Resolves when the state is final. */
  readonly done: Promise<void>;
}

/** The renders that agents have started in this process. */
export class LocalRenders {
  private readonly renders = new Map<string, LocalRender>();
  private readonly limit;

  /** @param concurrency number of renders at the same time. */
  constructor(concurrency: number) {
    this.limit = pLimit(concurrency);
  }

  /**
   * Starts a render, or puts it behind others.
   *
   * @param targets the files that `work` writes.
   * @throws {KinoraError} `queue_full`, or `validation_failed` if another render that is not done writes to a target.
   */
  start({ edit }: ParsedEdit, targets: EditFiles, work: RenderFilesOf): RenderState {
    const paths = new Set(listEditFiles(targets).flatMap(listFiles));
    this.requirePlace(paths);
    const id = newId();
    const stopping = new AbortController();
    const render: LocalRender = {
      state: { id, status: 'queued', progress: 0 },
      isRunning: false,
      stopping,
      paths,
      done: this.limit(async () => {
        stopping.signal.throwIfAborted();
        render.isRunning = true;
        const result = await work(stopping.signal, (progress) => note(render, progress));
        const files = await describeFiles(
          targets,
          result,
          listOutputs(edit).map(({ output }) => output.format),
        );
        render.state = { id, status: 'done', progress: 1, files, warnings: result.warnings };
      }).catch((error: unknown) => {
        const message = stopping.signal.aborted ? CANCELLED : toKinoraError(error).message;
        render.state = { id, status: 'failed', progress: render.state.progress, error: message };
      }),
    };
    this.renders.set(id, render);
    this.forgetOldest();
    return render.state;
  }

  /** Returns the state of a render, as soon as it is final or the time is over. */
  async follow(id: string, waitMs: number, { signal, report }: CallContext): Promise<RenderState> {
    const render = this.find(id);
    const end = performance.now() + waitMs;
    while (!isFinalState(render.state) && performance.now() < end) {
      report(render.state.progress, render.state.status);
      const left = Math.max(1, Math.min(REPORT_MS, end - performance.now()));
      await Promise.race([render.done, sleep(left, undefined, { signal })]);
    }
    report(render.state.progress, render.state.status);
    return render.state;
  }

  /** Stops a render. If it runs, waits for its end. */
  async cancel(id: string): Promise<RenderState> {
    const render = this.find(id);
    if (isFinalState(render.state)) return render.state;
    render.stopping.abort(createCancelledError());
    if (render.isRunning) await render.done;
    else render.state = { ...render.state, status: 'failed', error: CANCELLED };
    return render.state;
  }

  /** Stops all renders and waits for their end. */
  async close(): Promise<void> {
    const open = [...this.renders.values()];
    for (const { stopping } of open) stopping.abort(createCancelledError());
    await Promise.all(open.map(({ done }) => done));
  }

  /** Rejects a render that is one too many, or that writes to a file of another one. */
  private requirePlace(paths: ReadonlySet<string>): void {
    const unfinished = [...this.renders.values()].filter(({ state }) => !isFinalState(state));
    if (unfinished.length >= MAX_UNFINISHED)
      throw new KinoraError(
        'queue_full',
        `${unfinished.length} renders are not done yet. Wait for one with status, or cancel one.`,
      );
    const taken = [...paths].find((path) => unfinished.some((other) => other.paths.has(path)));
    if (taken !== undefined) throw createTakenError(taken);
  }

  private find(id: string): LocalRender {
    const render = this.renders.get(id);
    if (render) return render;
    throw new KinoraError(
      'not_found',
      `There is no render "${id.slice(0, 60)}". Use the id that render has returned.`,
    );
  }

  private forgetOldest(): void {
    for (const [id, { state }] of this.renders) {
      if (this.renders.size <= MAX_KNOWN) return;
      if (isFinalState(state)) this.renders.delete(id);
    }
  }
}

/** Creates the error for a file that a render may not replace. */
export function createTakenError(path: string): KinoraError {
  return new KinoraError('validation_failed', `"file": ${path} exists already. Choose another name.`);
}

function createCancelledError(): KinoraError {
  return new KinoraError('cancelled', 'The render was cancelled.');
}

function note(render: LocalRender, { phase, frame = 0, frames = 0, made }: RenderProgress): void {
  if (made !== undefined) return;
  const { id, progress } = render.state;
  const share = frames === 0 ? 0 : frame / frames;
  render.state = { id, status: phase, progress: Math.max(progress, share) };
}

async function describeFiles(
  targets: EditFiles,
  result: EditResult,
  formats: readonly string[],
): Promise<ResultFile[]> {
  const facts = [result, ...(result.others ?? [])];
  return await Promise.all(
    listEditFiles(targets).map(async ({ output: file }, index) => {
      const { width, height, duration } = facts[index] ?? {};
      const format = formats[index];
      return {
        file,
        bytes: (await stat(file)).size,
        ...(format !== undefined && { format }),
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        ...(duration !== undefined && { duration: Number(duration.toFixed(3)) }),
      };
    }),
  );
}
