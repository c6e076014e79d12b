import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { FONT_FILES } from './font-files.fixture.ts';
import { readFontTables } from './font-tables.ts';
import { writeSfnt } from './rename-font.ts';

const FLAVOUR = Buffer.from([0, 1, 0, 0]);

/** Returns a TTF file with some of its tables replaced. */
function replaceTables(replaced: Readonly<Record<string, Buffer>>): Buffer {
  const { flavour, tables } = readFontTables(readFileSync(FONT_FILES.extraBold));
  return writeSfnt({ flavour, tables: new Map([...tables, ...Object.entries(replaced)]) });
}

function numbers(bits: 8 | 16 | 32, ...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc((bits / 8) * values.length);
  for (const [index, value] of values.entries()) bytes.writeUIntBE(value, (bits / 8) * index, bits / 8);
  return bytes;
}

/** Returns a WOFF2 file with one table. @param size its declared length in bytes. @param data what is compressed. */
function woff2Of(size: number, data: Buffer): Buffer {
  const packed = brotliCompressSync(data);
  const digits = [28, 21, 14, 7].map((shift) => (Math.floor(size / 2 ** shift) & 0x7f) | 0x80);
  const entry = Buffer.from([63, ...Buffer.from('abcd'), ...digits, size & 0x7f]);
  while (entry[5] === 0x80) entry.copyWithin(5, 6);
  return Buffer.concat([
    Buffer.from('wOF2'),
    FLAVOUR,
    numbers(32, 100 + packed.length),
    numbers(16, 1, 0),
    numbers(32, size, packed.length, 0, 0, 0, 0, 0, 0),
    entry.subarray(0, 5 + encodedLength(size)),
    packed,
  ]);
}

function encodedLength(size: number): number {
  return Math.max(1, Math.ceil(Math.log2(size + 1) / 7));
}

/** Returns a WOFF file with one table. @param size its declared length in bytes. @param data what is compressed. */
function woffOf(size: number, data: Buffer): Buffer {
  const packed = deflateSync(data);
  return Buffer.concat([
    Buffer.from('wOFF'),
    FLAVOUR,
    numbers(32, 64 + packed.length),
    numbers(16, 1, 0),
    Buffer.alloc(28),
    Buffer.from('name'),
    numbers(32, 64, packed.length, size, 0),
    packed,
  ]);
}

/** Returns a glyph that is made of others. */
function compositeOf(...glyphs: readonly number[]): Buffer {
  const parts = glyphs.flatMap((glyph, index) => [index + 1 < glyphs.length ? 0x22 : 0x02, glyph, 0]);
  return Buffer.concat([numbers(16, 0xffff, 0, 0, 500, 500), numbers(16, ...parts)]);
}

/** Returns a font whose glyphs are made of others. @param partsOf the glyphs of which a glyph is made. */
function compositesOf(partsOf: (glyph: number) => readonly number[]): Buffer {
  const { tables } = readFontTables(readFileSync(FONT_FILES.extraBold));
  const [head, maxp] = ['head', 'maxp'].map((tag) => Buffer.from(tables.get(tag) ?? '')) as [Buffer, Buffer];
  head.writeInt16BE(1, 50);
  maxp.writeUInt16BE(0xffff, 30);
  const offsets = [0];
  const glyphs = Array.from({ length: maxp.readUInt16BE(4) }, (_, glyph) => {
    const made = compositeOf(...partsOf(glyph));
    offsets.push((offsets.at(-1) ?? 0) + made.length);
    return made;
  });
  return replaceTables({ head, maxp, glyf: Buffer.concat(glyphs), loca: numbers(32, ...offsets) });
}

/** Small fonts that would take gigabytes or minutes, by the name of the attack. */
export const HOSTILE_FONTS: Readonly<Record<string, () => Buffer>> = {
  'WOFF2 with a table of 1.6 GB': () => woff2Of(1.6e9, Buffer.alloc(1e6)),
  'WOFF2 with 90 MB more than it declares': () => woff2Of(1000, Buffer.alloc(9e7)),
  'WOFF with a table of 2 GB': () => woffOf(2e9, Buffer.alloc(1e6)),
  'WOFF with 90 MB more than it declares': () => woffOf(100_000, Buffer.alloc(9e7)),
  'TTF with a table outside of the file': () =>
    Buffer.concat([FLAVOUR, numbers(16, 1, 0, 0, 0), Buffer.from('cmap'), numbers(32, 0, 28, 50_000_000)]),
  'TTF with 65,535 tables': () => Buffer.concat([FLAVOUR, numbers(16, 0xffff), Buffer.alloc(1_050_000)]),
  'a collection of 4,000,000,000 fonts': () =>
    Buffer.concat([Buffer.from('ttcf'), numbers(32, 0x10000, 4e9, 12)]),
  'a collection of 200,000 fonts': () =>
    Buffer.concat([Buffer.from('ttcf'), numbers(32, 0x10000, 2e5), Buffer.alloc(8e5, numbers(32, 12))]),
  '40,000 names that share 60,000 bytes': () => {
    const record = numbers(16, 3, 1, 0x409, 4, 60_000, 0);
    return replaceTables({
      name: Buffer.concat([numbers(16, 0, 40_000, 6), Buffer.alloc(480_000, record)]),
    });
  },
  'a mapping with 4,000,000,000 groups': () =>
    replaceTables({
      cmap: Buffer.concat([
        numbers(16, 0, 1, 3, 10),
        numbers(32, 12),
        numbers(16, 12, 0),
        numbers(32, 16, 0, 4e9),
      ]),
    }),
  '65,535 mappings': () =>
    replaceTables({
      cmap: Buffer.concat([
        numbers(16, 0, 0xffff),
        Buffer.alloc(8 * 0xffff, Buffer.concat([numbers(16, 3, 10), numbers(32, 4)])),
      ]),
    }),
  '65,535 axes': () => replaceTables({ fvar: numbers(16, 1, 0, 16, 2, 0xffff, 20, 0xffff, 0xffff) }),
  'glyphs that contain themselves': () => compositesOf((glyph) => [glyph, glyph]),
  'glyphs that multiply, 50 levels of 20': () =>
    compositesOf((glyph) => Array<number>(20).fill(Math.min(glyph + 1, 700))),
};
