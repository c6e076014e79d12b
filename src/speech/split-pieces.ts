import type { SpeechWord } from './speech-text.ts';

/** A part of a text that is spoken at once, mostly a sentence. */
export interface Piece {
  /** The indexes of its words. None of them is silent. */
  readonly words: readonly number[];
  /** Seconds of silence before the next piece. */
  readonly pause: number;
}

/** The pauses in seconds after a sentence, a paragraph, and a part of a long sentence. */
const SENTENCE_PAUSE = 0.4;
const PARAGRAPH_PAUSE = 0.75;
const PART_PAUSE = 0.12;
/** Number of characters after which a long sentence is divided: at a comma, or wherever a word ends. */
const LONG = 200;
const TOO_LONG = 320;

const ENDS_SENTENCE = /[.!?。！？…؟।][\p{Pe}\p{Pf}"']*$/u;
const ENDS_PART = /[,;:،，；：、][\p{Pe}\p{Pf}"']*$/u;
/** Abbreviations of several languages, in small letters, that are mostly followed by a name or a number. */
const ABBREVIATIONS =
  /^\P{L}*(?:dr|mr|mrs|ms|prof|st|sr|sra|jr|rev|gen|col|capt|lt|no|nr|vs|fig|mt|bzw|ca|ggf|mme|mlle|dott|ing|hr|fr|tel|etc|approx|inc|co|corp|ltd|\p{L}|(?:\p{L}\.)+\p{L})\.\P{L}*$/u;

/** Divides a text into pieces. Every synthesiser speaks a short text well, and its memory stays small. */
export function splitPieces(words: readonly SpeechWord[]): Piece[] {
  const pieces: Piece[] = [];
  let current: number[] = [];
  let characters = 0;
  const end = (pause: number): void => {
    if (current.length > 0) pieces.push({ words: current, pause });
    current = [];
    characters = 0;
  };
  for (const [index, word] of words.entries()) {
    if (word.spoken !== '') {
      current.push(index);
      characters += word.spoken.length + 1;
    }
    if (word.endsParagraph) end(PARAGRAPH_PAUSE);
    else if (endsSentence(word, words[index + 1])) end(SENTENCE_PAUSE);
    else if (characters > TOO_LONG || (characters > LONG && ENDS_PART.test(word.text))) end(PART_PAUSE);
  }
  end(0);
  return pieces;
}

function endsSentence(word: SpeechWord, next: SpeechWord | undefined): boolean {
  if (!ENDS_SENTENCE.test(word.text)) return false;
  return !ABBREVIATIONS.test(word.text.toLowerCase()) && !/^\P{L}*\p{Ll}/u.test(next?.text ?? '');
}
