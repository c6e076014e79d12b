import { v7 as uuid } from 'uuid';
import type { AttemptReport } from '../jobs/attempt-job.ts';
import type { RenderJob } from '../jobs/render-queue.ts';
import { handleRenderJob } from './render-job.ts';
import type { WorkerContext } from './worker-context.ts';

/** Returns the job of an attempt at a render, as the queue gives it to a worker. */
export function renderJobOf(id: string, more: Partial<RenderJob> = {}): RenderJob {
  return {
    kind: 'render',
    id,
    owner: 'any',
    job: uuid(),
    tries: 1,
    isLastTry: false,
    cost: { seconds: 1 },
    signal: new AbortController().signal,
    ...more,
  };
}

/** Makes an attempt at a render and records its result as the queue does. Returns the next step. */
export async function runRender(context: WorkerContext, job: RenderJob): Promise<AttemptReport> {
  const report = await handleRenderJob(context, job);
  const { record, cleanUp, then = 'done' } = report;
  if (record) await context.database.tables.transaction().execute(record);
  await cleanUp?.();
  return { ...report, then };
}
