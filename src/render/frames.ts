import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import type { Edit } from '../edit/edit.ts';
import type { LookedAt } from './fetch/fetch-sources.ts';
import { residentBytes } from './isolate/memory.ts';
import type { Limits } from './isolate/watch.ts';
import type { WorkingChild } from './isolate/working-child.ts';
import { frameError, openFrame, type RenderOptions } from './render.ts';

/** Edits whose frames are kept open at the same time. */
const MOST = 2;
/** Milliseconds without a request, after which what is kept is closed. */
const IDLE_MS = 30_000;
/** More memory, in bytes, no kept process may hold between two frames. */
const MOST_MEMORY = 700 * 2 ** 20;
/** With less memory left on the machine nothing is kept. */
const MEMORY_TO_SPARE = 2 ** 30;
/** Requests for frames of one edit that wait for each other; more are made apart. */
const MOST_WAITING = 4;

/** How a frame is wanted. */
export interface FrameWish {
  /** Seconds on the timeline, 0 or more. */
  readonly at: number;
  readonly format: 'png' | 'jpeg';
  /** Whether it carries our mark. */
  readonly watermark: boolean;
}

/** Who wants it. */
export interface FrameAsker {
  /** Whose cache of sources is used, and who alone may get what is kept. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** What all frames are made with. */
export interface FramesParts extends Omit<
  RenderOptions,
  'owner' | 'watermark' | 'folder' | 'signal' | 'onProgress' | 'limits'
> {
  /** Where each frame gets a temporary folder of its own. */
  readonly folder: string;
  readonly limits: Limits;
  /** Milliseconds without a request, after which what is kept is closed; half a minute by default. */
  readonly idle?: number;
}

/** What is needed for another frame of an edit. */
interface Open {
  readonly child: WorkingChild;
  readonly sources: LookedAt;
  readonly folder: string;
  /** Ends what is still read of its sources. */
  readonly life: AbortController;
}

/**
 * Single frames of edits. The process that made a frame is kept a while, with its decoders and drawings, for the next frame of the same edit:
 * that of the same owner, to the last letter, whose sources are still the same.
 */
export class Frames {
  private readonly parts: FramesParts;
  private readonly kept = new Map<string, KeptFrames>();
  /** Those in {@link kept}, and those that are ending. */
  private readonly open = new Set<KeptFrames>();
  private isClosed = false;

  constructor(parts: FramesParts) {
    this.parts = parts;
  }

  /**
   * The picture that an edit shows at a second.
   *
   * @param edit as far as it is seen then.
   * @returns the bytes of a file.
   * @throws {KinoraError} as `renderFrame`.
   */
  async picture(edit: Edit, wish: FrameWish, asker: FrameAsker): Promise<Buffer> {
    const key = keyOf(edit, wish, asker);
    try {
      const picture = await this.kept.get(key)?.picture(wish, asker.signal);
      return picture ?? (await this.first(key, edit, wish, asker));
    } finally {
      this.parts.children?.readyLater();
    }
  }

  /** Ends everything that is kept. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.open].map((kept) => kept.end()));
  }

  private async first(key: string, edit: Edit, wish: FrameWish, asker: FrameAsker): Promise<Buffer> {
    const { folder: root, ...parts } = this.parts;
    const { at, format, watermark } = wish;
    const folder = await mkdtemp(join(root, 'frame-'));
    const life = new AbortController();
    const cancel = (): void => life.abort();
    asker.signal.addEventListener('abort', cancel, { once: true });
    if (asker.signal.aborted) cancel();
    try {
      const to = join(folder, `frame.${format}`);
      const options = { ...parts, owner: asker.owner, watermark, folder, signal: life.signal };
      const opened = await openFrame(edit, at, to, { ...options, onProgress: () => undefined });
      const picture = await readFile(to);
      await this.keep(key, edit, { ...opened, folder, life });
      return picture;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    } finally {
      asker.signal.removeEventListener('abort', cancel);
    }
  }

  /** Keeps what a frame was made with, in the place of what was not asked for the longest; or closes it. */
  private async keep(key: string, edit: Edit, open: Open): Promise<void> {
    const kept = new KeptFrames(open, this.parts, (closed) => {
      if (this.kept.get(key) === kept) this.kept.delete(key);
      void closed.then(() => this.open.delete(kept));
    });
    this.open.add(kept);
    const others = [...this.kept.values()];
    const place = this.kept.get(key) ?? others.find(({ isIdle }) => isIdle);
    const isFull = others.length >= MOST || this.kept.has(key);
    const isWorthIt = !this.isClosed && edit.timeline.cache !== false && (await kept.isSmall());
    if (!isWorthIt || (isFull && !place?.isIdle)) return kept.end();
    if (isFull) await place?.end();
    this.kept.set(key, kept);
    kept.rest();
  }
}

/** Two requests with the same key may be answered from what one of them has opened. */
function keyOf(edit: Edit, { watermark }: FrameWish, { owner }: FrameAsker): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, watermark, edit]))
    .digest('hex');
}

