import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { AnswerAgent } from '../../agents/agent-endpoint.ts';
import type { DiskSpace } from '../../base/disk/disk-space.ts';
import type { Dialect } from '../../edit/index.ts';
import type { ProviderDirectory } from '../../generation/provider-directory.ts';
import type { FileAddresses } from '../../hosting/addresses/file-addresses.ts';
import type { Storage } from '../../hosting/storage.ts';
import type { UploadAddresses } from '../../hosting/addresses/upload-addresses.ts';
import type { IngestSettings } from '../../ingest/settings.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { AddressRules } from '../../outbound/index.ts';
import type { Database } from '../../store/database.ts';
import type { StoreSettings } from '../../store/settings.ts';
import type { ServerSettings } from '../settings.ts';
import type { ConnectionTimeouts } from './connection/connections.ts';
import type { Inspection } from './inspection.ts';

/** The metrics of this process, for its route. */
export interface ServedMetrics {
  /** Media type of {@link read}. */
  readonly contentType: string;
  /** Returns the metrics as text. */
  read(): Promise<string>;
  /** True if a request may read them. */
  allows(request: IncomingMessage): boolean;
}

/** The dependencies of the HTTP server. */
export interface ServerParts
  extends
    Pick<ServerSettings, 'trustProxy' | 'region' | 'rateLimits' | 'connectionsPerAddress'>,
    Pick<StoreSettings, 'quotas' | 'keep'> {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  /** The free space of the disks of this process. */
  readonly disk: DiskSpace;
  readonly inspection: Inspection;
  /** Answers requests of agents. */
  readonly answerAgent: AnswerAgent;
  /** The metrics of this process. */
  readonly metrics: ServedMetrics;
  /**
   * Returns the address of this server without a trailing slash: the one in its settings, or that on this
   * machine. If `PORT` is 0, the address is known only after `listen`. Use `publicUrlOf` to answer a request.
   */
  readonly publicUrl: () => string;
  /** True if the settings have the public address. Otherwise a response uses the address of its request. */
  readonly isPublicUrlSet: boolean;
  /** The rules of the outbound guard, which callbacks must pass. */
  readonly addressRules: AddressRules;
  /** The addresses of stored files. */
  readonly addresses: FileAddresses;
  /** The signed addresses of uploads. */
  readonly uploadAddresses: UploadAddresses;
  /** The limits of ingested files. */
  readonly ingest: IngestSettings;
  /** The services that generate media. */
  readonly providers: ProviderDirectory;
  /** True if this server has a transcription service. */
  readonly canTranscribe: boolean;
  /** The limits for slow clients. Set only in tests. */
  readonly timeouts?: ConnectionTimeouts;
  /** The dialect of edits whose request and key have none. */
  readonly dialect: Dialect;
  /** The folder of the built Studio. It may be missing. */
  readonly studioFolder: string;
  /** The folder of the built scripts for other pages. It may be missing. */
  readonly embedFolder: string;
  /** The folder of the built site of the documents. It may be missing. */
  readonly docsFolder: string;
  readonly log: FastifyBaseLogger;
}
