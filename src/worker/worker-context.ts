import type { DiskSpace } from '../base/disk/disk-space.ts';
import type { Logger } from '../base/logger.ts';
import type { Dialect, PackedEdit, EditFiles, Warning } from '../edit/index.ts';
import type { DestinationAdapters } from '../destinations/destination-adapters.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import type { Storage } from '../hosting/storage.ts';
import type { ToPublicUrl } from '../callbacks/enqueue-callbacks.ts';
import type { MediaGenerator } from '../generation/media-generator.ts';
import type {
  MediaFacts,
  SourceFacts,
  RenditionTransformation,
  TranscriptionFormat,
} from '../ingest/model.ts';
import type { IngestSettings } from '../ingest/settings.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Outbound } from '../outbound/index.ts';
import type { HelpedOutput, HelpOptions } from '../render/streams/help-render.ts';
import type { ShareStreams } from '../render/streams/stream-sharing.ts';
import type { CountedSegments } from '../store/attempts.ts';
import type { Database } from '../store/database.ts';
import type { DiskRoom } from './disk-room.ts';
import type { StorageRetryLimits } from './finish/retry-until-stored.ts';
import type { ProgressReport } from './progress-writer.ts';

/** Renders an edit to local files. The renderer provides it; tests pass a simpler function. */
export type RenderEdit = (
  edit: PackedEdit,
  to: EditFiles,
  options: {
    readonly owner: string;
    /** True if the output gets the watermark. */
    readonly watermark: boolean;
    /** An empty folder for temporary files. Removed after the render. */
    readonly folder: string;
    readonly signal: AbortSignal;
    /** The time when the client asked for the render. */
    readonly requestedAt: Date;
    readonly onProgress: (progress: ProgressReport) => void;
    /** Shares the work with other workers. Undefined if there can be none. */
    readonly share?: ShareStreams | undefined;
    /** True if an earlier attempt may have shared work, which other workers may still do. */
    readonly isRepeated: boolean;
  },
) => Promise<RenderSummary>;

/** Makes streams of a render of another worker. Returns their number. */
export type HelpRender = (edit: PackedEdit, output: HelpedOutput, options: HelpOptions) => Promise<number>;

/** Fetches a file. The caller must not change the local copy and must release it. */
export type FetchFile = (
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

/** Facts about a finished output. Those that do not apply to its format are absent. */
export interface OutputSummary {
  /** Width in pixels. */
  readonly width?: number;
  /** Height in pixels. */
  readonly height?: number;
  /** Duration in seconds. */
  readonly duration?: number;
  /** The numbers of its segments that were kept from earlier renders, and that were made. */
  readonly segments?: CountedSegments;
}

/** Facts about a finished render, and those of its first output. */
export interface RenderSummary extends OutputSummary {
  /** The facts about the further outputs, if the edit has a list of outputs. */
  readonly others?: readonly OutputSummary[];
  /** Remarks on valid parts of the edit that are probably mistakes. */
  readonly warnings: readonly Warning[];
}

/** Finds out what the bytes of a source are. @throws {KinoraError} with one public sentence if it is refused. */
export type InspectSource = (path: string, options: { readonly signal: AbortSignal }) => Promise<SourceFacts>;

/**
 * Makes a rendition of a local file.
 *
 * @param to the folder of the new file, and its name without the extension.
 */
export type Convert = (
  path: string,
  transformation: RenditionTransformation,
  to: { readonly folder: string; readonly name: string },
  options: { readonly signal: AbortSignal },
) => Promise<MediaFacts & { readonly path: string; readonly extension: string }>;

/** Transcribes the speech of a local file and writes it as a subtitle file. */
export type TranscribeFile = (
  path: string,
  options: {
    readonly format: TranscriptionFormat;
    /** The file to write. */
    readonly to: string;
    /** Folder for temporary files. */
    readonly folder: string;
    readonly owner: string;
    readonly signal: AbortSignal;
  },
) => Promise<void>;

/** The dependencies of a worker. */
export interface WorkerContext {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  /** The free space of the disks of this process. */
  readonly disk: DiskSpace;
  /** The room on these disks for renders. */
  readonly room: DiskRoom;
  readonly render: RenderEdit;
  readonly help: HelpRender;
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
  readonly convert: Convert;
  readonly transcribe: TranscribeFile;
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
