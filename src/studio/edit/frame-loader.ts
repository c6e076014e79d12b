import { KeptFrames } from './kept-frames.ts';
import { isSameFrame, type WantedFrame } from './wanted-frame.ts';

/** The place where frames come from. */
export interface PictureSource {
  readonly frame: (wanted: WantedFrame, signal: AbortSignal) => Promise<Blob>;
  /** Brings several frames of one edit with one request, in their order. Each still takes a moment to be cut out. */
  readonly frames: (wanted: readonly WantedFrame[], signal: AbortSignal) => Promise<readonly Promise<Blob>[]>;
}

/** The limit of the requests. */
export interface FramePace {
  /** True if nothing can be asked for now. */
  readonly isBlocked: boolean;
  /** Returns the milliseconds to wait before the next picture is asked for. */
  readonly pictureWait: () => number;
  /** Returns the milliseconds to wait before pictures that nobody waits for. */
  readonly spareWait: () => number;
  readonly notePicture: () => void;
}

/** The receiver of the loader's news. */
export interface FrameListener {
  /** @param took milliseconds from the request to the picture. 0 if it was kept. */
  readonly onFrame: (url: string, wanted: WantedFrame, took: number) => void;
  readonly onError: (error: unknown, wanted: WantedFrame) => void;
  readonly onBusy: (isBusy: boolean) => void;
  /** @param milliseconds until the next picture is asked for. 0 if none waits any more. */
  readonly onWait: (milliseconds: number) => void;
}

/** Most frames that are asked for ahead at once. */
const MOST_AHEAD = 8;
/** The likeliest frames, in front of the others. While they are there, no others are asked for. */
const LIKELIEST = 2;

/**
 * Milliseconds that a later request waits for one of the same edit that it supersedes. The server makes both in one
 * process, which ends if a request is cancelled. A new process takes longer than most frames.
 */
const TIMEOUT_MS = 1000;

/** Frames on their way. */
interface Loading {
  readonly frames: readonly WantedFrame[];
  readonly abort: AbortController;
  /** True if the view has not asked for them yet. */
  readonly isAhead: boolean;
}

/**
 * Brings frames from the server, one request at a time and the latest first. A superseded request is cancelled at
 * once if it is of another edit, otherwise when it takes long. A fast one on its way is still shown, so that the
 * picture follows the playhead. While nothing else is asked for, brings frames that may be asked for next, all with
 * one request.
 */
export class FrameLoader {
  private readonly source: PictureSource;
  private readonly pace: FramePace;
  private readonly listener: FrameListener;
  private readonly kept = new KeptFrames();
  private wanted: WantedFrame | undefined;
  private ahead: readonly WantedFrame[] = [];
  private loading: Loading | undefined;
  private isWorking = false;
  private isClosed = false;

  constructor(source: PictureSource, pace: FramePace, listener: FrameListener) {
    this.source = source;
    this.pace = pace;
    this.listener = listener;
  }

  /** Asks for a frame. Only the latest one counts. */
  want(frame: WantedFrame): void {
    this.ahead = [];
    const known = this.kept.find(frame);
    this.wanted = known === undefined ? frame : undefined;
    this.supersede(frame);
    if (known === undefined) void this.work();
    else this.listener.onFrame(known, frame, 0);
  }

  /**
   * Brings frames while nothing else is asked for, the likeliest first. Asks for none if the likeliest are there, or
   * if much was asked for in this minute. {@link FrameLoader.want} abandons them.
   */
  askAhead(frames: readonly WantedFrame[]): void {
    const isKnown = (frame: WantedFrame): boolean => this.kept.find(frame) !== undefined;
    if (this.pace.spareWait() > 0 || frames.slice(0, LIKELIEST).every(isKnown)) return;
    this.ahead = frames.filter((frame) => !isKnown(frame)).slice(0, MOST_AHEAD);
    void this.work();
  }

