import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import {
  type FrameRequest,
  type PackedEdit,
  type RenderedPicture,
  type SheetRequest,
  usesCache,
} from '../edit/model.ts';
import type { InspectedSources } from './fetch/fetch-sources.ts';
import type { MediaProcess } from './child/media-process.ts';
import { readResidentBytes } from './child/memory.ts';
import {
  isProcessFailure,
  repeatAfterCrash,
  runInPooledChild,
  throwIfCancelled,
} from './child/run-in-child.ts';
import type { ProcessLimits } from './child/watchdog.ts';
import type { OutputRequest, PieceRequest, PieceSource } from './produce/produce-job.ts';
import type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';
import { hasMovingPage } from './steps/pages.ts';
import { runRender } from './steps/run-render.ts';
import { RunState } from './steps/run-state.ts';
import type { KnownSources } from './known-sources.ts';
import { usePath } from '../base/process/paths-in-use.ts';

/** Milliseconds without a request after which a session is closed. */
const IDLE_MS = 30_000;
/** Bytes of memory above which a process is not kept after a frame. */
const MAX_RESIDENT_BYTES = 700 * 2 ** 20;
/** Available memory of the machine, in bytes, below which no session is kept. */
const MIN_FREE_MEMORY = 2 ** 30;
/** Milliseconds in which a frame may be finished after its request has ended. A new process would take longer. */
const FINISH_MS = 1000;
/** Maximum number of requests that wait for one session. Further requests get a new process. */
const MAX_WAITING = 4;

/** A picture of an edit, or a piece of a source, that a session makes. */
type PictureRequest = FrameRequest | SheetRequest | PieceOrder;

/** An order for a piece of the only source of an edit. */
interface PieceOrder {
  readonly format: 'piece';
  readonly watermark: false;
  readonly piece: PieceRequest;
}

/** What the sessions make, and how many of them are kept. */
interface SessionOptions {
  /** The kind of their jobs. */
  readonly kind: 'frames' | 'layers';
  /** Maximum number of sessions to keep open. */
  readonly max: number;
  readonly known: KnownSources;
}

/** The options of a new process. */
interface BeginOptions extends RequestContext, Pick<RenderOptions, 'watermark'> {
  readonly bring?: ((folder: string) => Promise<RenderOptions['files']>) | undefined;
}

/** The resources for further frames of an edit. */
interface OpenFrame {
  readonly child: MediaProcess;
  readonly sources: InspectedSources;
  readonly folder: string;
  /** Cancels pending reads of the sources. */
  readonly lifetime: AbortController;
}

/**
 * Renders single frames of edits, and sheets of several frames. Keeps the process of a frame for a while, with its decoders and drawings.
 * The next frame reuses this process if the owner and the edit are the same and the sources have not changed.
 */
export class FrameSessions {
  private readonly config: RendererConfig;
  private readonly options: SessionOptions;
  private readonly sessions = new Map<string, FrameSession>();
  /** The sessions in {@link sessions}, and those that are closing. */
  private readonly open = new Set<FrameSession>();
  private isClosed = false;

  constructor(config: RendererConfig, options: SessionOptions) {
    this.config = config;
    this.options = options;
  }

