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
import type { Quotas } from '../../store/quotas/quotas.ts';
import type { Retention } from '../../store/settings.ts';
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
export interface ServerParts {
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
  /** The proxies whose headers `X-Forwarded-*` count. */
  readonly trustProxy: readonly string[];
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
  /** The `region` of assets in responses. */
  readonly region: string;
  /** Factor for the number of requests that each key may send per minute. 0 means no limit. */
  readonly rateLimits: number;
  /** Maximum number of open connections from each address. Trusted proxies have no maximum. */
  readonly connectionsPerAddress: number;
  /** The limits for slow clients. Set only in tests. */
  readonly timeouts?: ConnectionTimeouts;
  /** The maximum that each owner may use. */
  readonly quotas: Quotas;
  /** The time that things stay. */
  readonly keep: Retention;
  /** The dialect of edits whose request and key have none. */
  readonly dialect: Dialect;
  /** The folder of the built Studio. It may be missing. */
  readonly studioFolder: string;
  /** The folder of the built site of the documents. It may be missing. */
  readonly docsFolder: string;
  readonly log: FastifyBaseLogger;
}
