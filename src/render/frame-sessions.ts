import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import type { Edit } from '../edit/model.ts';
import type { InspectedSources } from './fetch/fetch-sources.ts';
import type { MediaProcess } from './isolate/media-process.ts';
import { readResidentBytes } from './isolate/memory.ts';
import { isProcessFailure, runInPooledChild } from './isolate/run-in-child.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import type { RenderResult } from './produce/produce-job.ts';
import { RenderRun } from './render-run.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';

/** Edits whose frames are kept open at the same time. */
const MAX_SESSIONS = 2;
/** Milliseconds without a request, after which a session is closed. */
const IDLE_MS = 30_000;
/** The memory, in bytes, that a kept process may hold between two frames. */
const MAX_RESIDENT_BYTES = 700 * 2 ** 20;
/** With less memory left on the machine nothing is kept. */
const MIN_FREE_MEMORY = 2 ** 30;
/** Requests for frames of one edit that wait for each other; more are made apart. */
const MAX_WAITING = 4;

/** The frame to render. */
export interface FrameRequest {
  /** Seconds on the timeline, 0 or more. */
  readonly at: number;
  readonly format: 'png' | 'jpeg';
  /** True if it carries our mark. */
  readonly watermark: boolean;
}

/** A rendered frame. */
export interface RenderedFrame {
  /** The bytes of a file. */
  readonly picture: Buffer;
  readonly warnings: RenderResult['warnings'];
}

/** What is needed for another frame of an edit. */
interface OpenFrame {
  readonly child: MediaProcess;
  readonly sources: InspectedSources;
  readonly folder: string;
  /** Ends what is still read of its sources. */
  readonly lifetime: AbortController;
}

/**
 * Single frames of edits. The process that made a frame is kept a while, with its decoders and drawings, for the next frame of the same edit:
 * that of the same owner, to the last letter, whose sources are still the same.
 */
export class FrameSessions {
  private readonly config: RendererConfig;
  private readonly sessions = new Map<string, FrameSession>();
  /** Those in {@link sessions}, and those that are ending. */
  private readonly open = new Set<FrameSession>();
  private isClosed = false;

  constructor(config: RendererConfig) {
    this.config = config;
  }

  /**
   * Renders the frame of an edit at a second.
   *
   * @param edit the edit, reduced to what is visible then.
   * @throws {KinoraError} as `Renderer.frame`.
   */
  async render(edit: Edit, request: FrameRequest, context: RequestContext): Promise<RenderedFrame> {
    const key = keyOf(edit, request, context);
    try {
      const frame = await this.sessions.get(key)?.render(request, context.signal);
      return frame ?? (await this.renderFirst(key, edit, request, context));
    } finally {
      this.config.children?.prewarmLater();
    }
  }

  /** Ends everything that is kept. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.open].map((session) => session.end()));
  }

  private async renderFirst(
    key: string,
    edit: Edit,
    { at, format, watermark }: FrameRequest,
    { owner, signal, onProgress }: RequestContext,
  ): Promise<RenderedFrame> {
    const folder = await mkdtemp(join(this.config.folder, 'frame-'));
    const lifetime = new AbortController();
    const cancel = (): void => lifetime.abort();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const options = { owner, watermark, folder, signal: lifetime.signal, onProgress };
    try {
      await using run = new RenderRun(edit, 'frames', this.config, options);
      const to = join(folder, `frame.${format}`);
      const { warnings } = await run.run({ to: { output: to }, at });
      const picture = await readFile(to);
      await this.keep(key, edit, { ...run.release(), folder, lifetime });
      return { picture, warnings };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw toFrameError(error, at, this.config.frameLimits);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Keeps what a frame was made with, in the place of what was not asked for the longest; or closes it. */
  private async keep(key: string, edit: Edit, open: OpenFrame): Promise<void> {
    const session = new FrameSession(open, this.config, (closed) => {
      if (this.sessions.get(key) === session) this.sessions.delete(key);
      void closed.then(() => this.open.delete(session));
    });
    this.open.add(session);
    const others = [...this.sessions.values()];
    const replaced = this.sessions.get(key) ?? others.find(({ isIdle }) => isIdle);
    const isFull = others.length >= MAX_SESSIONS || this.sessions.has(key);
    const isWorthIt = !this.isClosed && edit.timeline.cache !== false && (await session.isSmall());
    if (!isWorthIt || (isFull && !replaced?.isIdle)) return session.end();
    if (isFull) await replaced?.end();
    this.sessions.set(key, session);
    session.rest();
  }
}