  /**
   * Renders the frame of an edit at a given second, or a sheet of several frames.
   *
   * @param edit the edit, reduced to what is visible then.
   * @param bring puts files into the folder of a new session, and returns their paths by the `src` that stands for
   *   them in the edit.
   * @throws {KinoraError} the same errors as `Renderer.frame`.
   */
  async render(
    edit: PackedEdit,
    request: PictureRequest,
    context: RequestContext,
    bring?: (folder: string) => Promise<RenderOptions['files']>,
  ): Promise<RenderedPicture> {
    const key = keyOf(edit, request, context);
    const { children, frameLimits, log } = this.config;
    const makeFrame = async (): Promise<RenderedPicture> => {
      const frame = await this.sessions.get(key)?.render(request, context.signal);
      return frame ?? (await this.renderFirst(key, edit, request, context, bring));
    };
    try {
      return await repeatAfterCrash(makeFrame, { signal: context.signal, log });
    } catch (error) {
      throw toPictureError(error, request, frameLimits);
    } finally {
      children?.prewarmLater();
    }
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.open].map((session) => session.end()));
  }

  private async renderFirst(
    key: string,
    edit: PackedEdit,
    request: PictureRequest,
    context: RequestContext,
    bring?: (folder: string) => Promise<RenderOptions['files']>,
  ): Promise<RenderedPicture> {
    const { format, watermark } = request;
    const work = async (state: RunState, folder: string): Promise<RenderedPicture> => {
      const to = join(folder, `frame.${format}`);
      const { warnings, moments = [] } = await runRender(state, {
        to: { output: to },
        ...contentOf(request),
      });
      return { picture: await readFile(to), warnings, moments };
    };
    return await this.begin(edit, { ...context, watermark, bring }, work, () => [key]);
  }

  /**
   * Does work in a new process, and keeps the process.
   *
   * @param work gets the state of the process, and a folder of its own.
   * @param keysOf returns the keys of the sessions that the process is then.
   */
  async begin<Result>(
    edit: PackedEdit,
    { owner, signal, onProgress, watermark, bring }: BeginOptions,
    work: (state: RunState, folder: string) => Promise<Result>,
    keysOf: (result: Result) => readonly string[],
  ): Promise<Result> {
    const folder = await mkdtemp(join(this.config.folder, 'frame-'));
    // Ends when the session removes the folder.
    usePath(folder);
    const lifetime = new AbortController();
    const cancel = (): void => lifetime.abort();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const { known } = this.options;
    const findKnown = known.find.bind(known, owner);
    const options = { owner, watermark, folder, signal: lifetime.signal, onProgress, findKnown };
    try {
      const files = await bring?.(folder);
      await using state = new RunState(edit, this.options.kind, this.config, { ...options, files });
      const result = await work(state, folder);
      await this.keep(keysOf(result), edit, { ...state.release(), folder, lifetime });
      return result;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /**
   * Keeps a process as a session, or ends the process. If a new session would be one too many, ends the oldest idle
   * session first.
   */
  private async keep(keys: readonly string[], { outline }: PackedEdit, open: OpenFrame): Promise<void> {
    const isShared = keys.length > 1;
    const session = new FrameSession(open, this.config, isShared, (closed) => {
      for (const key of keys) if (this.sessions.get(key) === session) this.sessions.delete(key);
      void closed.then(() => this.open.delete(session));
    });
    this.open.add(session);
    const others = [...new Set(this.sessions.values())];
    const same = others.find(
      (other) => !other.isShared && keys.some((key) => this.sessions.get(key) === other),
    );
    const replaced = same ?? others.find(({ isIdle }) => isIdle);
    const isFull = others.length >= this.options.max || same !== undefined;
    // The films of pages that move have only the frames of the first request.
    const isReusable = usesCache(outline) && !hasMovingPage(outline);
    const isWorthIt = !this.isClosed && keys.length > 0 && isReusable && (await session.isSmall());
    if (!isWorthIt || (isFull && !replaced?.isIdle)) return session.end();
    if (isFull) await replaced?.end();
    for (const key of keys) this.sessions.set(key, session);
    session.rest();
  }
}

/** Returns the key of a session. Requests with the same key can share a session. */
function keyOf(
  { bytes, dialect }: PackedEdit,
  request: PictureRequest,
  { owner }: Pick<RequestContext, 'owner'>,
): string {
  if ('piece' in request) return keyOfSource(owner, request.piece);
  const { watermark } = request;
  return createHash('sha256')
    .update(JSON.stringify([owner, watermark, dialect]))
    .update(bytes)
    .digest('hex');
}

/** Returns the key of the session for the pieces of a source. */
export function keyOfSource(owner: string, { src, version }: Pick<PieceSource, 'src' | 'version'>): string {
  return JSON.stringify([owner, src, version]);
}

/** Returns the content of a picture. */
function contentOf(request: PictureRequest): Pick<OutputRequest, 'at' | 'height' | 'sheet' | 'piece'> {
  if ('piece' in request) return { piece: request.piece };
  if ('sheet' in request) return { sheet: request.sheet };
  const { at, height } = request;
  return { at, ...(height !== undefined && { height }) };
}

/** Returns a signal that aborts {@link FINISH_MS} after another. */
function abortLater(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  const abort = (): void => void setTimeout(() => later.abort(), FINISH_MS).unref();
  signal.addEventListener('abort', abort, { once: true });
  return later.signal;
}

const TOO_LARGE_PIECE =
  'A piece of a source needs more time or memory than it is allowed. Use a smaller file, or render the edit.';

/** Converts a process failure to an error about the edit, if the caller has set limits for a frame. */
function toPictureError(error: unknown, request: PictureRequest, limits: ProcessLimits | undefined): unknown {
  // If no limits are set, the edit is not the cause: the machine is too small, or this is a bug.
  if (!limits || !isProcessFailure(error)) return error;
  if ('piece' in request) return new KinoraError('validation_failed', TOO_LARGE_PIECE, { cause: error });
  const message =
    'sheet' in request
      ? 'The sheet needs more time or memory than a sheet is allowed. Use fewer moments or clips, or smaller media and shorter texts.'
      : `The frame needs more time or memory than a single frame is allowed. Use fewer clips, or smaller media and shorter texts at ${request.at} s.`;
  return new KinoraError('validation_failed', message, { cause: error });
}

/** A process that has made frames of an edit, and the sources that it reads. */
class FrameSession {
  /** True if it is the session of several sources. One that gets a process of its own leaves it. */
  readonly isShared: boolean;
  private readonly open: OpenFrame;
  private readonly config: Pick<RendererConfig, 'frameLimits' | 'idleMs'>;
  private readonly onEnd: (closed: Promise<void>) => void;
  private readonly limit = pLimit(1);
  /** Number of requests that run or wait. */
  private pending = 0;
  private timer: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    open: OpenFrame,
    config: Pick<RendererConfig, 'frameLimits' | 'idleMs'>,
    isShared: boolean,
    onEnd: (closed: Promise<void>) => void,
  ) {
    this.isShared = isShared;
    this.open = open;
    this.config = config;
    this.onEnd = onEnd;
    void open.child.ended.then(() => this.end());
  }

  get isIdle(): boolean {
    return this.pending === 0;
  }

  /** True if the process uses little memory and the machine has enough free memory. */
  async isSmall(): Promise<boolean> {
    const { pid } = this.open.child.process;
    const bytes = pid === undefined ? undefined : await readResidentBytes(pid);
    return (bytes ?? 0) < MAX_RESIDENT_BYTES && process.availableMemory() > MIN_FREE_MEMORY;
  }

  /**
   * Renders another frame of the edit.
   *
   * @returns undefined if this session cannot make the frame: a source has changed or is no longer readable,
   *   or too many requests are waiting.
   */
  async render(request: PictureRequest, signal: AbortSignal): Promise<RenderedPicture | undefined> {
    // With more cores, a process of its own reads a source beside the others.
    const maxWaiting = this.isShared && availableParallelism() > 2 ? 0 : MAX_WAITING;
    if (this.closing || this.pending > maxWaiting) return undefined;
    clearTimeout(this.timer);
    this.pending += 1;
    try {
      return await this.limit(() => this.renderNext(request, signal));
    } finally {
      this.pending -= 1;
      this.rest();
    }
  }

  /** Starts the timer that ends an idle session. */
  rest(): void {
    if (!this.isIdle || this.closing) return;
    this.timer = setTimeout(() => void this.end(), this.config.idleMs ?? IDLE_MS).unref();
  }

  /** Ends the process and releases its sources and its folder. */
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

  /** Renders a frame and checks at the same time if its sources have changed. */
  private async renderNext(
    wanted: PictureRequest,
    signal: AbortSignal,
  ): Promise<RenderedPicture | undefined> {
    if (this.closing) return undefined;
    throwIfCancelled(signal);
    const { child, sources, folder } = this.open;
    const to = join(folder, `frame.${wanted.format}`);
    const changed = new AbortController();
    // A piece is of the version that its session has opened, whatever a server has now. If the check fails, treat the
    // sources as changed.
    const overdue = abortLater(signal);
    const check = 'piece' in wanted ? sources.areIntact() : sources.areCurrent(overdue);
    const isCurrent = check.catch(() => false);
    void isCurrent.then((current) => {
      if (!current) changed.abort();
    });
    try {
      const request = { step: 'output', to: { output: to }, ...contentOf(wanted) } as const;
      const { warnings, moments = [] } = await runInPooledChild(child, request, 'outcome', {
        signal: AbortSignal.any([overdue, changed.signal]),
        limits: this.config.frameLimits,
      });
      if (await isCurrent) {
        const picture = await readFile(to);
        if (!(await this.isSmall())) void this.end();
        return { picture, warnings, moments };
      }
    } catch (error) {
      // A session may read only a limited number of bytes of each remote file, and many frames together can
      // exceed this limit. So end this session if a file fails. The caller then starts a new one with a new
      // limit.
      const isOfFile = error instanceof KinoraError && error.code.startsWith('asset_');
      if (signal.aborted || (!isOfFile && (await isCurrent))) throw error;
    }
    await this.end();
    return undefined;
  }
}
