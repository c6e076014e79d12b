import type { KinoraClient } from '../../client/index.ts';
import { type DraftEdit, toEdit } from '../document/edit-text.ts';

/** How a frame is wanted: `fast` while the playhead moves, `exact` when it rests. */
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
 * Brings frames from the server, one at a time and the latest first. A request for an exact frame, or for another
 * edit, is cancelled when a later one supersedes it. A fast one on its way is still shown, so that the picture
 * follows the playhead.
 */
export class FrameLoader {
  private readonly client: KinoraClient;
  private readonly listener: FrameListener;
  private readonly kept = new Map<string, string>();
  private wanted: WantedFrame | undefined;
  private loading: { readonly frame: WantedFrame; readonly abort: AbortController } | undefined;

  constructor(client: KinoraClient, listener: FrameListener) {
    this.client = client;
    this.listener = listener;
  }

  /** Asks for a frame. Only the latest one counts. */
  want(frame: WantedFrame): void {
    const known = this.find(frame);
    if (known !== undefined) {
      this.wanted = undefined;
      this.loading?.abort.abort();
      this.listener.onFrame(known, frame, 0);
      return;
    }
    this.wanted = frame;
    const { loading } = this;
    if (!loading) void this.load();
    else if (loading.frame.text !== frame.text || loading.frame.quality === 'exact') loading.abort.abort();
  }

  /** Cancels what is on its way, and forgets all pictures. */
  close(): void {
    this.wanted = undefined;
    this.loading?.abort.abort();
    for (const url of this.kept.values()) URL.revokeObjectURL(url);
    this.kept.clear();
  }

  private async load(): Promise<void> {
    const { client, listener } = this;
    listener.onBusy(true);
    for (let frame = this.take(); frame; frame = this.take()) {
      const abort = new AbortController();
      this.loading = { frame, abort };
      try {
        const began = performance.now();
        const format = FORMATS[frame.quality];
        const bytes = await client.frame(toEdit(frame.edit), frame.at, {
          format,
          signal: abort.signal,
        });
        const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: `image/${format}` }));
        this.keep(frame, url);
        if (!abort.signal.aborted) listener.onFrame(url, frame, performance.now() - began);
      } catch (error) {
        if (!abort.signal.aborted) listener.onError(error, frame);
      }
      this.loading = undefined;
    }
    listener.onBusy(false);
  }

  private take(): WantedFrame | undefined {
    const { wanted } = this;
    this.wanted = undefined;
    return wanted;
  }

  /** Returns a kept picture. An exact one also serves while the playhead moves. */
  private find(frame: WantedFrame): string | undefined {
    return this.kept.get(nameOf({ ...frame, quality: 'exact' })) ?? this.kept.get(nameOf(frame));
  }

  private keep(frame: WantedFrame, url: string): void {
    this.kept.set(nameOf(frame), url);
    const [oldest] = this.kept;
    if (this.kept.size <= KEPT || !oldest) return;
    URL.revokeObjectURL(oldest[1]);
    this.kept.delete(oldest[0]);
  }
}

function nameOf({ text, at, quality }: WantedFrame): string {
  return `${quality} ${at} ${text}`;
}
