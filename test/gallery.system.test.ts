import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGalleryPage } from '../gallery/page.ts';
import { listSheets } from '../gallery/sheets.ts';
import { SHAPED_TRANSITIONS } from '../src/base/vocabulary/shaped-transitions.ts';
import { EASINGS, EFFECTS, FILTERS, FITS, PUSHES, TRANSITIONS } from '../src/edit/schema/values.ts';
import { TITLE_SIZES, TITLE_STYLES } from '../src/render/draw/title/title-styles.ts';
import { toEdit } from './media/render-edit.ts';

const DOCS = join(import.meta.dirname, '../docs/gallery');
const sheets = listSheets();

function namesOf(prefix: string): string[] {
  return sheets
    .filter(({ file }) => file.startsWith(prefix))
    .flatMap(({ rows }) => rows.map(({ name }) => name));
}

test.each<[string, readonly string[]]>([
  ['effects', EFFECTS],
  ['transitions', [...TRANSITIONS.filter((name) => name !== 'none'), ...PUSHES]],
  ['easings', EASINGS],
  ['filters', FILTERS],
  ['title-styles', Object.keys(TITLE_STYLES)],
])('all %s have a picture', (prefix, names) => {
  expect(namesOf(prefix).sort()).toEqual([...names].sort());
});

test('all shaped transitions have a picture in each direction', () => {
  for (const [name, directions] of Object.entries(SHAPED_TRANSITIONS)) {
    const shown = namesOf(`shaped-${name}`).join('\n');
    // The first direction is the default.
    for (const direction of directions.slice(1)) expect(shown).toContain(`${name}, direction: ${direction}`);
  }
});

test('all fits and sizes of titles have a picture', () => {
  expect(namesOf('placement')).toEqual(expect.arrayContaining(FITS.map((fit) => `fit: ${fit}`)));
  const captions = sheets.find(({ file }) => file === 'title-sizes')?.columns?.[0]?.captions;
  expect(captions).toEqual(Object.keys(TITLE_SIZES));
});

test('every frame is one of an edit that Kinora takes', () => {
  for (const { rows } of sheets) for (const { tiles } of rows) for (const { edit } of tiles) toEdit(edit);
});

test('the page is that of the sheets, and each has its picture', () => {
  expect(readFileSync(join(DOCS, 'README.md'), 'utf8')).toBe(createGalleryPage(sheets));
  const pictures = globSync('*.webp', { cwd: DOCS }).sort();
  expect(pictures).toEqual(sheets.map(({ file }) => `${file}.webp`).sort());
  const bytes = pictures.reduce((sum, name) => sum + statSync(join(DOCS, name)).size, 0);
  expect(bytes).toBeLessThan(8e6);
});

test('the README shows pictures that are there', () => {
  const readme = readFileSync(join(DOCS, '../../README.md'), 'utf8');
  const shown = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(shown.length).toBeGreaterThan(1);
  for (const path of shown) expect(existsSync(join(DOCS, '../..', path))).toBe(true);
});
