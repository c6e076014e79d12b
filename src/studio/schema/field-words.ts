import type { JsonPath } from '../document/edit-text.ts';

/** Titles that do not follow from the name of a field. */
const TITLES = new Map(
  Object.entries({
    src: 'Source',
    fps: 'Frames per second',
    html: 'HTML',
    css: 'CSS',
    x: 'X',
    y: 'Y',
    in: 'Appears with',
    out: 'Disappears with',
    duck: 'Duck under voices',
    sound: 'Sound filters',
    q: 'Q',
    db: 'Gain',
    rgb: 'All channels',
    r: 'Red',
    g: 'Green',
    b: 'Blue',
    trim: 'Skip at the beginning',
    color: 'Colour',
    id: 'Label',
  }),
);

/** Returns the title of a field, such as `Font size` for `fontSize`. */
export function titleOf(name: string): string {
  const title = TITLES.get(name);
  if (title !== undefined) return title;
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words of people for the names of choices, by their fields. */
const CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fit: {
    crop: 'Fill',
    contain: 'Whole',
    cover: 'Stretch',
    none: 'Original',
    blur: 'Blurred fill',
    follow: 'Follow the subject',
  },
};

/** Returns the word of people for a choice of a field. Undefined if its name is one. */
export function wordOfChoice(field: unknown, choice: unknown): string | undefined {
  return CHOICE_WORDS[String(field)]?.[String(choice)];
}

/** Fractions that people write as percent. The first name is that of the field around. */
const PERCENT = /(^|\.)(opacity|scale|offset\.[xy])$/;

/** True if people write the number at a place as percent. The edit has a fraction. */
export function isPercent(path: JsonPath): boolean {
  const names = path.filter((step) => typeof step === 'string');
  // The ends of a tween are written as the number that it is the tween of.
  const isEnd = typeof path.at(-2) === 'number' && /^(from|to)$/.test(names.at(-1) ?? '');
  return PERCENT.test((isEnd ? names.slice(0, -1) : names).slice(-2).join('.'));
}

/** Returns the number that people write for one of the edit. */
export function toPercent(fraction: number): number {
  return Number((fraction * 100).toPrecision(12));
}

/** Words in the description of a number, and the unit that follows from them. */
const UNITS: readonly (readonly [words: RegExp, unit: string])[] = [
  [/\bpixels?\b/i, 'px'],
  [/\bdegrees\b/i, '°'],
  [/\bLUFS\b/, 'LUFS'],
  [/\bdBFS\b/, 'dBFS'],
  [/\bdecibels\b/i, 'dB'],
  [/\bhertz\b/i, 'Hz'],
  [/\bsemitones\b/i, 'semitones'],
  [/\bseconds?\b/i, 's'],
  [/\b(factor|multiple)\b/i, '×'],
];

/** Returns the unit of a number, as its description names it in its first sentence. Empty if it has none. */
export function findUnit(description: string): string {
  const [sentence = ''] = description.split(/\.\s/, 1);
  return UNITS.find(([words]) => words.test(sentence))?.[1] ?? '';
}

/** Returns a name of the schema in words, such as `Slide left` for `slideLeft`. */
export function wordsOf(name: string): string {
  return titleOf(name.replaceAll('-', ' '));
}

/** Writes a value for people: a text without quotes, and nothing if there is none. */
export function writeValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** Writes the value at a place for people, with the sign of percent. */
export function writeValueAt(path: JsonPath, value: unknown): string {
  return typeof value === 'number' && isPercent(path) ? `${toPercent(value)} %` : writeValue(value);
}

/** A name without its speed, and the speed: `wipeLeftSlow` is `wipeLeft` with `Slow`. */
export interface NamedMotion {
  readonly base: string;
  readonly speed: '' | 'Slow' | 'Fast';
}

/** Splits the name of an effect or a transition. */
export function splitSpeed(name: string): NamedMotion {
  const [, base = name, speed = ''] = /^(.+?)(Slow|Fast)?$/.exec(name) ?? [];
  return { base, speed: speed as NamedMotion['speed'] };
}

/** Returns each name once, without speeds. */
export function listBases(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => splitSpeed(name).base))];
}
