import { readFileSync } from 'node:fs';
import { FONT_FILES } from './font-files.fixture.ts';
import { readFontTables } from './font-tables.ts';
import { writeSfnt } from './rename-font.ts';

const { flavour, tables: TABLES } = readFontTables(readFileSync(FONT_FILES.extraBold));
const GLYPHS = TABLES.get('maxp')?.readUInt16BE(4) ?? 0;

/** Writes numbers of 8, 16, 24 or 32 bits: a `1`, `2`, `3` or `4` in `sizes` is the length in bytes of each. */
function pack(sizes: string, ...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, _, index) => sum + sizeAt(sizes, index), 0));
  let at = 0;
  for (const [index, value] of values.entries()) {
    bytes.writeUIntBE(value, at, sizeAt(sizes, index));
    at += sizeAt(sizes, index);
  }
  return bytes;
}

/** The last size holds for all further numbers. */
function sizeAt(sizes: string, index: number): number {
  return Number(sizes[Math.min(index, sizes.length - 1)]);
}

function fontWith(replaced: Readonly<Record<string, Buffer>>): Buffer {
  return writeSfnt({ flavour, tables: new Map([...TABLES, ...Object.entries(replaced)]) });
}

/** A coverage table of all glyphs. */
const EVERY_GLYPH = pack('2', 2, 1, 0, GLYPHS - 1, 0);

/** Returns a layout table whose lookups are all applied to every text, one after the other. */
function layoutOf(feature: string, lookups: readonly (readonly [type: number, subtable: Buffer])[]): Buffer {
  const scripts = Buffer.concat([pack('2', 1), Buffer.from('DFLT'), pack('2', 8, 4, 0, 0, 0xffff, 1, 0)]);
  const indices = lookups.map((_, index) => index);
  const features = Buffer.concat([
    ...[pack('2', 1), Buffer.from(feature), pack('2', 8, 0, lookups.length, ...indices)],
  ]);
  const bodies = lookups.map(([type, subtable]) => Buffer.concat([pack('2', type, 0, 1, 8), subtable]));
  let end = 2 + 2 * lookups.length;
  const offsets = bodies.map(({ length }) => (end += length) - length);
  const list = Buffer.concat([pack('2', lookups.length, ...offsets), ...bodies]);
  const head = pack(
    ...(['42', 0x10000, 10, 10 + scripts.length, 10 + scripts.length + features.length] as const),
  );
  return Buffer.concat([head, scripts, features, list]);
}

/** Returns a lookup in a context of one glyph that applies another lookup to it, `times` times. */
function callLookup(lookup: number, times: number): Buffer {
  const calls = Array<readonly number[]>(times).fill([0, lookup]).flat();
  const head = pack('2', 3, 1, times, 8 + 2 * calls.length, ...calls);
  return Buffer.concat([head, EVERY_GLYPH]);
}

/** Returns a substitution that replaces each glyph by several. */
function multiply(times: number): Buffer {
  const coverage = 6 + 2 * GLYPHS;
  const sequence = coverage + EVERY_GLYPH.length;
  const head = pack('2', 1, coverage, GLYPHS, ...Array<number>(GLYPHS).fill(sequence));
  return Buffer.concat([head, EVERY_GLYPH, pack('2', times, ...Array<number>(times).fill(40))]);
}

/** Returns a font with colours. @param paintOf the paint of a glyph, for all glyphs. */
function coloursOf(paintOf: (glyph: number) => Buffer): Record<string, Buffer> {
  const paints = Array.from({ length: GLYPHS }, (_, glyph) => paintOf(glyph));
  let end = 4 + 6 * GLYPHS;
  const records = paints.map((paint, glyph) => pack('24', glyph, (end += paint.length) - paint.length));
  const head = pack('224424', 1, 0, 0, 0, 0, 34, 0, 0, 0, 0);
  return {
    COLR: Buffer.concat([head, pack('4', GLYPHS), ...records, ...paints]),
    CPAL: pack('222242', 0, 1, 1, 1, 14, 0, 0x00ff, 0xffff),
  };
}

const paintGlyph = (glyph: number): Buffer => pack('12', 11, glyph);
const paintSolid = (glyph: number): Buffer =>
  Buffer.concat([pack('132', 10, 6, glyph), pack('122', 2, 0, 0x4000)]);
/** Paints two other glyphs over each other. */
const paintBoth = (one: number, other: number): Buffer =>
  Buffer.concat([pack('1313', 32, 8, 3, 11), paintGlyph(one), paintGlyph(other)]);

/** Returns a font whose glyphs have five levels of colours, and 31 times as many paints. */
export const ordinaryColours = (): Buffer =>
  fontWith(
    coloursOf((glyph) =>
      glyph % 5 < 4 && glyph + 1 < GLYPHS ? paintBoth(glyph + 1, glyph + 1) : paintSolid(glyph),
    ),
  );

/** Returns a CFF index (Adobe Technical Note 5176, 5). */
function indexOf(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return pack('2', 0);
  let end = 1;
  const offsets = [1, ...items.map(({ length }) => (end += length))];
  return Buffer.concat([pack('21', items.length, 4), pack('4', ...offsets), ...items]);
}

