import type { RenderJob } from '../../jobs/render-queue.ts';
import type { ShareStreams, SharedStreams } from '../../render/streams/stream-sharing.ts';
import { readSharedProgress, shareOutput, unshareOutput } from '../../store/queue/shared-outputs.ts';
import type { WorkerContext } from '../worker-context.ts';
import { StreamReports } from './stream-reports.ts';

/** Maximum number of workers that are invited to one output. */
const MAX_HELPERS = 100;

/**
 * Returns the function that shares the streams of a render with other workers. Undefined if there can be none: an
 * embedded database has one process.
 *
 * @param signal ends the work of the render.
 */
export function createSharing(
  { database, queue, log }: Pick<WorkerContext, 'database' | 'queue' | 'log'>,
  { id: render, owner, job, cost }: Pick<RenderJob, 'id' | 'owner' | 'job' | 'cost'>,
  signal: AbortSignal,
): ShareStreams | undefined {
  if (database.engine.kind === 'embedded') return undefined;
  const { tables } = database;
  return async ({ position, handout, streams }): Promise<SharedStreams> => {
    const output = await database.retryUntilAvailable(
      () =>
        tables
          .transaction()
          .execute((transaction) => shareOutput(transaction, { render, position, handout, streams })),
      { signal },
    );
    const reports = new StreamReports(database, { output, job, log });
    const count = Math.min(streams.length - 1, MAX_HELPERS);
    return {
      ...reports.createClaims('first', signal),
      async invite() {
        const invitation = { output, owner, cost, count };
        await tables.transaction().execute((transaction) => queue.renders.invite(transaction, invitation));
      },
      progress: () => database.retryUntilAvailable(() => readSharedProgress(tables, output), { signal }),
      async [Symbol.asyncDispose]() {
        reports[Symbol.dispose]();
        try {
          await unshareOutput(tables, output);
        } catch (error) {
          log.warn({ err: error, render }, 'Could not end the sharing of a render. The next sweep does.');
        }
      },
    };
  };
}
