import type { Transaction } from 'kysely';
import { hideFields } from '../base/hide-fields.ts';
import { KinoraError } from '../base/errors.ts';
import { batch } from '../base/batch.ts';
import { type IdempotencyClaim, claimKeys, releaseKeys } from '../store/idempotency-claims.ts';
import { chargeRenders, QuotaExceeded, type Quotas } from '../store/quotas/quotas.ts';
import { addRender, countWaitingRenders, type NewRender } from '../store/renders.ts';
import type { WorkCost } from '../store/queue/work-cost.ts';
import type { Schema } from '../store/schema.ts';
import type { AttemptHandlers, AttemptJob, AttemptReport } from './attempt-job.ts';
import { AttemptQueue, type QueueParts } from './attempt-queue.ts';
import type { Capacity } from './dispatcher.ts';
import { findRendersWithoutJob } from './job-table.ts';
import { WORK } from './work-rules.ts';

/** One attempt at a render. */
export type RenderJob = AttemptJob<'render'>;
/** The functions that the workers of the queue call. */
export type RenderHandlers = AttemptHandlers<'render'>;
/** An invitation to make streams of a shared output. Its id is that of the output. */
export type HelpJob = AttemptJob<'help'>;
/** Makes streams of a shared output. If it throws, the invitation counts as one try. */
export type HandleHelp = (job: HelpJob) => Promise<AttemptReport>;

interface Submission {
  readonly render: NewRender;
  readonly claim: IdempotencyClaim | undefined;
}

/**
 * The result of a submission: accepted, refused because the queue was full, the error of an exceeded quota, or
 * the earlier claim with the same key.
 */
type SubmissionResult = 'accepted' | 'refused' | QuotaExceeded | IdempotencyClaim;

/** Maximum number of submissions in one transaction. */
const MAX_BATCH = 64;
/**
 * Maximum length in characters of an edit that is written in a batch. A longer edit is written alone, because
 * a batch of long edits delays other edits and needs much memory.
 */
const MAX_BATCHED_LENGTH = 100_000;
/** The cost of a render whose cost was not predicted. */
const UNKNOWN_COST: WorkCost = { seconds: 60 };

/** The queue of renders, in the same database as their rows. */
export class RenderQueue {
  /** The attempts at renders, and at the invitations to help with them. */
  readonly attempts: AttemptQueue<'render' | 'help'>;
  private readonly parts: QueueParts;
  private readonly quotas: Quotas;
  /** Writes simultaneous submissions in one transaction, which is far less work than one transaction each. */
  private readonly writeBatched = batch((all: readonly Submission[]) => this.write(all), MAX_BATCH);
  /**
   * Writes long edits one after the other. An embedded database would write several of them without a pause
   * and block everything else.
   */
  private readonly writeAlone = batch((all: readonly Submission[]) => this.write(all), 1);

  constructor(parts: QueueParts, quotas: Quotas) {
    this.parts = parts;
    this.attempts = new AttemptQueue(parts, WORK.renders);
    this.quotas = quotas;
    hideFields(this, 'parts');
  }

  /**
   * Writes a render's row and its job in one transaction.
   *
   * @param claim Written in the same transaction if given.
   * @returns The earlier claim with the same key, if there is one. In that case, nothing was written.
   * @throws {KinoraError} `queue_full` if too many renders are waiting; {@link QuotaExceeded} if the owner has
   * used up a quota; `stopping` if this process is stopping.
   */
  async submit(render: NewRender, claim?: IdempotencyClaim): Promise<IdempotencyClaim | undefined> {
    this.parts.stopping.throwIfAborted();
    const write = render.edit.length <= MAX_BATCHED_LENGTH ? this.writeBatched : this.writeAlone;
    const result = await write({ render, claim });
    if (result === 'refused')
      throw new KinoraError('queue_full', 'Too many renders are waiting. Try again later.');
    if (result instanceof QuotaExceeded) throw result;
    return result === 'accepted' ? undefined : result;
  }

  /** Enqueues renders whose row is `queued` and that have no job. All their attempts are new. */
  async enqueue(
    transaction: Transaction<Schema>,
    renders: readonly Pick<NewRender, 'id' | 'owner' | 'cost'>[],
  ): Promise<void> {
    const work = renders.map(({ id, owner, cost = UNKNOWN_COST }) => ({
      subject: { kind: 'render' as const, id, owner },
      cost,
    }));
    await this.attempts.enqueueAll(transaction, work);
  }

  /**
   * Invites workers to help with a render. They do it when no render waits, so that no other render is delayed.
   *
   * @param output id of the shared output.
   * @param count number of workers.
   */
  async invite(
    transaction: Transaction<Schema>,
    {
      output,
      owner,
      cost,
      count,
    }: {
      readonly output: string;
      readonly owner: string;
      readonly cost: WorkCost;
      readonly count: number;
    },
  ): Promise<void> {
    const invitation = { subject: { kind: 'help', id: output, owner }, cost } as const;
    await this.attempts.enqueueAll(transaction, new Array<typeof invitation>(count).fill(invitation));
  }

  /** Starts taking jobs. @param help absent if this process helps with no renders. */
  async startWorkers(handlers: RenderHandlers, capacity: Capacity, help?: HandleHelp): Promise<void> {
    const none = (): Promise<void> => Promise.resolve();
    const invited = { attempt: async (job: HelpJob) => (await help?.(job)) ?? {}, abandon: none };
    await this.attempts.startWorkers({ render: handlers, help: invited }, capacity);
  }

  /** Returns the ids of the renders that are not final and have no job that could finish them. */
  async findOrphaned(): Promise<string[]> {
    return await findRendersWithoutJob(this.parts.database.tables);
  }

  private async write(submissions: readonly Submission[]): Promise<SubmissionResult[]> {
    return await this.parts.database.tables.transaction().execute(async (transaction) => {
      const { maxWaiting } = this.parts;
      const remaining = Math.max(0, maxWaiting - (await countWaitingRenders(transaction, maxWaiting)));
      const admitted = submissions.slice(0, remaining);
      const earlierClaims = await claimKeys(
        transaction,
        admitted.flatMap(({ claim }) => claim ?? []),
      );
      const claimed = admitted.map(({ claim }) => claim && earlierClaims.get(claim));
      const fresh = admitted.filter((_submission, index) => claimed[index] === undefined);
      const refused = await this.chargeQuotas(transaction, fresh);
      const accepted = fresh.filter(({ render }) => !refused.has(render.id));
      await releaseKeys(
        transaction,
        fresh.flatMap(({ render, claim }) => (claim && refused.has(render.id) ? claim : [])),
      );
      const renders = accepted.map(({ render }) => render);
      if (renders.length > 0) await addRender(transaction, renders);
      if (renders.length > 0) await this.enqueue(transaction, renders);
      return submissions.map(({ render }, index) =>
        index < admitted.length ? (claimed[index] ?? refused.get(render.id) ?? 'accepted') : 'refused',
      );
    });
  }

  private chargeQuotas(
    transaction: Transaction<Schema>,
    submissions: readonly Submission[],
  ): Promise<ReadonlyMap<string, QuotaExceeded>> {
    const requested = submissions.map(({ render: { id, owner, cost = UNKNOWN_COST } }) => ({
      id,
      owner,
      outputSeconds: cost.outputSeconds ?? 0,
    }));
    return chargeRenders(transaction, requested, this.quotas);
  }
}
