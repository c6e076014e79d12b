import { ChildRender } from './child-render.ts';
import type { OutputRequest, ProduceJob, RenderResult } from './produce-job.ts';
import type { RenderProgress } from './progress.ts';

/**
 * A job and its output request in one object. If `at` is set, the job makes a single frame, otherwise the
 * output of the edit.
 */
export type WholeJob = Omit<ProduceJob, 'kind'> & Omit<OutputRequest, 'step'>;

/**
 * Runs all steps of the child in this process. For tests and benchmarks, this is faster than a child process.
 *
 * @throws {KinoraError} if the edit or one of its files is invalid.
 */
export async function produce(
  { to, at, pages, transcripts, hardware, ...job }: WholeJob,
  report: (progress: RenderProgress) => void,
): Promise<RenderResult> {
  using render = new ChildRender({ ...job, kind: at === undefined ? 'output' : 'frames' }, report);
  return await render.run({
    step: 'output',
    to,
    ...(at !== undefined && { at }),
    ...(pages && { pages }),
    ...(transcripts && { transcripts }),
    ...(hardware && { hardware }),
  });
}
