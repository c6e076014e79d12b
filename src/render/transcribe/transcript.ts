import type { TranscribedWord } from '../../base/transcribed-word.ts';

/** The words of a sound. Plain JSON. */
export interface Transcript {
  /** The language as the recogniser names it, such as `en` or `english`. Absent if it is unknown. */
  readonly language?: string;
  /** Sorted by time, without overlaps, within the sound. */
  readonly words: readonly TranscribedWord[];
}

/** A sound to transcribe: 16 kHz, one channel, 16 bits. */
export interface SpeechAudio {
  /** The bytes of a WAV file. */
  readonly wav: Buffer;
  /** Length of the sound in seconds. */
  readonly seconds: number;
}

/** Options for transcribing a sound. */
export interface TranscribeOptions {
  readonly signal: AbortSignal;
  /** Called with a short text on the current work, such as `Downloading the speech model, 20 %`. */
  readonly onProgress: (activity: string) => void;
}

/** Transcribes sounds. Its implementations are in `src/providers`. */
export interface Transcriber {
  /**
   * Returns an identifier of all that its transcripts depend on, such as the model. If the identifier
   * changes, sounds are transcribed again.
   */
  identity(): Promise<string>;
  /**
   * Transcribes a sound.
   *
   * @throws {KinoraError} `transcription_failed` if a retry is pointless, `transcriber_unreachable` if a
   *   later attempt may succeed, or `cancelled`.
   */
  transcribe(sound: SpeechAudio, options: TranscribeOptions): Promise<Transcript>;
  close(): Promise<void>;
}
