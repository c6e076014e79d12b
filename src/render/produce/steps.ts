import { KinoraError } from '../../base/errors.ts';

/**
 * The steps of a render, in order. The parent has the network and the browser; the child process reads the bytes of the files. The
 * parent asks the child for the steps with an answer; the child runs the other ones on the way to the next answer.
 */
export const RENDER_STEPS = [
  /** Brings the sources to this machine, or opens them for reading from far away. */
  { name: 'fetch', process: 'parent', hasAnswer: false },
  /** Opens the fonts of the edit. */
  { name: 'fonts', process: 'child', hasAnswer: true },
  /** Draws the pages of HTML in a browser, with these fonts. */
  { name: 'pages', process: 'parent', hasAnswer: false },
  /** Extracts the sounds that captions are made of. */
  { name: 'speech', process: 'child', hasAnswer: true },
  /** Has these sounds transcribed. */
  { name: 'transcribe', process: 'parent', hasAnswer: false },
  /** Finds out what each file is. */
  { name: 'probe', process: 'child', hasAnswer: false },
  /** Re-encodes what cannot be read exactly as it is. */
  { name: 'prepare', process: 'child', hasAnswer: false },
  /** Turns the edit into a timeline in exact frames. */
  { name: 'resolve', process: 'child', hasAnswer: false },
  /** Composes, mixes and encodes, frame by frame. */
  { name: 'output', process: 'child', hasAnswer: true },
] as const;

type RenderStep = (typeof RENDER_STEPS)[number];
/** A step that the parent asks the child for. */
export type AnsweredStep = Extract<RenderStep, { readonly hasAnswer: true }>['name'];
/** A step that the child runs. */
export type ChildStep = Extract<RenderStep, { readonly process: 'child' }>['name'];
/** A step that the parent runs, or asks the child for. */
export type ParentStep = Extract<RenderStep, { readonly process: 'parent' }>['name'] | AnsweredStep;

/**
 * Runs the given steps in the order of {@link RENDER_STEPS}, each when the one before it is done.
 *
 * @param steps the steps that concern this process; the others are skipped.
 * @throws {KinoraError} `cancelled` between two steps when the signal has been aborted, and what a step throws.
 */
export async function runSteps(
  steps: Readonly<Partial<Record<RenderStep['name'], () => void | Promise<void>>>>,
  signal?: AbortSignal,
): Promise<void> {
  for (const { name } of RENDER_STEPS) {
    const step = steps[name];
    if (!step) continue;
    if (signal?.aborted === true) throw new KinoraError('cancelled', 'The render was cancelled.');
    await step();
  }
}
