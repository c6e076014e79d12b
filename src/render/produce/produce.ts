import type { OutputRequest, ProduceJob, RenderResult } from './produce-job.ts';
import type { RenderProgress } from './progress.ts';
import { answerStep } from './steps/answer-step.ts';
import { ChildState } from './steps/child-state.ts';

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
  job: WholeJob,
  report: (progress: RenderProgress) => void,
): Promise<RenderResult> {
  const kind = job.at === undefined ? 'output' : 'frames';
  using state = new ChildState({ ...job, kind }, report);
  return await answerStep(state, { ...job, step: 'output' });
}
