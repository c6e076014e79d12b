import type { RichCaptionAsset } from '../../../edit/edit.ts';
import { lettersIn, wordsOf } from '../../fonts/segments.ts';
import type { Cue, SpokenWord } from '../../media/media.ts';
import { transformed } from '../rich-text/style.ts';

/** A word of a caption, and when it is spoken; in seconds of the clip. */
export interface CaptionWord {
  /** As it is drawn. */
  readonly text: string;
  readonly from: number;
  /** Later than `from`, or the same. */
  readonly to: number;
  /** Whether a space parts it from the word before it. */
  readonly apart: boolean;
}

type Transform = NonNullable<RichCaptionAsset['style']>['textTransform'];

/** Scripts that have no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Signs that open what comes after them. */
const OPENING = /[\p{Ps}\p{Pi}]+$/u;

/**
 * The words of a cue as they are drawn. What a script without spaces writes as one is parted by a dictionary, its time in shares as
 * long as the parts. A word that takes no time has that until the next one.
 */
export function wordsIn(cue: Cue, transform: Transform = 'none'): CaptionWord[] {
  const apart = spacesBefore(cue);
  const words = cue.words.flatMap((word, index) => partsOf(word, apart[index] ?? true));
  return words
    .filter(({ text }) => text !== '')
    .map((word, index, all) => ({
      ...word,
      text: transformed(word.text.replaceAll('\u00ad', ''), transform),
      to: word.to > word.from ? word.to : Math.max(word.from, all[index + 1]?.from ?? cue.to.valueOf()),
    }));
}

/** Whether there is a space before each word where the text of the cue has them; where it has them not, their letters tell. */
function spacesBefore({ text, words }: Cue): boolean[] {
  let place = 0;
  return words.map((word, index) => {
    const found = text.indexOf(word.text, place);
    const between = text.slice(place, Math.max(place, found));
    if (found >= 0 && between.trim() === '') {
      place = found + word.text.length;
      return between !== '';
    }
    const [before = '', after = ''] = [words[index - 1]?.text.at(-1), word.text[0]];
    return !(UNSPACED.test(before) && UNSPACED.test(after));
  });
}

function partsOf({ text, from, to }: SpokenWord, apart: boolean): CaptionWord[] {
  const word = text.trim();
  const parts = openingWithNext(wordsOf(word).map(([begin, end]) => word.slice(begin, end)));
  const [begin, lasts] = [from.valueOf(), to.valueOf() - from.valueOf()];
  const all = Math.max(1, lettersIn(word));
  let passed = 0;
  return parts.map((part, index) => {
    const start = begin + (lasts * passed) / all;
    passed += lettersIn(part);
    const isSpaced = index === 0 ? apart : /\s$/u.test(parts[index - 1] ?? '');
    return { text: part.trim(), from: start, to: begin + (lasts * passed) / all, apart: isSpaced };
  });
}

/** A sign that opens goes with what it opens. */
function openingWithNext(parts: readonly string[]): string[] {
  const moved: string[] = [];
  let opening = '';
  for (const [index, part] of parts.entries()) {
    const sign = index < parts.length - 1 ? (OPENING.exec(part)?.[0] ?? '') : '';
    moved.push(opening + part.slice(0, part.length - sign.length));
    opening = sign;
  }
  return moved;
}
