import type { Logger } from '../base/logger.ts';
import type { Edit, RenderFiles, Warning } from '../edit/index.ts';
import type { DestinationAdapters } from '../destinations/destination-adapters.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import type { Storage } from '../hosting/storage.ts';
import type { ToPublicUrl } from '../callbacks/enqueue-callbacks.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Outbound } from '../outbound/index.ts';
import type { Database } from '../store/database.ts';
import type { ProgressReport } from './progress-writer.ts';

/** Renders an edit to local files. The render library's own function fits it; tests give a simpler one. */
export type RenderEdit = (
  edit: Edit,
  to: RenderFiles<string>,
  options: {
    readonly owner: string;
    /** Whether the pictures carry our mark. */
    readonly watermark: boolean;
    /** An empty folder for whatever the render has to keep; removed afterwards. */
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ProgressReport) => void;
  },
) => Promise<RenderSummary>;

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
export interface RenderSummary {
  /** Seconds, of what has a length. */
  readonly duration?: number;
  /** What is allowed but perhaps not meant. */
  readonly warnings: readonly Warning[];
}

/** What a worker works with. */
export interface WorkerContext {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly render: RenderEdit;
  /** The public address of a stored file, for callbacks. */
  readonly toPublicUrl: ToPublicUrl;
  /** The way to the receivers of callbacks. */
  readonly outbound: Outbound;
  /** Makes the file at an address that a client named a local one, by the guarded way out, bounded in size and time. */
  readonly fetch: FetchFile;
  /** The places that files can be sent to. */
  readonly destinations: DestinationAdapters;
  /** Opens the credentials for them. */
  readonly seal: SecretBox;
  /** Where each render gets a temporary folder of its own. */
  readonly folder: string;
  readonly log: Logger;
}
