import type { DiskSpace } from '../base/disk/disk-space.ts';
import type { Logger } from '../base/logger.ts';
import type { Dialect, PackedEdit, EditFiles } from '../edit/index.ts';
import type { DestinationAdapters } from '../destinations/destination-adapters.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import type { Storage } from '../hosting/storage.ts';
import type { ToPublicUrl } from '../callbacks/enqueue-callbacks.ts';
import type { MediaGenerator } from '../generation/media-generator.ts';
import type { SourceFacts } from '../ingest/model.ts';
import type { IngestSettings } from '../ingest/settings.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Outbound } from '../outbound/index.ts';
import type { EditResult, Renderer, RenderOptions, RenderProgress } from '../render/renderer.ts';
import type { Database } from '../store/database.ts';
import type { DiskRoom } from './disk-room.ts';
import type { StorageRetryLimits } from './finish/retry-until-stored.ts';

/** Renders an edit to local files. The renderer provides it; tests pass a simpler function. */
export type RenderEdit = (
  edit: PackedEdit,
  to: EditFiles,
  options: RenderOptions & {
    readonly requestedAt: Date;
    readonly onProgress: (progress: RenderProgress) => void;
    readonly isRepeated: boolean;
  },
) => Promise<EditResult>;

/** Fetches a file. The caller must not change the local copy and must release it. */
type FetchFile = (
  url: string,
  request: {
    readonly owner: string;
    readonly cache: boolean;
    readonly signal: AbortSignal;
    /** Maximum size in bytes. Default: the limit for the sources of renders. */
    readonly maxBytes?: number;
  },
) => Promise<FetchedFile>;

/** A fetched file. */
export interface FetchedFile {
  /** Path of the local copy. */
  readonly path: string;
  /**
   * The file extension that matches the content, such as `.mp4`. Absent if the content does not determine
   * one.
   */
  readonly ending?: string | undefined;
  release(): Promise<void>;
}

/** Finds out what the bytes of a source are. @throws {KinoraError} with one public sentence if it is refused. */
type InspectSource = (path: string, options: { readonly signal: AbortSignal }) => Promise<SourceFacts>;

/** The dependencies of a worker. */
export interface WorkerContext extends Pick<Renderer, 'help' | 'convert' | 'transcribe'> {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  /** The free space of the disks of this process. */
  readonly disk: DiskSpace;
  /** The room on these disks for renders. */
  readonly room: DiskRoom;
  readonly render: RenderEdit;
  /** The dialect of renders that were stored without one. */
  readonly dialect: Dialect;
  /** Returns the public URL of a stored file, for callbacks. */
  readonly toPublicUrl: ToPublicUrl;
  /** The client for requests to receivers of callbacks and to destinations. */
  readonly outbound: Outbound;
  /**
   * Downloads the file at a URL that a client gave. Goes through the guard and is limited in size and time.
   */
  readonly fetch: FetchFile;
  readonly inspectSource: InspectSource;
  /** Makes and keeps generated media. */
  readonly generated: MediaGenerator;
  /** The maximum size of sources, and the time after which an unfinished upload is given up. */
  readonly ingest: IngestSettings;
  /** The adapters of the destinations that files can be sent to. */
  readonly destinations: DestinationAdapters;
  /** Encrypts and decrypts the credentials for destinations. */
  readonly seal: SecretBox;
  /** The folder in which each attempt at a render gets a temporary folder of its own. */
  readonly folder: string;
  /** The times for which finished files wait for a storage that is away. Given only in tests. */
  readonly storageRetryLimits?: StorageRetryLimits;
  readonly log: Logger;
}