  /** Cancels the running request, and forgets all pictures. */
  close(): void {
    this.isClosed = true;
    this.wanted = undefined;
    this.ahead = [];
    this.loading?.abort.abort();
    this.kept.clear();
  }

  /** Cancels the running request, if another frame is wanted and would have to wait for it. */
  private supersede(frame: WantedFrame): void {
    const { loading } = this;
    if (!loading || loading.frames.some((each) => isSameFrame(each, frame))) return;
    const isOfSameEdit = loading.frames.some(({ text }) => text === frame.text);
    // A request beyond the limit is tried again much later.
    if (!isOfSameEdit || this.pace.isBlocked) loading.abort.abort();
    else if (loading.isAhead || loading.frames.some(({ quality }) => quality === 'exact'))
      setTimeout(() => loading.abort.abort(), TIMEOUT_MS);
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    this.listener.onBusy(true);
    await this.awaitTurn();
    for (let next = this.take(); next; next = this.take()) {
      this.loading = next;
      await this.load(next);
      this.loading = undefined;
      await this.awaitTurn();
    }
    this.isWorking = false;
    this.listener.onBusy(false);
  }

  private async load({ frames, abort, isAhead }: Loading): Promise<void> {
    const { source, listener, pace } = this;
    const [frame] = frames;
    if (!frame) return;
    const began = performance.now();
    try {
      pace.notePicture();
      const { signal } = abort;
      if (isAhead) {
        const pictures = await source.frames(frames, signal);
        const kept = pictures.map((picture, index) => this.keepAhead(frames[index], picture));
        const { wanted } = this;
        // A frame that is wanted by now is not asked for again.
        await kept[frames.findIndex((each) => wanted !== undefined && isSameFrame(each, wanted))];
        return;
      }
      const picture = await source.frame(frame, signal);
      if (!signal.aborted) this.show(frame, picture, false, performance.now() - began);
    } catch (error) {
      // The failure of frames that are loaded in advance is not shown: loading one again reports it.
      if (!abort.signal.aborted && !isAhead) listener.onError(error, frame);
    }
  }

  /** Keeps a picture that nobody waits for, unless it cannot be read. */
  private async keepAhead(frame: WantedFrame | undefined, picture: Promise<Blob>): Promise<void> {
    const read = await picture.catch(() => undefined);
    if (frame && read && !this.isClosed) this.show(frame, read, true, 0);
  }

  /** Keeps a picture that has arrived, and shows it if the view has asked for it. */
  private show(frame: WantedFrame, picture: Blob, isAhead: boolean, took: number): void {
    const url = this.kept.keep(frame, picture);
    const { wanted } = this;
    const isWanted = wanted !== undefined && isSameFrame(frame, wanted);
    if (isWanted) this.wanted = undefined;
    if (isWanted || (!isAhead && !this.isPassed(frame))) this.listener.onFrame(url, frame, took);
  }

  /** True for an exact frame if another one is wanted since. The picture would go back for a moment. */
  private isPassed({ quality }: WantedFrame): boolean {
    return quality === 'exact' && this.wanted !== undefined;
  }

  /** Waits while a frame is wanted and the limit of the requests does not allow it. */
  private async awaitTurn(): Promise<void> {
    for (let wait = this.wanted ? this.pace.pictureWait() : 0; wait > 0; wait = this.pace.pictureWait()) {
      this.listener.onWait(wait);
      // The limit may change while others use it.
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, TIMEOUT_MS)));
      if (!this.wanted) break;
    }
    this.listener.onWait(0);
  }

  /** Returns what to ask for next. It is no promise: what is wanted while a loop ends would never be asked for. */
  private take(): Loading | undefined {
    const abort = new AbortController();
    const { wanted, ahead } = this;
    this.wanted = undefined;
    if (wanted) return { frames: [wanted], abort, isAhead: false };
    this.ahead = [];
    return ahead.length > 0 ? { frames: ahead, abort, isAhead: true } : undefined;
  }
}
