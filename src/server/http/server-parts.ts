import type { FastifyBaseLogger } from 'fastify';
import type { ProviderDirectory } from '../../generation/provider-directory.ts';
import type { FileAddresses } from '../../hosting/file-addresses.ts';
import type { Storage } from '../../hosting/storage.ts';
import type { UploadAddresses } from '../../hosting/upload-addresses.ts';
import type { IngestSettings } from '../../ingest/settings.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Database } from '../../store/database.ts';
import type { Inspection } from './inspection.ts';

/** The dependencies of the HTTP server. */
export interface ServerParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly inspection: Inspection;
  /**
   * Returns the public address without a trailing slash. If `PORT` is 0, the address is known only after
   * `listen`.
   */
  readonly publicUrl: () => string;
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
  readonly log: FastifyBaseLogger;
}
