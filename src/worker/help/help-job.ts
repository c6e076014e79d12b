import { withLogFields } from '../../base/observe/log-fields.ts';
import type { AttemptReport } from '../../jobs/attempt-job.ts';
import type { HelpJob } from '../../jobs/render-queue.ts';
import type { StreamClaims } from '../../render/streams/stream-sharing.ts';
import { findSharedOutput } from '../../store/queue/shared-outputs.ts';
import { readEdit } from '../read-edit.ts';
import { openHelperFolder } from '../render-folder.ts';
import type { WorkerContext } from '../worker-context.ts';
import { StreamReports } from './stream-reports.ts';

/**
 * Helps with a render of another worker: makes streams of its output until none is free, its render has ended, or
 * another render waits.
 *
 * @throws the error of a stream. Its claim ends with the attempt, and the worker of the render makes it itself.
 */
export async function handleHelpJob(context: WorkerContext, job: HelpJob): Promise<AttemptReport> {
  const { database, queue, log } = context;
  const { tables } = database;
  const { id: output } = job;
  const shared = await database.retryUntilAvailable(() => findSharedOutput(tables, output), job);
  if (!shared) return {};
  using reports = new StreamReports(database, { output, job: job.job, log });
  const signal = AbortSignal.any([job.signal, reports.lost]);
  const waiting = { isUrgent: false };
  const mayGoOn = async (): Promise<boolean> => {
    waiting.isUrgent = await database.retryUntilAvailable(() => queue.renders.attempts.hasUrgentWork(), {
      signal,
    });
    return !waiting.isUrgent;
  };
  const claims = reports.createClaims('last', signal);
  // Most invitations come when everything is made.
  const first = await claims.claim();
  if (!first) return {};
  try {
    await using folder = await openHelperFolder(context.folder, job.job);
    const packed = await readEdit({ text: shared.edit, dialect: shared.dialect ?? context.dialect }, signal);
    const { position, handout, owner, stage } = shared;
    const help = { position, handout, claims: startingWith(first, claims), mayGoOn };
    const options = { owner, folder: folder.path, signal, watermark: stage === 'stage' };
    const fields = { render: shared.render, output: position };
    const count = await withLogFields(fields, () => context.help(packed, help, options));
    log.info({ ...fields, step: 'helped', streams: count }, 'Helped with a render.');
  } catch (error) {
    if (reports.lost.aborted && !job.signal.aborted) return {};
    throw error;
  }
  return waiting.isUrgent ? { then: 'back' } : {};
}

/** Returns claims whose first one is made already. */
function startingWith(first: Awaited<ReturnType<StreamClaims['claim']>>, claims: StreamClaims): StreamClaims {
  let next = first;
  return {
    ...claims,
    async claim() {
      const claimed = next ?? (await claims.claim());
      next = undefined;
      return claimed;
    },
  };
}
