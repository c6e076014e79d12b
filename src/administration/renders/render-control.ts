import type { Transaction } from 'kysely';
import { enqueueRenderCallbacks, type ToPublicUrl } from '../../callbacks/enqueue-callbacks.ts';
import type { CallbackQueue } from '../../jobs/callback-queue.ts';
import type { RenderQueue } from '../../jobs/render-queue.ts';
import type { RetriedRender } from '../../store/queue/operator-renders.ts';
import type { Schema } from '../../store/schema.ts';

/** The changes of the queue that the operator can cause. */
export interface RenderControl {
  /** Enqueues a render again, in the transaction that makes it wait. */
  resubmit(transaction: Transaction<Schema>, render: RetriedRender): Promise<void>;
  /** Enqueues the callback of a cancelled render, in the transaction that cancels it. */
  notifyCancelled(transaction: Transaction<Schema>, render: string): Promise<void>;
}

/** Opens a {@link RenderControl} when an operation needs it. */
export type OpenRenderControl = () => Promise<RenderControl>;

/** The queues that a {@link RenderControl} writes to. */
interface ControlledQueues {
  readonly renders: Pick<RenderQueue, 'enqueue'>;
  readonly callbacks: CallbackQueue;
}

/** Creates the control of an open queue. */
export function createRenderControl({ renders, callbacks }: ControlledQueues): RenderControl {
  return {
    resubmit: (transaction, { id, owner, cost }) =>
      renders.enqueue(transaction, [{ id, owner, ...(cost !== null && { cost: { seconds: cost } }) }]),
    notifyCancelled: (transaction, render) =>
      enqueueRenderCallbacks(callbacks, transaction, render, rejectFiles),
  };
}

/** A cancelled render has no files. */
const rejectFiles: ToPublicUrl = (file) => {
  throw new Error(`A cancelled render has the file ${file}.`);
};
