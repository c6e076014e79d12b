import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { FONT_FILES } from './font-files.fixture.ts';
import { renameFont } from './rename-font.ts';

/** Returns the family of a font file and the width of its "H". */
function inspectFont(bytes: Buffer | undefined): { family: string; width: number } {
  const font = create(bytes ?? Buffer.alloc(0));
  if ('fonts' in font) throw new Error('It is a collection.');
  return { family: font.familyName, width: font.glyphForCodePoint(72).advanceWidth };
}

describe('a renamed font', () => {
  test.each(['extraBold', 'woff'] as const)('is the same but for that: %s', (name) => {
    const file = readFileSync(FONT_FILES[name]);
    expect(inspectFont(renameFont(file, 'Größe 我'))).toEqual({
      family: 'Größe 我',
      width: inspectFont(file).width,
    });
  });

  test('is undefined for a WOFF2 file', () => {
    expect(renameFont(readFileSync(FONT_FILES.variable), 'x')).toBeUndefined();
  });

  test('is undefined for a damaged file', () => {
    const woff = readFileSync(FONT_FILES.woff);
    // Damage the unpacked size of the first table, and an offset.
    const large = Buffer.from(woff);
    large.writeUInt32BE(0xffffffff, 44 + 12);
    const bombed = Buffer.from(woff);
    bombed.writeUInt32BE(bombed.readUInt32BE(44 + 8) + 1, 44 + 12);
    for (const bytes of [woff.subarray(0, 60), large, bombed, Buffer.from('hello'), Buffer.alloc(0)])
      expect(renameFont(bytes, 'x')).toBeUndefined();
  });
});
