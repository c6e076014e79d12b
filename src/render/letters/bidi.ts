/** A part of a line that is read in one direction, by its places in the text. */
export interface Run {
  readonly from: number;
  /** The place after its last letter. */
  readonly to: number;
  readonly rightToLeft: boolean;
}

/** The classes of UAX 9 that matter in a line without its control characters. */
type Kind = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'CS' | 'ET' | 'ON';

const ARABIC = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const HEBREW =
  /[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u200f]/u;

/** In this order, because some are in several. Marks and joiners belong to what is before them. */
const KINDS: readonly (readonly [Kind | 'same', RegExp])[] = [
  ['AN', /[\u0660-\u0669\u066b\u066c]/],
  ['EN', /[0-9\u06f0-\u06f9\uff10-\uff19]/],
  ['same', /[\p{M}\u200c\u200d]/u],
  ['AL', /[\u061b-\u061f\u06d4]/],
  ['AL', new RegExp(`(?=\\p{L})${ARABIC.source}`, 'u')],
  ['R', HEBREW],
  ['ES', /[+\-\u2212]/],
  ['CS', /[,./:\u00a0\u060c]/],
  ['ET', /[#%\u00b0\u2030\u066a\p{Sc}]/u],
  ['L', /[\p{L}\p{N}\u200e]/u],
];

/**
 * The runs of a line from left to right, as Unicode orders them (UAX 9) without its embeddings and pairs of brackets.
 * Skia orders a whole line by itself; this says where its parts lie.
 *
 * @param rightToLeft how the paragraph is read.
 */
export function visualRuns(text: string, rightToLeft: boolean): Run[] {
  if (!rightToLeft && !ARABIC.test(text) && !HEBREW.test(text)) {
    return text === '' ? [] : [{ from: 0, to: text.length, rightToLeft }];
  }
  return reordered(levelsOf(text, rightToLeft), rightToLeft ? 1 : 0);
}

/** One level for every code unit: odd is read from the right. */
function levelsOf(text: string, rightToLeft: boolean): number[] {
  const base = rightToLeft ? 'R' : 'L';
  const kinds = neutralsSettled(weakSettled(kindsOf(text, base), base), base);
  const content = text.trimEnd().length;
  return kinds.map((kind, index) => {
    if (index >= content) return rightToLeft ? 1 : 0;
    if (kind === 'R') return 1;
    return kind === 'L' && !rightToLeft ? 0 : 2;
  });
}

function kindsOf(text: string, base: Kind): Kind[] {
  const kinds: Kind[] = [];
  for (const letter of text) {
    const found = KINDS.find(([, letters]) => letters.test(letter))?.[0] ?? 'ON';
    const kind = found === 'same' ? (kinds.at(-1) ?? base) : found;
    kinds.push(kind, ...Array.from({ length: letter.length - 1 }, () => kind));
  }
  return kinds;
}

/** Numbers and what belongs to them (W2 to W7); of numbers, R, L and ON is left. */
function weakSettled(kinds: readonly Kind[], base: Kind): Kind[] {
  let strong = base;
  const numbers = kinds.map((kind) => {
    if (kind === 'L' || kind === 'R' || kind === 'AL') strong = kind;
    return kind === 'EN' && strong === 'AL' ? 'AN' : kind;
  });
  const joined = numbers.map((kind, index) => {
    const [before, after] = [numbers[index - 1], numbers[index + 1]];
    const between = before === after && (before === 'EN' || (before === 'AN' && kind === 'CS'));
    return between && (kind === 'ES' || kind === 'CS') ? before : kind;
  });
  strong = base;
  return joined.map((kind, index) => {
    const settled = kind === 'ET' && besideNumber(joined, index) ? 'EN' : kind;
    if (settled === 'AL') return (strong = 'R');
    if (settled === 'L' || settled === 'R') strong = settled;
    if (settled === 'EN') return strong === 'L' ? 'L' : 'EN';
    return settled === 'AN' || settled === strong ? settled : 'ON';
  });
}

/** Whether signs such as those of currencies stand before or after a number. */
function besideNumber(kinds: readonly Kind[], index: number): boolean {
  const other = (kind: Kind): boolean => kind !== 'ET';
  const before = kinds.slice(0, index).findLast(other);
  const after = kinds.slice(index).find(other);
  return before === 'EN' || after === 'EN';
}

/** What is between letters of one direction has that direction, what is not has that of the paragraph (N1, N2). */
function neutralsSettled(kinds: readonly Kind[], base: Kind): Kind[] {
  const settled = [...kinds];
  let from = 0;
  while (from < kinds.length) {
    if (kinds[from] !== 'ON') {
      from++;
      continue;
    }
    let to = from;
    while (kinds[to] === 'ON') to++;
    const [before, after] = [sideOf(kinds[from - 1] ?? base), sideOf(kinds[to] ?? base)];
    settled.fill(before === after ? before : base, from, to);
    from = to;
  }
  return settled;
}

/** Beside neutral letters a number counts as read from the right. */
function sideOf(kind: Kind): Kind {
  return kind === 'L' ? 'L' : 'R';
}

/** The highest levels are turned round first (L2). */
function reordered(levels: readonly number[], base: number): Run[] {
  const runs: { from: number; to: number; level: number }[] = [];
  for (const [index, level] of levels.entries()) {
    const last = runs.at(-1);
    if (last?.level === level) last.to = index + 1;
    else runs.push({ from: index, to: index + 1, level });
  }
  for (let level = 2; level > base || level === 1; level--) {
    let from = 0;
    while (from < runs.length) {
      let to = from;
      while ((runs[to]?.level ?? -1) >= level) to++;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = Math.max(to, from + 1);
    }
  }
  return runs.map(({ from, to, level }) => ({ from, to, rightToLeft: level === 1 }));
}
