import { listSources } from '../../../edit/model.ts';
import { describeFonts, openCustomFonts } from '../open-fonts.ts';
import type { StepAnswers } from '../produce-job.ts';
import type { ChildState } from './child-state.ts';

/** Opens the fonts of the edit, if pictures are composed. */
export async function answerFonts(state: ChildState): Promise<StepAnswers['fonts']> {
  const { edit, files } = state.job;
  state.fonts ??= state.isComposed ? await openCustomFonts(listSources(edit), files) : [];
  return describeFonts(state.fonts);
}
