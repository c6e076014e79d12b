import { signal } from '@preact/signals';
import { type CreatedSource, KinoraApiError, type KinoraClient } from '../../client/index.ts';
import { describeError } from '../shell/describe-error.ts';
import type { KeptUploads } from './kept-uploads.ts';

/** `waiting` for its turn; `lost` if it began before the page was loaded, so that its file must be chosen again. */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'failed' | 'lost';

/** An upload, as the page shows it. */
export interface ShownUpload {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes that have arrived. */
  readonly sent: number;
  readonly state: UploadState;
  /** The reason of the failure. */
  readonly problem?: string | undefined;
  readonly file?: File | undefined;
  /** Called when all bytes have arrived. */
  readonly onArrived?: ((source: CreatedSource) => void) | undefined;
  /** Called when the upload is removed. */
  readonly onRemoved?: (() => void) | undefined;
}

/** Uploads at a time. */
const MOST_AT_A_TIME = 2;

/**
 * The uploads of the page. They continue while other views are shown. An upload continues where it has stopped:
 * after a pause, a lost connection, and after a reload with the same file.
 */
export class UploadList {
  readonly uploads = signal<readonly ShownUpload[]>([]);
  /** Number of files that have arrived. */
  readonly arrived = signal(0);
  /** Sends the next requests. */
  client: KinoraClient;
  private readonly kept: KeptUploads;
  private readonly running = new Map<string, AbortController>();
  private count = 0;

  constructor(client: KinoraClient, kept: KeptUploads) {
    this.client = client;
    this.kept = kept;
    this.uploads.value = this.kept.list().map(({ name, size, upload }) => ({
      id: upload.id,
      name,
      size,
      sent: 0,
      state: 'lost',
    }));
  }

  /** Uploads files. One whose upload is unfinished continues. @param on the callbacks of each upload. */
  add(files: readonly File[], on: Pick<ShownUpload, 'onArrived' | 'onRemoved'> = {}): void {
    const added = files.map((file): ShownUpload => {
      const { name, size } = file;
      return { id: `upload-${(this.count += 1)}`, name, size, sent: 0, state: 'waiting', file, ...on };
    });
    const continued = new Set(files.map((file) => this.kept.find(file)?.upload.id));
    const others = this.uploads.peek().filter(({ id, state }) => state !== 'lost' || !continued.has(id));
    this.uploads.value = [...others, ...added];
    this.startNext();
  }

  /** Stops an upload, so that it can continue. */
  pause(id: string): void {
    this.change(id, { state: 'paused' });
    this.running.get(id)?.abort();
    this.startNext();
  }

  /** Continues an upload that is paused or has failed. */
  resume(id: string): void {
    this.change(id, { state: 'waiting', problem: undefined });
    this.startNext();
  }

  /** Continues the uploads that have failed for want of a connection. */
  resumeFailed(): void {
    for (const { id, state } of this.uploads.peek()) if (state === 'failed') this.resume(id);
  }

  /** Stops an upload and forgets it. */
  remove(id: string): void {
    this.running.get(id)?.abort();
    const { file, onRemoved } = this.find(id) ?? {};
    onRemoved?.();
    this.kept.remove((file && this.kept.find(file)?.upload.id) ?? id);
    this.drop(id);
    this.startNext();
  }

  /** Stops all of them. They stay in the browser. */
  close(): void {
    for (const abort of this.running.values()) abort.abort();
  }

  private startNext(): void {
    const sending = this.uploads.peek().filter(({ state }) => state === 'sending').length;
    const waiting = this.uploads
      .peek()
      .filter(({ state, file }) => state === 'waiting' && file !== undefined);
    for (const { id, file } of waiting.slice(0, Math.max(0, MOST_AT_A_TIME - sending)))
      if (file) void this.send(id, file);
  }

  private async send(id: string, file: File): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    this.running.set(id, abort);
    this.change(id, { state: 'sending' });
    const { name, size, lastModified: modified } = file;
    try {
      const source = await this.client.upload(file, {
        signal,
        resume: this.kept.find(file)?.upload,
        onStart: (upload) => {
          this.kept.add({ name, size, modified, upload });
        },
        onProgress: ({ sent }) => this.change(id, { sent }),
      });
      this.kept.remove(source.id);
      this.find(id)?.onArrived?.(source);
      // The list of sources shows from here on how far its import is.
      this.drop(id);
      this.arrived.value += 1;
    } catch (error) {
      if (!signal.aborted) this.fail(id, file, error);
    } finally {
      if (this.running.get(id) === abort) this.running.delete(id);
      this.startNext();
    }
  }

  private fail(id: string, file: File, error: unknown): void {
    const isGone = error instanceof KinoraApiError && error.status === 404;
    const kept = this.kept.find(file);
    // The next try begins at the first byte.
    if (isGone && kept) this.kept.remove(kept.upload.id);
    const problem = isGone
      ? 'The server has given this upload up. Continue to begin again.'
      : describeError(error);
    this.change(id, { state: 'failed', problem });
  }

  private find(id: string): ShownUpload | undefined {
    return this.uploads.peek().find((upload) => upload.id === id);
  }

  private change(id: string, change: Partial<ShownUpload>): void {
    this.uploads.value = this.uploads
      .peek()
      .map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
  }

  private drop(id: string): void {
    this.uploads.value = this.uploads.peek().filter((upload) => upload.id !== id);
  }
}
