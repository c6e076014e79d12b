import type { GeneratedFile, SpeechOptions } from '../create/model.ts';

/** The context of a speech. */
export interface SpeechContext {
  readonly signal: AbortSignal;
  /** An existing folder for the sound. The caller removes it. */
  readonly folder: string;
}

/** Speaks texts on this machine, without a network. */
export interface Speaker {
  /**
   * Returns a text that identifies all that a sound depends on besides the options: the synthesiser, its version
   * and its model. If it changes, texts are spoken again.
   */
  identify(options: SpeechOptions): Promise<string>;
  /**
   * Speaks a text: a WAV file with one channel, and the times of its words.
   *
   * @throws {KinoraError} `validation_failed` if the text is too long or the voice cannot read it;
   *   `package_missing` if a package is not installed; `speech_failed` if the voice fails; `cancelled`.
   */
  speak(options: SpeechOptions, context: SpeechContext): Promise<GeneratedFile>;
  close(): Promise<void>;
}
