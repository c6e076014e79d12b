import { ChildRender } from './child-render.ts';
import type { OutputRequest, ProduceJob, RenderResult } from './produce-job.ts';
import type { RenderProgress } from './progress.ts';

/** A whole job: a frame where it has a time, else the output of the edit. */
export type WholeJob = Omit<ProduceJob, 'kind'> & Omit<OutputRequest, 'step'>;

/**
 * Runs all steps of the child in this process, which is quicker for tests and measurements than a process of its own.
 *
 * @throws {KinoraError} when the edit or one of its files is wrong.
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
