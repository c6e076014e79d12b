import type { Transaction } from 'kysely';
import type { ErrorCode } from '../../base/errors.ts';
import { enqueueRenderCallbacks } from '../../callbacks/enqueue-callbacks.ts';
import type { AbandonReason } from '../../jobs/attempt-job.ts';
import { failUnfinishedAssets } from '../../store/assets.ts';
import { abandonRender, isEndedRender } from '../../store/attempts.ts';
import type { Schema } from '../../store/schema.ts';
import { deleteUnneededFiles } from '../publication.ts';
import type { WorkerContext } from '../worker-context.ts';
import { removeFinished } from './finished-files.ts';

/** The codes that say nothing to a client. */
const UNKNOWN_CAUSES: readonly string[] = ['worker_lost', 'internal'] satisfies ErrorCode[];

/**
 * Returns the sentence for clients if the queue has given up.
 *
 * @param what the sentence if the cause is unknown, for example because the workers died.
 */
export function describeAbandoned(what: string, { code, reason }: AbandonReason): string {
  return UNKNOWN_CAUSES.includes(code) ? what : reason;
}

/** Records that a render is given up, and enqueues its callbacks. Does nothing if the render is final. */
export async function abandonRenderJob(
  { queue, toPublicUrl, log }: Pick<WorkerContext, 'queue' | 'toPublicUrl' | 'log'>,
  render: string,
  transaction: Transaction<Schema>,
  why: AbandonReason,
): Promise<void> {
  const sentence = describeAbandoned('The render failed: none of several attempts finished.', why);
  if (!(await abandonRender(transaction, render, sentence, why.code))) return;
  log.error({ render, ...why }, 'Gave up a render: none of the attempts finished.');
  await failUnfinishedAssets(transaction, render);
  await enqueueRenderCallbacks(queue.callbacks, transaction, render, toPublicUrl);
}

/**
 * Deletes what a render leaves behind if it is final or gone: its finished local files, and the files in the
 * storage that are not needed. Waits for a database that is away. Never rejects: the periodic clean-up does what
 * fails here.
 *
 * @param options `stored`: storage keys that the database may no longer know. `signal` ends the waiting.
 */
export async function forgetRender(
  context: Pick<WorkerContext, 'database' | 'storage' | 'log' | 'folder'>,
  render: string,
  { stored = [], signal }: { readonly stored?: readonly string[]; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { database, log, folder } = context;
  const options = signal && { signal };
  try {
    await database.retryUntilAvailable(() => deleteUnneededFiles(context, render, stored), options);
    if (await database.retryUntilAvailable(() => isEndedRender(database.tables, render), options))
      await removeFinished(folder, render);
  } catch (error) {
    log.warn({ err: error, render }, 'Could not delete the files that a render has left. Retrying later.');
  }
}
