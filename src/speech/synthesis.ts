/** A piece of text that a synthesiser speaks at once. Plain JSON. */
export interface SynthesisRequest {
  /** The name of the voice in the synthesiser, such as `slt` or `de+f1`. */
  readonly voice: string;
  /** Number of the speaker in a voice with several. */
  readonly speaker: number;
  /** 1 is the tempo of the voice itself, 2 is twice as fast. */
  readonly tempo: number;
  /** 1 is the pitch of the voice itself, 2 is an octave higher. */
  readonly pitch: number;
  /** True if the pitch varies less than is usual for the voice. */
  readonly even: boolean;
  /** The words in the form in which they are spoken, at least one. */
  readonly words: readonly SpokenForm[];
}

/** A word in the form in which a synthesiser gets it, such as `20 euros,` for `€20`. */
export interface SpokenForm {
  /** Never empty. May consist of several words. */
  readonly spoken: string;
  /** True if the word follows the previous word without a space. */
  readonly joined: boolean;
}

/** Start and end of a word in seconds. */
export type WordSpan = readonly [from: number, to: number];

/** The sound of a {@link SynthesisRequest}. Plain JSON. */
export interface SynthesisAnswer {
  /** Samples per second. */
  readonly sampleRate: number;
  /** Samples of 16 bits, little endian, one channel, in base64. */
  readonly sound: string;
  /** One item for each word: undefined is null in JSON, and means that the word made no sound. */
  readonly spans: readonly (WordSpan | null)[];
}

/** A synthesiser: speaks one piece of text after the other. */
export type Synthesise = (request: SynthesisRequest) => SynthesisAnswer | Promise<SynthesisAnswer>;
