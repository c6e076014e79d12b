import { KinoraError } from '../../base/errors.ts';

/**
 * The steps of a render, in order. The parent process uses the network and the browser. The child process
 * reads the bytes of the files. The parent asks the child only for steps with an answer. Before the child
 * answers, it runs all its earlier steps that have no answer.
 */
export const RENDER_STEPS = [
  /** Generates images, videos and speeches, or finds those that are kept. */
  { name: 'generate', process: 'parent', hasAnswer: false },
  /** Downloads the sources, or opens them for remote reading. */
  { name: 'fetch', process: 'parent', hasAnswer: false },
  /** Opens the fonts of the edit. */
  { name: 'fonts', process: 'child', hasAnswer: true },
  /** Draws the HTML pages in a browser, with these fonts. */
  { name: 'pages', process: 'parent', hasAnswer: false },
  /** Extracts the speech for captions. */
  { name: 'speech', process: 'child', hasAnswer: true },
  /** Transcribes this speech. */
  { name: 'transcribe', process: 'parent', hasAnswer: false },
  /** Finds out what each file is. */
  { name: 'probe', process: 'child', hasAnswer: false },
  /** Re-encodes the sources that cannot be read exactly as they are. */
  { name: 'prepare', process: 'child', hasAnswer: false },
  /** Resolves the edit to a timeline in exact frames. */
  { name: 'resolve', process: 'child', hasAnswer: false },
  /** Finds the SVGs that the browser must draw, and the frames of pages that it must film. */
  { name: 'drawings', process: 'child', hasAnswer: true },
  /** Divides the output into segments, and finds out which of them are kept from earlier renders. */
  { name: 'plan', process: 'child', hasAnswer: true },
  /** Makes the segments and the sound that are new, several at the same time or on several machines. */
  { name: 'streams', process: 'child', hasAnswer: true },
  /** Composes, mixes and encodes frame by frame. */
  { name: 'output', process: 'child', hasAnswer: true },
] as const;

type RenderStep = (typeof RENDER_STEPS)[number];
/** A step whose answer the parent asks the child for. */
export type AnsweredStep = Extract<RenderStep, { readonly hasAnswer: true }>['name'];
/** A step that the child runs. */
export type ChildStep = Extract<RenderStep, { readonly process: 'child' }>['name'];
/** A step that the parent runs itself, or asks the child for. */
export type ParentStep = Extract<RenderStep, { readonly process: 'parent' }>['name'] | AnsweredStep;

/**
 * Runs the given steps one after the other, in the order of {@link RENDER_STEPS}.
 *
 * @param steps the steps of this process. Missing steps are skipped.
 * @returns the answer of the last one.
 * @throws {KinoraError} the error of a step, or `cancelled` if the signal is aborted before a step.
 */
export async function runSteps(
  steps: Readonly<Partial<Record<RenderStep['name'], () => unknown>>>,
  signal?: AbortSignal,
): Promise<unknown> {
  let answer: unknown;
  for (const { name } of RENDER_STEPS) {
    const step = steps[name];
    if (!step) continue;
    if (signal?.aborted === true) throw new KinoraError('cancelled', 'The render was cancelled.');
    answer = await step();
  }
  return answer;
}