/** A process that has made frames of an edit, and all that it still reads. */
class KeptFrames {
  private readonly open: Open;
  private readonly parts: Pick<FramesParts, 'limits' | 'idle'>;
  private readonly onEnd: (closed: Promise<void>) => void;
  private readonly turns = pLimit(1);
  /** Pictures that are being made or wait for their turn. */
  private wanted = 0;
  private timer: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    open: Open,
    parts: Pick<FramesParts, 'limits' | 'idle'>,
    onEnd: (closed: Promise<void>) => void,
  ) {
    this.open = open;
    this.parts = parts;
    this.onEnd = onEnd;
    void open.child.ended.then(() => this.end());
  }

  get isIdle(): boolean {
    return this.wanted === 0;
  }

  /** Whether it may stay: it holds little memory, and the machine has enough. */
  async isSmall(): Promise<boolean> {
    const { pid } = this.open.child.process;
    const bytes = pid === undefined ? undefined : await residentBytes(pid);
    return (bytes ?? 0) < MOST_MEMORY && process.availableMemory() > MEMORY_TO_SPARE;
  }

  /**
   * Another picture of the edit.
   *
   * @returns undefined when that is not to be had here: a source has changed or cannot be read any further, or there is too much to do.
   */
  async picture(wish: FrameWish, signal: AbortSignal): Promise<Buffer | undefined> {
    if (this.closing || this.wanted > MOST_WAITING) return undefined;
    clearTimeout(this.timer);
    this.wanted += 1;
    try {
      return await this.turns(() => this.next(wish, signal));
    } finally {
      this.wanted -= 1;
      this.rest();
    }
  }

  /** Waits for the next request, but not for ever. */
  rest(): void {
    if (!this.isIdle || this.closing) return;
    this.timer = setTimeout(() => void this.end(), this.parts.idle ?? IDLE_MS).unref();
  }

  /** Ends the process and gives back what it read. */
  end(): Promise<void> {
    if (!this.closing) this.onEnd((this.closing = this.close()));
    return this.closing;
  }

  private async close(): Promise<void> {
    clearTimeout(this.timer);
    const { child, sources, folder, life } = this.open;
    await child.end();
    life.abort();
    await sources[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }

  /** Asks whether the sources are still the same while the picture is made: they may be far away, and mostly are. */
  private async next({ at, format }: FrameWish, signal: AbortSignal): Promise<Buffer | undefined> {
    if (this.closing) return undefined;
    const { child, sources, folder } = this.open;
    const to = join(folder, `frame.${format}`);
    const changed = new AbortController();
    // Who cannot be asked has not said that nothing has changed.
    const isCurrent = sources.areCurrent(signal).catch(() => false);
    void isCurrent.then((current) => {
      if (!current) changed.abort();
    });
    try {
      const options = { signal: AbortSignal.any([signal, changed.signal]), limits: this.parts.limits };
      await child.do({ kind: 'nextFrame', at, to }, 'outcome', options);
      if (await isCurrent) {
        const picture = await readFile(to);
        if (!(await this.isSmall())) void this.end();
        return picture;
      }
    } catch (error) {
      // A look at a file has limits, which are wide for one frame, not for many.
      const isOfFile = error instanceof KinoraError && error.code.startsWith('asset_');
      if (signal.aborted || (!isOfFile && (await isCurrent))) throw frameError(error, at, this.parts.limits);
    }
    await this.end();
    return undefined;
  }
}
