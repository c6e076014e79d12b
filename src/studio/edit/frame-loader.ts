import type { KinoraClient } from '../../client/index.ts';
import { type DraftEdit, toEdit } from '../document/edit-text.ts';

/** The quality of a frame: `fast` while the playhead moves, `exact` when it rests. */
export type FrameQuality = 'fast' | 'exact';

/** A frame to show. */
export interface WantedFrame {
  /** The text of the edit, which names the frame together with its second. */
  readonly text: string;
  readonly edit: DraftEdit;
  readonly at: number;
  readonly quality: FrameQuality;
}

/** The receiver of the loader's news. */
export interface FrameListener {
  /** @param took milliseconds from the request to the picture. 0 if it was kept. */
  readonly onFrame: (url: string, wanted: WantedFrame, took: number) => void;
  readonly onError: (error: unknown, wanted: WantedFrame) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Number of pictures that are kept. Each is at most a few megabytes. */
const KEPT = 40;
const FORMATS = { fast: 'jpeg', exact: 'png' } as const;

/**
 * Milliseconds that a later request waits for one of the same edit that it supersedes. The server makes both in one
 * process, which ends if a request is cancelled. A new process takes longer than most frames.
 */
const TIMEOUT_MS = 1000;

/** A frame on its way. */
interface LoadingFrame {
  readonly frame: WantedFrame;
  readonly abort: AbortController;
  /** True if the view has not asked for it yet. */
  readonly isAhead: boolean;
}

/**
 * Brings frames from the server, one at a time and the latest first. A superseded request is cancelled at once if
 * it is of another edit, otherwise when it takes long. A fast one on its way is still shown, so that the
 * picture follows the playhead. While nothing else is asked for, brings frames that may be asked for next.
 */
export class FrameLoader {
  private readonly client: KinoraClient;
  private readonly listener: FrameListener;
  private kept: readonly KeptFrame[] = [];
  private wanted: WantedFrame | undefined;
  private ahead: readonly WantedFrame[] = [];
  private loading: LoadingFrame | undefined;
  private isWorking = false;

  constructor(client: KinoraClient, listener: FrameListener) {
    this.client = client;
    this.listener = listener;
  }

  /** Asks for a frame. Only the latest one counts. */
  want(frame: WantedFrame): void {
    this.ahead = [];
    const known = this.find(frame);
    if (known) {
      this.wanted = undefined;
      this.supersede(frame);
      this.listener.onFrame(known.url, frame, 0);
      return;
    }
    this.wanted = frame;
    this.supersede(frame);
    void this.work();
  }

  /** Brings frames while nothing else is asked for, the likeliest first. {@link FrameLoader.want} abandons them. */
  askAhead(frames: readonly WantedFrame[]): void {
    this.ahead = frames.slice(0, KEPT / 2);
    void this.work();
  }

  /** Cancels the running request, and forgets all pictures. */
  close(): void {
    this.wanted = undefined;
    this.ahead = [];
    this.loading?.abort.abort();
    for (const { url } of this.kept) URL.revokeObjectURL(url);
    this.kept = [];
  }

  /** Cancels the running request, if another frame is wanted and would have to wait for it. */
  private supersede(frame: WantedFrame): void {
    const { loading } = this;
    if (!loading || isSameFrame(loading.frame, frame)) return;
    const isOfSameEdit = loading.frame.text === frame.text;
    if (!isOfSameEdit) loading.abort.abort();
    else if (loading.isAhead || loading.frame.quality === 'exact')
      setTimeout(() => loading.abort.abort(), TIMEOUT_MS);
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    this.listener.onBusy(true);
    for (let next = this.take(); next; next = this.take()) {
      this.loading = next;
      await this.load(next);
      this.loading = undefined;
    }
    this.isWorking = false;
    this.listener.onBusy(false);
  }

  private async load({ frame, abort, isAhead }: LoadingFrame): Promise<void> {
    const { client, listener } = this;
    const known = this.find(frame);
    if (known) {
      if (!isAhead) listener.onFrame(known.url, frame, 0);
      return;
    }
    const began = performance.now();
    try {
      const format = FORMATS[frame.quality];
      const bytes = await client.frame(toEdit(frame.edit), frame.at, { format, signal: abort.signal });
      if (abort.signal.aborted) return;
      const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: `image/${format}` }));
      this.keep({ frame, url });
      if (!isAhead && !this.isPassed(frame)) listener.onFrame(url, frame, performance.now() - began);
    } catch (error) {
      // The failure of a frame that is loaded in advance is not shown: loading it again reports it.
      if (!abort.signal.aborted && !isAhead) listener.onError(error, frame);
    }
  }

  /** True for an exact frame if another one is wanted since. The picture would go back for a moment. */
  private isPassed({ quality }: WantedFrame): boolean {
    return quality === 'exact' && this.wanted !== undefined;
  }

  private take(): LoadingFrame | undefined {
    const { wanted } = this;
    const abort = new AbortController();
    if (wanted) {
      this.wanted = undefined;
      return { frame: wanted, abort, isAhead: false };
    }
    const [first, ...others] = this.ahead;
    this.ahead = others;
    return first && { frame: first, abort, isAhead: true };
  }

  /** Returns a kept picture. An exact one also serves while the playhead moves. */
  private find(frame: WantedFrame): KeptFrame | undefined {
    const exact = { ...frame, quality: 'exact' } as const;
    const found =
      this.kept.find((one) => isSameFrame(one.frame, exact)) ??
      this.kept.find((one) => isSameFrame(one.frame, frame));
    // Frames that are used stay longest.
    if (found) this.kept = [...this.kept.filter((one) => one !== found), found];
    return found;
  }

  private keep(kept: KeptFrame): void {
    const all = [...this.kept, kept];
    for (const { url } of all.slice(0, -KEPT)) URL.revokeObjectURL(url);
    this.kept = all.slice(-KEPT);
  }
}

/** A picture that is kept, by the text of its edit. */
interface KeptFrame {
  readonly frame: WantedFrame;
  readonly url: string;
}

function isSameFrame(one: WantedFrame, other: WantedFrame): boolean {
  return one.at === other.at && one.quality === other.quality && one.text === other.text;
}
