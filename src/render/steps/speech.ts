import { listSpeechSources } from '../../edit/model.ts';
import type { RunState } from './run-state.ts';

/** Extracts the speech for captions. The maker of a speech knows its words, so recognition is not needed. */
export async function askForSpeech(state: RunState): Promise<void> {
  const { words } = state.generation;
  const captions = listSpeechSources(state.edit).flatMap(({ src }) =>
    Object.hasOwn(words, src) ? [] : [src],
  );
  if (captions.length > 0) state.speech = await state.ask({ step: 'speech', captions });
}
