import type { Logger } from '../base/log.ts';
import type { Edit, PerFile, Warning } from '../edit/index.ts';
import type { Destinations } from '../destinations/destinations.ts';
import type { Seal } from '../hosting/seal.ts';
import type { Storage } from '../hosting/storage.ts';
import type { AddressOf } from '../jobs/announce.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Outbound } from '../outbound/index.ts';
import type { Database } from '../store/database.ts';
import type { Report } from './progress.ts';

/** Renders an edit to local files. The render library's own function fits it; tests give a simpler one. */
export type RenderEdit = (
  edit: Edit,
  to: PerFile<string>,
  options: {
    readonly owner: string;
    /** Whether the pictures carry our mark. */
    readonly watermark: boolean;
    /** An empty folder for whatever the render has to keep; removed afterwards. */
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: Report) => void;
  },
) => Promise<Made>;

/** Fetches a file. Its local copy is to be read only, and to be released. */
export type FetchFile = (
  url: string,
  request: { readonly owner: string; readonly cache: boolean; readonly signal: AbortSignal },
) => Promise<FetchedFile>;

/** A file that was fetched. */
export interface FetchedFile {
  readonly path: string;
  /** The ending that fits its bytes, such as `.mp4`; absent when they tell none. */
  readonly ending?: string | undefined;
  release(): Promise<void>;
}

/** What is known of what was made. */
export interface Made {
  /** Seconds, of what has a length. */
  readonly duration?: number;
  /** What is allowed but perhaps not meant. */
  readonly warnings: readonly Warning[];
}

/** What a worker works with. */
export interface WorkerParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly render: RenderEdit;
  /** The public address of a stored file, for callbacks. */
  readonly addressOf: AddressOf;
  /** The way to the receivers of callbacks. */
  readonly outbound: Outbound;
  /** Makes the file at an address that a client named a local one, by the guarded way out, bounded in size and time. */
  readonly fetch: FetchFile;
  /** The places that files can be sent to. */
  readonly destinations: Destinations;
  /** Opens the credentials for them. */
  readonly seal: Seal;
  /** Where each render gets a temporary folder of its own. */
  readonly folder: string;
  readonly log: Logger;
}
