import type { SpeechRequest, StepAnswers } from '../produce-job.ts';
import type { ChildState } from './child-state.ts';

/** Extracts the speech for captions. */
export async function answerSpeech(
  state: ChildState,
  { captions }: SpeechRequest,
): Promise<StepAnswers['speech']> {
  const { job, prober, report } = state;
  // Loaded on demand, because few edits have captions from speech.
  const { extractSpeech } = await import('../../transcribe/extract-speech.ts');
  const onRead = (): void => report({ phase: 'preprocessing' });
  return (state.speech ??= await extractSpeech({ ...job, captions, prober }, onRead));
}
