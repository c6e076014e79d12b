import { splitWords } from '../render/text-layout/text-ranges.ts';
import { isSpeakable, type Reading } from './reading.ts';

/** A word of a text that is to be spoken. */
export interface SpeechWord {
  /** The word of the text with its punctuation. */
  readonly text: string;
  /** True if the word follows the previous one without a space, as in Chinese. */
  readonly joined: boolean;
  /** The form in which the synthesiser gets it. Empty if the word is silent. */
  readonly spoken: string;
  /** True if a new paragraph follows. */
  readonly endsParagraph: boolean;
}

/** A text that is ready to be spoken. */
export interface SpeechText {
  readonly words: readonly SpeechWord[];
  /** The parts that the synthesiser cannot read, each of them once. */
  readonly unreadable: readonly string[];
}

/** The longest run of characters without a space that a synthesiser gets. */
const MAX_RUN = 40;
const LONG_RUN = new RegExp(`\\S{${MAX_RUN}}`, 'gu');
const PARAGRAPH = /\n\s*\n/;
const DASH = /^[-\u2010-\u2015]+$/;
const ENDS_WITH_PUNCTUATION = /\p{Po}$/u;
/** Control characters and invisible ones, which stand for no sound. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\ufe00-\ufe0f\u20e3]/gu;

/** Splits a text into the same words as a caption, and determines how each of them is spoken. */
export function readSpeechText(text: string, reading: Reading): SpeechText {
  const words: SpeechWord[] = [];
  const unreadable = new Set<string>();
  let isAfterSpace = true;
  for (const [from, to] of splitWords(text)) {
    const part = text.slice(from, to);
    const word = part.trim();
    if (word === '') continue;
    const { readable, rest } = separate(word.replaceAll(INVISIBLE, ''), reading);
    for (const run of rest) unreadable.add(run);
    const spoken = reading.rewrite(readable).trim().replaceAll(LONG_RUN, '$& ');
    addPause(words, word);
    words.push({
      text: word,
      joined: !isAfterSpace,
      spoken: isSpeakable(spoken) ? spoken : '',
      endsParagraph: PARAGRAPH.test(part),
    });
    isAfterSpace = /\s$/u.test(part);
  }
  return { words, unreadable: [...unreadable] };
}

/** Separates the readable characters of a word from the runs of the other ones. */
function separate(word: string, reading: Reading): { readonly readable: string; readonly rest: string[] } {
  let readable = '';
  const rest: string[] = [];
  let isInRun = false;
  for (const character of word) {
    const canRead = reading.canRead(character);
    if (canRead) readable += character;
    else if (isInRun) rest.push(`${rest.pop() ?? ''}${character}`);
    else {
      rest.push(character);
      readable += ' ';
    }
    isInRun = !canRead;
  }
  return { readable, rest };
}

/** Lets a dash between two words sound like a comma. */
function addPause(words: SpeechWord[], word: string): void {
  const last = words.at(-1);
  if (!last || last.spoken === '' || !DASH.test(word) || ENDS_WITH_PUNCTUATION.test(last.spoken)) return;
  words[words.length - 1] = { ...last, spoken: `${last.spoken},` };
}
