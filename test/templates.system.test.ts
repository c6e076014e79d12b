import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTemplate, readTemplateIndex, TEMPLATES } from '../gallery/template-index.ts';
import { findWarnings, lengthWithoutMedia, resolveTimes } from '../src/edit/index.ts';
import { describeOutput } from '../src/render/resolve/output-facts.ts';
import { writeFrame } from './media/frame.ts';
import { readEdit, toEdit } from './media/render-edit.ts';
import { shrinkTemplate } from './media/shrink-template.ts';

const ROOT = join(import.meta.dirname, '..');
const templates = readTemplateIndex();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-templates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the index has every template, and each has a picture of 640 pixels below 80 kB', async () => {
  const files = globSync('*.json', { cwd: TEMPLATES }).filter((file) => file !== 'index.json');
  expect(templates.map(({ name }) => `${name}.json`).sort()).toEqual(files.sort());
  for (const { name } of templates) {
    const picture = join(ROOT, `docs/images/templates/${name}.jpg`);
    expect((await sharp(picture).metadata()).width).toBe(640);
    expect(statSync(picture).size).toBeLessThan(80_000);
  }
});

test('the files of all templates together are small', () => {
  const sizes = globSync('media/*', { cwd: TEMPLATES }).map((file) => statSync(join(TEMPLATES, file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000);
});

test('the examples and the documents show every template', () => {
  const readme = readFileSync(join(ROOT, 'examples/README.md'), 'utf8');
  const page = readFileSync(join(ROOT, 'docs/templates.md'), 'utf8');
  for (const { name } of templates) {
    expect(readme).toContain(`(../docs/images/templates/${name}.jpg)`);
    expect(page).toContain(`(images/templates/${name}.jpg)`);
    expect(page).toContain(`npx kinora render examples/templates/${name}.json`);
  }
});

describe.each(templates)('the template $name', ({ name, fields, moments, shape, seconds, contrast }) => {
  const edit = readTemplate(name);
  const valueOf = new Map(edit.merge.map(({ find, replace }) => [find, replace]));

  test('has the merge fields of the index, and uses each', () => {
    expect(fields.map((field) => field.name)).toEqual(edit.merge.map(({ find }) => find));
    const used = JSON.stringify([edit.timeline, edit.output]).matchAll(/\{\{ (\w+) \}\}/g);
    expect(new Set([...used].map(([, field]) => field))).toEqual(new Set(valueOf.keys()));
  });

  test('has a value of its kind in each field', () => {
    for (const field of fields) {
      const value = valueOf.get(field.name);
      switch (field.kind) {
        case 'colour':
          expect(value).toMatch(/^#[0-9a-f]{6}$/);
          break;
        case 'image':
        case 'video':
          expect(Object.keys(Object(value) as object)).toEqual(['type', 'src']);
          break;
        case 'audio':
        case 'captions':
          expect(statSync(join(TEMPLATES, String(value))).size).toBeGreaterThan(100);
          break;
        case 'text':
          expect(typeof value).toBe('string');
      }
    }
  });

  test('names no other host', () => {
    const text = JSON.stringify(edit).replaceAll('http://www.w3.org/2000/svg', '');
    expect(text).not.toMatch(/https?:|\bdata:/);
  });

  test('has letters that stand out from their ground, at least 4.5 to 1', () => {
    for (const [letters, ground] of contrast)
      expect(contrastOf(String(valueOf.get(letters)), String(valueOf.get(ground)))).toBeGreaterThan(4.5);
  });

  test('is valid, without a warning, and has its shape and its length', () => {
    const parsed = readEdit(edit);
    const times = resolveTimes(parsed.edit, lengthWithoutMedia);
    expect([...parsed.warnings, ...findWarnings(parsed.edit, times, 'interface')]).toEqual([]);
    // The length of a talk is that of its file.
    if (name !== 'talk-captions') expect(times.duration?.valueOf()).toBe(seconds);
    const { width = 0, height = 1 } = describeOutput(parsed.edit.output, null);
    const [across = 0, up = 0] = shape.split(':').map(Number);
    expect(width / height).toBeCloseTo(across / up, 5);
  });

  // A site shows the first frame of a film as its picture.
  test.each([
    ['first frame', 0, 5],
    ['last moment', moments[2], 20],
  ])('draws its %s', async (_moment, at, least) => {
    const to = join(folder, `${name}.png`);
    const { warnings } = await writeFrame(toEdit(shrinkTemplate(edit, shape)), at, to, { media: TEMPLATES });
    expect(warnings).toEqual([]);
    const { channels, entropy } = await sharp(to).stats();
    expect(entropy).toBeGreaterThan(0.1);
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(least);
  });
});

/** Returns the contrast of two colours, from 1 to 21, as WCAG 2.2 defines it. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [lightOf(one), lightOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function lightOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((level) => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
