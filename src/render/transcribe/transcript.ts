/** A transcribed word, with the marks that belong to it, such as the full stop after it. */
export interface TranscribedWord {
  /** Without spaces around it, never empty. */
  readonly text: string;
  /** Seconds from the start of the sound. */
  readonly from: number;
  /** Later than `from`. */
  readonly to: number;
  /** Whether it stands right after the word before it, without a space, as in Chinese. */
  readonly joined?: true;
}

/** What is said in a sound. Plain JSON. */
export interface Transcript {
  /** As the recogniser calls the language, such as `en` or `english`; absent when it did not say. */
  readonly language?: string;
  /** In the order of their times, none before another has ended, all within the sound. */
  readonly words: readonly TranscribedWord[];
}

/** A sound to recognise: 16 kHz, one channel, 16 bits. */
export interface SpeechAudio {
  /** The whole file, as a WAV. */
  readonly wav: Buffer;
  /** Its length. */
  readonly seconds: number;
}

/** What recognising a sound needs beside it. */
export interface TranscribeOptions {
  readonly signal: AbortSignal;
  /** Called with what takes long, in a few words such as `Downloading the speech model, 20 %`. */
  readonly onProgress: (activity: string) => void;
}

/** Makes words of sounds. Each provider of this is a file of `src/providers`. */
export interface Transcriber {
  /** What its transcripts hang on, such as its model: transcripts of another identity are made anew. */
  identity(): Promise<string>;
  /**
   * Recognises the words of a sound.
   *
   * @throws {KinoraError} `transcription_failed` when it cannot be done, `transcriber_unreachable` when it may work later, or
   *   `cancelled`.
   */
  transcribe(sound: SpeechAudio, options: TranscribeOptions): Promise<Transcript>;
  close(): Promise<void>;
}
