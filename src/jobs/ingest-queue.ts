import type { Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import { findSourceLength } from '../store/renditions.ts';
import { countWaitingSources, findSourceById } from '../store/sources.ts';
import type { RenditionKind, Schema } from '../store/schema.ts';
import type { AttemptHandlers, AttemptJob, AttemptSubject } from './attempt-job.ts';
import { AttemptQueue, type AttemptQueueRules, type QueueParts } from './attempt-queue.ts';
import { DEAD_IMPORT_QUEUE, DEAD_RENDITION_QUEUE, IMPORT_QUEUE, RENDITION_QUEUE } from './boss.ts';
import type { WorkLimits } from './capacity.ts';

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

/** All imports have the same cost: the size of a file is unknown before it is fetched. */
const IMPORT_COST = { seconds: 1 };

const IMPORT_RULES: AttemptQueueRules = {
  lanes: { main: IMPORT_QUEUE },
  deadName: DEAD_IMPORT_QUEUE,
  // A client waits for the source, so the attempts end within a few minutes.
  delaysSeconds: [0, 5, 30, 120],
  // A server that does not answer holds an import for minutes.
  perOwner: 3,
};

/** Seconds of work for each second of a source, and for a rendition of nothing. Measured roughly. */
const [RENDITION_SPEED, RENDITION_START] = [0.5, 1];

const RENDITION_RULES: AttemptQueueRules = {
  lanes: { main: RENDITION_QUEUE },
  deadName: DEAD_RENDITION_QUEUE,
  delaysSeconds: [0, 5, 60],
};

/** The queues of sources to import and of renditions to make. */
export class IngestQueue {
  private readonly imports: AttemptQueue<'source'>;
  private readonly renditions: AttemptQueue<RenditionKind>;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /** @param maxWaiting Maximum number of waiting sources. */
  constructor(parts: QueueParts, maxWaiting: number) {
    this.imports = new AttemptQueue(parts, IMPORT_RULES);
    this.renditions = new AttemptQueue(parts, RENDITION_RULES);
    this.stopping = parts.stopping;
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
    const subject = { kind: 'source' as const, id, owner, version };
    await this.imports.enqueue(transaction, [{ subject, cost: IMPORT_COST }]);
  }

  /** Enqueues a rendition. Its job becomes available when the transaction commits. */
  async enqueueRendition(
    transaction: Transaction<Schema>,
    { kind, id, owner }: AttemptSubject<RenditionKind>,
  ): Promise<void> {
    const length = await findSourceLength(transaction, id);
    const cost = { seconds: RENDITION_START + RENDITION_SPEED * length };
    await this.renditions.enqueue(transaction, [{ subject: { kind, id, owner }, cost }]);
  }

  /** Starts taking jobs. @param renditions number of renditions that this process makes at the same time. */
  async startWorkers(handlers: IngestHandlers, renditions: number, limits: WorkLimits = {}): Promise<void> {
    await this.imports.startWorkers(handlers.imports, { slots: IMPORT_WORKERS, ...limits });
    await this.renditions.startWorkers(handlers.renditions, { slots: renditions, ...limits });
  }

  /** The queues of attempts, to stop them. */
  get queues(): readonly Pick<AttemptQueue<string>, 'stopTaking' | 'whenIdle'>[] {
    return [this.imports, this.renditions];
  }
}
