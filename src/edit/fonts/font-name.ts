import { KinoraError } from '../../base/errors.ts';

/** Names of the weights. A family may lack some weights. */
export const WEIGHT_NAMES: Readonly<Record<number, string>> = {
  100: 'Thin',
  200: 'ExtraLight',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'SemiBold',
  700: 'Bold',
  800: 'ExtraBold',
  900: 'Black',
};

/** Additional words for weights (contract 2.15). */
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
  // If two words match ("bold", "extrabold"), the longer one wins.
].sort(([, a], [, b]) => b.length - a.length);

const ITALIC = /(italic|oblique)$/;

/** The parts of a font name. */
interface ParsedFontName {
  /** The name without weight and slope, normalized by {@link normalizeFontName}. */
  readonly stem: string;
  /** The weight in the name. */
  readonly weight?: number;
  readonly italic: boolean;
}

/**
 * Splits the words for slope and weight off the end of a name. A name that consists only of such
 * words stays whole.
 */
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

/**
 * Converts a number, a text or a word to a weight from 1 to 1000.
 *
 * @throws {KinoraError} `validation_failed` if the value is not a weight.
 */
export function parseWeight(weight: number | string): number {
  const number = toWeight(weight);
  if (isInRange(number)) return number;
  const message = `"${weight}" is not a font weight; use a number from 1 to 1000 or a word such as "bold".`;
  throw new KinoraError('validation_failed', message);
}

/** True if {@link parseWeight} accepts the value. */
export function isWeight(weight: number | string): boolean {
  return isInRange(toWeight(weight));
}

function toWeight(weight: number | string): number {
  const word = typeof weight === 'string' ? normalizeFontName(weight) : '';
  const known = word === '' ? undefined : WEIGHT_WORDS.find(([, each]) => each === word)?.[0];
  return known ?? Number(word === '' ? weight : word);
}

function isInRange(weight: number): boolean {
  return weight >= 1 && weight <= 1000;
}

/** Normalizes a name: removes spaces, hyphens and underscores, and converts it to lower case. */
export function normalizeFontName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
}
