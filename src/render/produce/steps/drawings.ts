import { listBrowserDrawings } from '../../compose/browser-drawings.ts';
import type { StepAnswers } from '../produce-job.ts';
import type { ChildState } from './child-state.ts';

/** Lists the SVGs of the output that the browser must draw. */
export function answerDrawings(state: ChildState): StepAnswers['drawings'] {
  const drawings = listBrowserDrawings(state.output.timeline, state.fontLibrary);
  // The next request brings their pictures, which are added to a new timeline.
  if (drawings.length > 0) state[Symbol.dispose]();
  return drawings;
}
