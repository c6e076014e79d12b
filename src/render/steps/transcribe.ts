import { listSpeechSources } from '../../edit/model.ts';
import { transcribeSpeech } from '../transcribe/transcribe-speech.ts';
import type { RunState } from './run-state.ts';

/** Extracts the speech for captions. The maker of a speech knows its words, so recognition is not needed. */
export async function askForSpeech(state: RunState): Promise<void> {
  const { words } = state.generation;
  const captions = listSpeechSources(state.edit).flatMap(({ src }) =>
    Object.hasOwn(words, src) ? [] : [src],
  );
  if (captions.length > 0) state.speech = await state.ask({ step: 'speech', captions });
}

/** Transcribes the extracted speech. Adds the words that are known. */
export async function transcribeAll(state: RunState): Promise<void> {
  const { transcripts, log } = state.config;
  const { signal } = state.options;
  const onProgress = (activity: string): void =>
    state.options.onProgress?.({ phase: 'preprocessing', activity });
  const heard = await transcribeSpeech(state.speech, { transcripts, signal, onProgress, log });
  const known = Object.entries(state.generation.words).map(([src, words]) => [src, { words }] as const);
  state.transcription = { ...heard, transcripts: { ...heard.transcripts, ...Object.fromEntries(known) } };
}
