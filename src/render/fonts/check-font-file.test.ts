import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkFontFile } from './check-font-file.ts';
import { openCustomFont } from './custom-font.ts';
import { FONT_FILES } from './font-files.fixture.ts';
import { HOSTILE_LETTERS, ordinaryColours, ordinaryPostScript } from './hostile-letters.fixture.ts';
import { HOSTILE_FONTS } from './hostile-fonts.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinora-hostile-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAMAGED = 'is not a font that can be read: the file is damaged';
const REFUSED: Readonly<Record<string, string>> = {
  'WOFF2 with a table of 1.6 GB': 'has 1600 MB of tables when unpacked, but a font may have up to 100 MB',
  'WOFF2 with 90 MB more than it declares': DAMAGED,
  'WOFF with a table of 2 GB': 'has 2000 MB of tables when unpacked, but a font may have up to 100 MB',
  'WOFF with 90 MB more than it declares': DAMAGED,
  'TTF with a table outside of the file': DAMAGED,
  'TTF with 65,535 tables': 'has 65535 tables, but a font may have up to 200',
  'a collection of 4,000,000,000 fonts': 'is a collection of fonts; use a file with a single font',
  'a collection of 200,000 fonts': 'is a collection of fonts; use a file with a single font',
  '40,000 names that share 60,000 bytes': 'has names of 2400 MB, but the maximum is 1 MB',
  'a mapping with 4,000,000,000 groups': DAMAGED,
  '65,535 mappings': 'maps its characters in 65535 ways, but the maximum is 64',
  '65,535 axes': 'has 65535 axes, but the maximum is 64',
};

test.each(Object.entries(REFUSED))('%s is refused before it is unpacked', (name, message) => {
  const path = join(folder, 'font');
  writeFileSync(path, HOSTILE_FONTS[name]?.() ?? '');
  // Opening it reads no more than checking it.
  expect(() => openCustomFont(path, 'font')).toThrow(message);
  expect(() => checkFontFile(path)).toThrow(message);
});

const ENDLESS = 'has colour glyphs that contain themselves, or more than 64 levels of others';
test.each([
  ['a colour glyph that paints itself', ENDLESS],
  ['colour glyphs that paint each other', ENDLESS],
  ['colour glyphs that paint the next one twice, to the end', ENDLESS],
  ['colour glyphs that paint the next one twice, 20 levels', 'has a colour glyph of more than 10000 paints'],
])('%s are refused', (name, message) => {
  const path = join(folder, 'font');
  writeFileSync(path, HOSTILE_LETTERS[name]?.() ?? '');
  expect(() => checkFontFile(path)).toThrow(message);
});

test.each([
  ['colours', ordinaryColours],
  ['outlines of PostScript', ordinaryPostScript],
])('an ordinary font with %s passes', (_what, make) => {
  const path = join(folder, 'font');
  writeFileSync(path, make());
  expect(() => openCustomFont(path, 'font')).not.toThrow();
});

test('ordinary fonts of all formats pass', () => {
  for (const path of Object.values(FONT_FILES)) expect(() => checkFontFile(path)).not.toThrow();
});
