import { SoundEdges } from './sound-edges.ts';
import type { Piece } from './split-pieces.ts';
import type { SpeechWord } from './speech-text.ts';
import type { WordSpan, SynthesisAnswer } from './synthesis.ts';
import { timeBySilence } from './time-by-silence.ts';

/** Seconds of silence before the first and after the last sound. */
const LEAD = 0.1;
const TAIL = 0.2;

/** The sound of a speech, which grows piece by piece. */
export class SpokenSound {
  private readonly size: number;
  private readonly parts: Float32Array[] = [];
  private readonly spans: (WordSpan | undefined)[];
  private length = 0;
  private rate = 0;
  /** Seconds of silence before the next piece. */
  private pause = LEAD;

  /**
   * @param count number of words of the text.
   * @param size the factor by which the sound is played faster.
   */
  constructor(count: number, size: number) {
    this.size = size;
    this.spans = new Array<undefined>(count).fill(undefined);
  }

  /** Samples per second. 0 if nothing was heard. */
  get sampleRate(): number {
    return this.rate;
  }

  /** Returns the times of the words in seconds. Undefined for a word that was not heard. */
  get times(): readonly (WordSpan | undefined)[] {
    return this.spans;
  }

  /** Appends the sound of a piece. The silence around it becomes that between pieces. */
  add(piece: Piece, words: readonly SpeechWord[], answer: SynthesisAnswer): void {
    const samples = decode(answer.sound);
    const sampleRate = Math.round(answer.sampleRate * this.size);
    const edges = new SoundEdges(samples, sampleRate);
    const range = edges.range();
    if (!range) return;
    this.rate = sampleRate;
    const [from, to] = [Math.round(range[0] * sampleRate), Math.round(range[1] * sampleRate)];
    this.append(new Float32Array(Math.round(this.pause * sampleRate)));
    const shift = (this.length - from) / sampleRate;
    const spoken = piece.words.flatMap((index) => words[index] ?? []);
    const spans = answer.spans.some((span) => span !== null)
      ? answer.spans.map((span) => span && edges.narrow([span[0] / this.size, span[1] / this.size]))
      : timeBySilence(spoken, edges);
    for (const [at, index] of piece.words.entries()) {
      const span = spans[at];
      if (span) this.spans[index] = [span[0] + shift, span[1] + shift];
    }
    this.append(samples.subarray(from, to));
    this.pause = piece.pause;
  }

  /** Returns the samples of all pieces, from -1 to 1, with the silence after the last one. */
  finish(): Float32Array {
    this.append(new Float32Array(Math.round(TAIL * this.rate)));
    const samples = new Float32Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      samples.set(part, at);
      at += part.length;
    }
    return samples;
  }

  private append(part: Float32Array): void {
    this.parts.push(part);
    this.length += part.length;
  }
}

function decode(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return Float32Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2) / 32768);
}
