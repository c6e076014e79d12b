import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { usePath } from '../base/process/paths-in-use.ts';
import type { RendererConfig } from './renderer-config.ts';
import type { SegmentStore } from './streams/segment-store.ts';

/** Bytes of a file that are read from the store at once. */
const READ_BYTES = 2 ** 24;

/** The store of the layers of edits: that of segments. */
export class LayerStore {
  private readonly config: Pick<RendererConfig, 'segments' | 'folder'>;

  constructor(config: Pick<RendererConfig, 'segments' | 'folder'>) {
    this.config = config;
  }

  /** The store of segments. @throws {KinoraError} `segments_off` if nothing is kept here. */
  get segments(): SegmentStore {
    const { segments } = this.config;
    if (segments) return segments;
    throw new KinoraError('segments_off', NOTHING_KEPT);
  }

  /** Returns a kept file. Undefined if it is not kept any more. */
  async read(owner: string, identity: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const { segments } = this;
    await using folder = await this.createFolder();
    const file = await segments.open(owner, identity, join(folder.path, identity));
    if (!file) return undefined;
    await using opened = file;
    const parts: Buffer[] = [];
    for (let from = 0; from < opened.size; from += READ_BYTES)
      parts.push(await opened.read(from, Math.min(opened.size, from + READ_BYTES), signal));
    return Buffer.concat(parts);
  }

  /** Creates a folder for files on their way to the store. Remove it with `await using`. */
  async createFolder(): Promise<AsyncDisposable & { readonly path: string }> {
    const path = await mkdtemp(join(this.config.folder, 'layers-'));
    // Ends when the folder is removed.
    usePath(path);
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  }
}

const NOTHING_KEPT =
  'Kinora keeps no segments here, so it cannot deliver the layers of an edit. Set KINORA_SEGMENTS to more than 0.';
