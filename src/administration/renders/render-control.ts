import type { Transaction } from 'kysely';
import { enqueueRenderCallbacks, type ToPublicUrl } from '../../callbacks/enqueue-callbacks.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { RetriedRender } from '../../store/queue/operator-renders.ts';
import type { Schema } from '../../store/schema.ts';

/** Opens the control of the queue when an operation needs it. */
export type OpenRenderControl = () => Promise<ReturnType<typeof createRenderControl>>;

/** Creates the changes of an open queue that the operator can cause. */
export function createRenderControl({ renders, callbacks }: Pick<Queue, 'renders' | 'callbacks'>) {
  return {
    /** Enqueues a render again, in the transaction that makes it wait. */
    resubmit: (transaction: Transaction<Schema>, { id, owner, cost }: RetriedRender): Promise<void> =>
      renders.enqueue(transaction, [{ id, owner, ...(cost !== null && { cost: { seconds: cost } }) }]),
    /** Enqueues the callback of a cancelled render, in the transaction that cancels it. */
    notifyCancelled: (transaction: Transaction<Schema>, render: string): Promise<void> =>
      enqueueRenderCallbacks(callbacks, transaction, render, rejectFiles),
  };
}

/** A cancelled render has no files. */
const rejectFiles: ToPublicUrl = (file) => {
  throw new Error(`A cancelled render has the file ${file}.`);
};
