import type { FastifyBaseLogger } from 'fastify';
import type { FileAddresses } from '../../hosting/file-addresses.ts';
import type { Storage } from '../../hosting/storage.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Database } from '../../store/database.ts';
import type { Inspection } from './inspection.ts';

/** What the HTTP server works with. */
export interface ServerParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly inspection: Inspection;
  /** The public address without a slash at its end. A function, because with a free port it is known only after listening. */
  readonly publicUrl: () => string;
  /** The addresses of stored files. */
  readonly addresses: FileAddresses;
  /** Shown as `region` of assets. */
  readonly region: string;
  /** How many times the usual number of requests a key may send in a minute; 0 is without limit. */
  readonly rateLimits: number;
  readonly log: FastifyBaseLogger;
}
