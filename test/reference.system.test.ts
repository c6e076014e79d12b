import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIELD_PICTURES, fileOf, findReason, NOT_PICTURED } from '../gallery/reference/field-pictures.ts';
import { readReference } from '../gallery/reference/reference-pages.ts';
import { writeReference } from '../gallery/reference/write-reference.ts';
import { toEdit } from './media/render-edit.ts';

const DOCS = join(import.meta.dirname, '../docs');
const reference = readReference();
const fields = reference.pages.flatMap(({ parts }) =>
  parts.flatMap(({ name, fields: own }) =>
    own.map((field) => ({ key: `${name}.${field.name}`, object: name, field })),
  ),
);

describe('the edit reference', () => {
  it('is what the schema gives (if not, run npm run docs:reference)', () => {
    const pages = writeReference();
    const there = globSync('*.md', { cwd: join(DOCS, 'reference') });
    expect(there.sort()).toEqual(Object.keys(pages).sort());
    for (const [file, text] of Object.entries(pages))
      expect(readFileSync(join(DOCS, 'reference', file), 'utf8'), file).toBe(text);
  });

  it('has every object of the schema', () => {
    const objects = Object.entries(reference.schemas).filter(
      ([, { properties }]) => properties !== undefined,
    );
    expect(objects.length).toBeGreaterThan(60);
    expect(objects.map(([name]) => name).filter((name) => !reference.pageOf.has(name))).toEqual([]);
  });

  it('has a picture of each field, or a reason why there is none', () => {
    const missing = fields.filter(
      ({ key, object, field }) => !FIELD_PICTURES[key] && findReason(object, field, reference) === undefined,
    );
    expect(missing.map(({ key }) => key)).toEqual([]);
  });

  it('gives no reason that no field needs, and none for a field with a picture', () => {
    for (const [pattern, reason] of NOT_PICTURED) {
      const excused = fields.filter(({ key }) => pattern.test(key)).map(({ key }) => key);
      expect(excused, reason).not.toEqual([]);
      expect(excused.filter((key) => FIELD_PICTURES[key])).toEqual([]);
    }
  });

  it('says on the page of an asset why it has no pictures', () => {
    const page = readFileSync(join(DOCS, 'reference/text-to-image.md'), 'utf8');
    expect(page).toContain('This page has no pictures.');
    expect(page).not.toContain('![');
  });

  it('has no picture of a field that does not exist', () => {
    const known = new Set(fields.map(({ key }) => key));
    expect(Object.keys(FIELD_PICTURES).filter((key) => !known.has(key))).toEqual([]);
  });

  it('has the files of its pictures, which are small', () => {
    let bytes = 0;
    for (const [key, picture] of Object.entries(FIELD_PICTURES)) {
      const files =
        'gallery' in picture
          ? picture.gallery.map((sheet) => `gallery/${sheet}.webp`)
          : [`reference/pictures/${fileOf(key)}.webp`];
      for (const file of files) {
        const { size } = statSync(join(DOCS, file));
        if (file.startsWith('reference/')) bytes += size;
      }
    }
    expect(bytes).toBeLessThan(4e6);
  });

  it('shows edits that Kinora takes', () => {
    for (const [key, picture] of Object.entries(FIELD_PICTURES))
      if ('tiles' in picture)
        for (const { edit, film = edit } of picture.tiles)
          for (const one of [edit, film]) expect(() => toEdit(one), key).not.toThrow();
  });
});
