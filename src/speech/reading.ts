/** The form of text that a synthesiser needs. */
export interface Reading {
  /** True if a character can be read, or stands for no sound of its own, such as a comma. */
  canRead(character: string): boolean;
  /** Returns a word without unreadable characters in the form in which it is spoken. */
  rewrite(word: string): string;
}

/** Symbols that are spoken even if they stand alone. */
const SPOKEN_SYMBOLS = '%&+=@#$€£¥₹°';
const SPEAKABLE = new RegExp(`[\\p{L}\\p{N}${SPOKEN_SYMBOLS}]`, 'u');
/** Letters, digits, their accents, and pictures. All other characters only separate words. */
const HAS_MEANING = /[\p{L}\p{N}\p{M}\p{So}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const DIGIT_OR_SYMBOL = new RegExp(`[0-9${SPOKEN_SYMBOLS}]`, 'u');

/** The scripts that eSpeak NG reads besides Latin, by language. */
const SCRIPTS: Readonly<Partial<Record<string, RegExp>>> = {
  ar: /\p{Script_Extensions=Arabic}/u,
  cmn: /\p{Script_Extensions=Han}/u,
  yue: /\p{Script_Extensions=Han}/u,
  hi: /\p{Script_Extensions=Devanagari}/u,
  ja: /[\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u,
  ko: /\p{Script_Extensions=Hangul}/u,
};
const HAN = /\p{Script=Han}/u;
const LATIN = /[\p{Script=Latin}\p{Script=Inherited}]/u;

/** True if a spoken form makes a sound. */
export function isSpeakable(spoken: string): boolean {
  return SPEAKABLE.test(spoken);
}

/** Returns how a language is read by eSpeak NG. @param language such as `ja-JP`. */
export function readingOf(language: string): Reading {
  const name = language.split('-')[0] ?? '';
  const script = SCRIPTS[name];
  const isReadable = (character: string): boolean => {
    if (!HAS_MEANING.test(character) || DIGIT_OR_SYMBOL.test(character)) return true;
    // Hiragana and Katakana share some characters with Han.
    if (name === 'ja' && HAN.test(character)) return false;
    return LATIN.test(character) || script?.test(character) === true || /\p{Nd}/u.test(character);
  };
  return {
    canRead: (character) => Array.from(simplify(character)).every(isReadable),
    // Angle brackets would be markup, square brackets would be phonemes, and a letter after `&` an entity.
    rewrite: (word) =>
      simplify(word)
        .replaceAll(/[<>[\]{}|\\^`~*_]/g, ' ')
        .replaceAll('&', ' & '),
  };
}

/**
 * Replaces characters such as `½` and `²` by simpler ones that mean the same. Keeps punctuation, because only the
 * Chinese comma makes a pause in Chinese.
 */
function simplify(text: string): string {
  return text
    .replaceAll(/[\p{L}\p{M}\p{N}\p{S}]+/gu, (run) => run.normalize('NFKC'))
    .replaceAll('\u2044', '/');
}

/** Replacements for English, in this order. Flite reads only ASCII. */
const ENGLISH_WORDS: readonly (readonly [RegExp, string])[] = [
  [/€\s?(\d[\d.,]*\d|\d)/gu, '$1 euros '],
  [/£\s?(\d[\d.,]*\d|\d)/gu, '$1 pounds '],
  [/¥\s?(\d[\d.,]*\d|\d)/gu, '$1 yen '],
  [/₹\s?(\d[\d.,]*\d|\d)/gu, '$1 rupees '],
  [/€/gu, ' euros '],
  [/£/gu, ' pounds '],
  [/¥/gu, ' yen '],
  [/₹/gu, ' rupees '],
  [/°/gu, ' degrees '],
  [/×/gu, ' times '],
  [/÷/gu, ' divided by '],
  [/±/gu, ' plus or minus '],
  [/&/gu, ' and '],
  [/(?<=\w)[\u2012-\u2015](?=\w)/gu, ', '],
  [/[\u2010-\u2015\u2212]/gu, '-'],
  [/[\u2018\u2019\u02bc]/gu, "'"],
  [/…/gu, '...'],
  [/ß/gu, 'ss'],
  [/[æÆ]/gu, 'ae'],
  [/[œŒ]/gu, 'oe'],
  [/[øØ]/gu, 'o'],
  [/[łŁ]/gu, 'l'],
  [/[đĐðÐ]/gu, 'd'],
  [/[þÞ]/gu, 'th'],
  [/ı/gu, 'i'],
];

/** The form of English text that Flite needs. */
export const ENGLISH_READING: Reading = {
  canRead: (character) =>
    !HAS_MEANING.test(character) ||
    DIGIT_OR_SYMBOL.test(character) ||
    /^[\0-\x7f]*$/.test(toAscii(character)),
  rewrite: (word) => toAscii(word).replaceAll(/[^\x20-\x7e]|[<>[\]{}|\\^`~*_"]/g, ' '),
};

function toAscii(text: string): string {
  const replaced = ENGLISH_WORDS.reduce((part, [from, to]) => part.replaceAll(from, to), text);
  return simplify(replaced).normalize('NFD').replaceAll(/\p{M}/gu, '');
}