/**
 * Returns an OpenType font with outlines of PostScript. @param subroutines its global subroutines. @param
 * letter each glyph.
 */
function postScriptOf(subroutines: readonly Buffer[], letter: Buffer): Buffer {
  const begin = Buffer.concat([pack('1', 1, 0, 4, 4), indexOf([Buffer.from('A')])]);
  const integer = (value: number): Buffer => pack('14', 29, value);
  // The names of the glyphs: the standard strings from 1 on. The predefined names are too few.
  const names = pack('12', 2, 1, GLYPHS - 2);
  const topOf = (from: number): Buffer =>
    indexOf([
      Buffer.concat([
        ...[integer(from), pack('1', 15), integer(from + names.length), pack('1', 17)],
        ...[integer(0), integer(from), pack('1', 18)],
      ]),
    ]);
  const between = Buffer.concat([indexOf([]), indexOf(subroutines)]);
  const letters = indexOf(Array<Buffer>(GLYPHS).fill(letter));
  const from = begin.length + topOf(0).length + between.length;
  const tables = new Map(TABLES);
  for (const tag of ['glyf', 'loca', 'cvt ', 'fpgm', 'prep', 'gasp']) tables.delete(tag);
  tables.set('CFF ', Buffer.concat([begin, topOf(from), between, names, letters]));
  tables.set('maxp', pack('42', 0x5000, GLYPHS));
  return writeSfnt({ flavour: Buffer.from('OTTO'), tables });
}

/** Calls a subroutine, `times` times, and returns. With fewer than 1240 subroutines their numbers begin at -107. */
const callSubroutine = (index: number, times: number, end: number): Buffer =>
  Buffer.concat([...Array<Buffer>(times).fill(pack('1', 32 + index, 29)), pack('1', end)]);
const [RETURN, END_LETTER] = [11, 14];

/**
 * Returns an ordinary font with outlines of PostScript whose letters call a subroutine. It shows that such
 * fonts are read.
 */
export const ordinaryPostScript = (): Buffer =>
  postScriptOf([callSubroutine(0, 0, RETURN)], callSubroutine(0, 1, END_LETTER));

const ALL_LETTERS = Array.from({ length: GLYPHS }, (_, glyph) => glyph);

/** Small fonts whose letters would take forever to lay out or to draw, by the name of the attack. */
export const HOSTILE_LETTERS: Readonly<Record<string, () => Buffer>> = {
  'a substitution that applies itself': () => fontWith({ GSUB: layoutOf('ccmp', [[5, callLookup(0, 100)]]) }),
  'substitutions that apply each other, 20 levels of 100': () =>
    fontWith({
      GSUB: layoutOf(
        'ccmp',
        Array.from({ length: 20 }, (_, level) => [5, callLookup((level + 1) % 20, 100)] as const),
      ),
    }),
  'ten substitutions that make a hundred glyphs of each': () =>
    fontWith({ GSUB: layoutOf('ccmp', Array<readonly [number, Buffer]>(10).fill([2, multiply(100)])) }),
  'positions that apply themselves': () => fontWith({ GPOS: layoutOf('kern', [[7, callLookup(0, 100)]]) }),
  'a subroutine that calls itself': () =>
    postScriptOf([callSubroutine(0, 1, RETURN)], callSubroutine(0, 1, END_LETTER)),
  'subroutines that call each other, 12 levels of 200': () =>
    postScriptOf(
      Array.from({ length: 12 }, (_, level) => callSubroutine(level + 1, level < 11 ? 200 : 0, RETURN)),
      callSubroutine(0, 200, END_LETTER),
    ),
  'a colour glyph that paints itself': () => fontWith(coloursOf(paintGlyph)),
  'colour glyphs that paint each other': () => fontWith(coloursOf((glyph) => paintGlyph(glyph ^ 1))),
  'colour glyphs that paint the next one twice, to the end': () =>
    fontWith(
      coloursOf((glyph) => (glyph + 1 < GLYPHS ? paintBoth(glyph + 1, glyph + 1) : paintSolid(glyph))),
    ),
  'colour glyphs that paint the next one twice, 20 levels': () =>
    fontWith(
      coloursOf((glyph) =>
        glyph % 20 < 19 && glyph + 1 < GLYPHS ? paintBoth(glyph + 1, glyph + 1) : paintSolid(glyph),
      ),
    ),
  'letters that are drawings with endless references': () => {
    const drawing = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><defs>${ALL_LETTERS.slice(0, 40)
        .map((level) => `<g id="a${level}"><use href="#a${level + 1}"/><use href="#a${level + 1}"/></g>`)
        .join('')}<rect id="a40" width="9" height="9"/></defs><use href="#a0"/></svg>`,
    );
    const list = Buffer.concat([pack('2', 1, 0, GLYPHS - 1), pack('4', 14, drawing.length), drawing]);
    return fontWith({ 'SVG ': Buffer.concat([pack('244', 0, 10, 0), list]) });
  },
};
