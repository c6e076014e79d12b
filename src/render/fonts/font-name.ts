import { KinoraError } from '../../base/errors.ts';
import { WEIGHT_NAMES } from './font-files.ts';

/** More words for weights, as contract 2.15 has them. */
const OTHER_WEIGHT_WORDS: readonly (readonly [number, string])[] = [
  [100, 'hairline'],
  [200, 'ultralight'],
  [400, 'normal'],
  [600, 'demibold'],
  [800, 'ultrabold'],
  [900, 'heavy'],
];

const WEIGHT_WORDS = [
  ...Object.entries(WEIGHT_NAMES).map(([weight, word]) => [Number(weight), normalizeFontName(word)] as const),
  ...OTHER_WEIGHT_WORDS,
  // Of two that fit ("bold", "extrabold") the longer.
].sort(([, a], [, b]) => b.length - a.length);

const ITALIC = /(italic|oblique)$/;

/** A name in parts. */
interface ParsedFontName {
  /** What is left of it, {@link normalizeFontName}. */
  readonly stem: string;
  /** The weight that it names. */
  readonly weight?: number;
  readonly italic: boolean;
}

/** Takes the words for slope and weight off the end of a name; one that is nothing but such words stays. */
export function parseFontName(name: string): ParsedFontName {
  const whole = normalizeFontName(name);
  const upright = whole.replace(ITALIC, '');
  const [weight, word] = WEIGHT_WORDS.find(([, each]) => upright.endsWith(each) && upright !== each) ?? [];
  return {
    stem: upright.slice(0, upright.length - (word?.length ?? 0)) || whole,
    ...(weight !== undefined && { weight }),
    italic: ITALIC.test(whole),
  };
}

/** The weight that a word or a number stands for, 1 to 1000. @throws {KinoraError} `validation_failed` when it is none. */
export function parseWeight(weight: number | string): number {
  const word = typeof weight === 'string' ? normalizeFontName(weight) : '';
  const known = word === '' ? undefined : WEIGHT_WORDS.find(([, each]) => each === word)?.[0];
  const number = known ?? Number(word === '' ? weight : word);
  if (number >= 1 && number <= 1000) return number;
  const message = `"${weight}" is not a weight of letters; give a number from 1 to 1000, or a word such as "bold".`;
  throw new KinoraError('validation_failed', message);
}

/** A name without what does not tell it from others: spaces, hyphens, capitals. */
export function normalizeFontName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
}
