import type { Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { KinoraError } from '../base/errors.ts';
import { countEarlierRenditions } from '../store/renditions.ts';
import { countWaitingSources, findSourceById } from '../store/sources.ts';
import type { Database } from '../store/database.ts';
import type { RenditionKind, Schema } from '../store/schema.ts';
import {
  type AttemptHandlers,
  type AttemptJob,
  AttemptQueue,
  type AttemptQueueRules,
  type AttemptSubject,
} from './attempt-queue.ts';
import { DEAD_IMPORT_QUEUE, DEAD_RENDITION_QUEUE, IMPORT_QUEUE, RENDITION_QUEUE } from './boss.ts';

/** One attempt at importing a source. */
export type ImportJob = AttemptJob<'source'>;
/** One attempt at a rendition or a transcription. */
export type MakeRenditionJob = AttemptJob<RenditionKind>;

/** The functions that the workers call. */
export interface IngestHandlers {
  readonly imports: AttemptHandlers<'source'>;
  readonly renditions: AttemptHandlers<RenditionKind>;
}

/** Imports that one process runs at the same time. They mostly wait for the network and the storage. */
const IMPORT_WORKERS = 4;

const IMPORT_RULES: AttemptQueueRules = {
  name: IMPORT_QUEUE,
  deadName: DEAD_IMPORT_QUEUE,
  // Somebody waits for the source, so the attempts end within a few minutes.
  delaysSeconds: [0, 5, 30, 120],
  workersPerOwner: 3,
};

/** Renditions of an owner beyond this number do not delay further ones of the owner any more. */
const MAX_EARLIER = 1000;

const RENDITION_RULES: AttemptQueueRules = {
  name: RENDITION_QUEUE,
  deadName: DEAD_RENDITION_QUEUE,
  delaysSeconds: [0, 5, 60],
  workersPerOwner: Number.MAX_SAFE_INTEGER,
};

/** The queues of sources to import and of renditions to make. */
export class IngestQueue {
  private readonly imports: AttemptQueue<'source'>;
  private readonly renditions: AttemptQueue<RenditionKind>;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /**
   * @param boss Started, with its queues created.
   * @param stopping Fires when the process stops.
   * @param maxWaiting Maximum number of waiting sources.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal, maxWaiting: number) {
    this.imports = new AttemptQueue(boss, database, stopping, IMPORT_RULES);
    this.renditions = new AttemptQueue(boss, database, stopping, RENDITION_RULES);
    this.stopping = stopping;
    this.maxWaiting = maxWaiting;
  }

  /**
   * Enqueues the import of a source. Its job becomes available when the transaction commits.
   *
   * @throws {KinoraError} `queue_full` if too many sources are waiting, this one included; `stopping` if this
   * process is stopping.
   */
  async submitSource(
    transaction: Transaction<Schema>,
    { id, owner }: { readonly id: string; readonly owner: string },
  ): Promise<void> {
    this.stopping.throwIfAborted();
    if ((await countWaitingSources(transaction, this.maxWaiting + 1)) > this.maxWaiting)
      throw new KinoraError('queue_full', 'Too many sources are waiting. Try again later.');
    const version = (await findSourceById(transaction, id))?.version ?? 1;
    await this.imports.enqueue(transaction, { kind: 'source', id, owner, version });
  }

  /**
   * Enqueues a rendition. Its job becomes available when the transaction commits. The more renditions of its
   * owner wait, the later its turn: an owner with a few is not held up by one with many.
   */
  async enqueueRendition(
    transaction: Transaction<Schema>,
    { kind, id, owner }: AttemptSubject<RenditionKind>,
  ): Promise<void> {
    const earlier = await countEarlierRenditions(transaction, owner, id, MAX_EARLIER);
    await this.renditions.enqueue(transaction, { kind, id, owner }, -earlier);
  }

  /** Starts taking jobs. @param renditions number of renditions that this process makes at the same time. */
  async startWorkers(handlers: IngestHandlers, renditions: number): Promise<void> {
    await this.imports.startWorkers(handlers.imports, IMPORT_WORKERS);
    await this.renditions.startWorkers(handlers.renditions, renditions);
  }
}