/** Two requests with the same key may be answered from what one of them has opened. */
function keyOf(edit: Edit, { watermark }: FrameRequest, { owner }: RequestContext): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, watermark, edit]))
    .digest('hex');
}

/** Why there is no frame, in words for the client: with limits of the caller it is the edit that is too much. */
function toFrameError(error: unknown, at: number, limits: ProcessLimits | undefined): unknown {
  // Without them it is the machine that has too little, or our fault.
  if (!limits || !isProcessFailure(error)) return error;
  const advice = `give the edit fewer clips, or show smaller media and shorter texts at ${at} s`;
  const message = `The frame takes more time or memory than a single frame may; ${advice}.`;
  return new KinoraError('validation_failed', message, { cause: error });
}

/** A process that has made frames of an edit, and all that it still reads. */
class FrameSession {
  private readonly open: OpenFrame;
  private readonly config: Pick<RendererConfig, 'frameLimits' | 'idleMs'>;
  private readonly onEnd: (closed: Promise<void>) => void;
  private readonly limit = pLimit(1);
  /** Requests that are being worked on or wait for their turn. */
  private pending = 0;
  private timer: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    open: OpenFrame,
    config: Pick<RendererConfig, 'frameLimits' | 'idleMs'>,
    onEnd: (closed: Promise<void>) => void,
  ) {
    this.open = open;
    this.config = config;
    this.onEnd = onEnd;
    void open.child.ended.then(() => this.end());
  }

  get isIdle(): boolean {
    return this.pending === 0;
  }

  /** True if it may stay: it holds little memory, and the machine has enough. */
  async isSmall(): Promise<boolean> {
    const { pid } = this.open.child.process;
    const bytes = pid === undefined ? undefined : await readResidentBytes(pid);
    return (bytes ?? 0) < MAX_RESIDENT_BYTES && process.availableMemory() > MIN_FREE_MEMORY;
  }

  /**
   * Renders another frame of the edit.
   *
   * @returns undefined when that is not to be had here: a source has changed or cannot be read any further, or there is too much to do.
   */
  async render(request: FrameRequest, signal: AbortSignal): Promise<RenderedFrame | undefined> {
    if (this.closing || this.pending > MAX_WAITING) return undefined;
    clearTimeout(this.timer);
    this.pending += 1;
    try {
      return await this.limit(() => this.renderNext(request, signal));
    } finally {
      this.pending -= 1;
      this.rest();
    }
  }

  /** Waits for the next request, but not for ever. */
  rest(): void {
    if (!this.isIdle || this.closing) return;
    this.timer = setTimeout(() => void this.end(), this.config.idleMs ?? IDLE_MS).unref();
  }

  /** Ends the process and gives back what it read. */
  end(): Promise<void> {
    if (!this.closing) this.onEnd((this.closing = this.close()));
    return this.closing;
  }

  private async close(): Promise<void> {
    clearTimeout(this.timer);
    const { child, sources, folder, lifetime } = this.open;
    await child.end();
    lifetime.abort();
    await sources[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }

  /** Asks whether the sources are still the same while the frame is made: they may be far away, and mostly are. */
  private async renderNext(
    { at, format }: FrameRequest,
    signal: AbortSignal,
  ): Promise<RenderedFrame | undefined> {
    if (this.closing) return undefined;
    const { child, sources, folder } = this.open;
    const to = join(folder, `frame.${format}`);
    const changed = new AbortController();
    // A server that cannot be asked has not said that nothing has changed.
    const isCurrent = sources.areCurrent(signal).catch(() => false);
    void isCurrent.then((current) => {
      if (!current) changed.abort();
    });
    try {
      const request = { step: 'output', to: { output: to }, at } as const;
      const { warnings } = await runInPooledChild(child, request, 'outcome', {
        signal: AbortSignal.any([signal, changed.signal]),
        limits: this.config.frameLimits,
      });
      if (await isCurrent) {
        const picture = await readFile(to);
        if (!(await this.isSmall())) void this.end();
        return { picture, warnings };
      }
    } catch (error) {
      // Reading a file far away has limits, which are wide for one frame, not for many.
      const isOfFile = error instanceof KinoraError && error.code.startsWith('asset_');
      if (signal.aborted || (!isOfFile && (await isCurrent)))
        throw toFrameError(error, at, this.config.frameLimits);
    }
    await this.end();
    return undefined;
  }
}
