import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTemplate, readTemplateIndex, type TemplateEdit, TEMPLATES } from '../gallery/template-index.ts';
import { kinora } from './e2e/processes.ts';
import { mapFrames } from './media/decode-output.ts';
import { writeFrame } from './media/frame.ts';
import { createMediaFolder, renderEdit, toEdit } from './media/render-edit.ts';
import { shrinkTemplate } from './media/shrink-template.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media[Symbol.asyncDispose]());

/** A name of 40 characters. */
const LONG = 'Maximiliane Featherstonehaugh-Oyelaranow';

describe.each(readTemplateIndex())('the template $name', ({ name, shape, seconds, moments, fields }) => {
  const edit = readTemplate(name);

  test('renders all of its length, in a small size', async () => {
    const to = media.path(`${name}.mp4`);
    const { warnings } = await renderEdit(shrinkTemplate(locate(edit), shape), to);
    expect(warnings).toEqual([]);
    const frames = await mapFrames(to, ({ width, height }) => `${String(width)}x${String(height)}`);
    expect(frames).toHaveLength(Math.round(seconds * 30));
  });

  test('passes kinora validate, texts included', async () => {
    const { code, out, err } = await kinora(TEMPLATES, ['validate', `${name}.json`]).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('is valid: ');
  });

  test('has room for long texts', async () => {
    const texts = new Set(fields.filter(({ kind }) => kind === 'text').map((field) => field.name));
    const merge = edit.merge.map(({ find, replace }) => ({
      find,
      // A disc in the middle has room for a word or two.
      replace: !texts.has(find) ? replace : find === 'VERSUS' ? 'or rather' : lengthen(String(replace)),
    }));
    for (const moment of moments) {
      const to = media.path(`${name}.png`);
      const { warnings } = await writeFrame(toEdit({ ...edit, merge }), moment, to, { media: TEMPLATES });
      expect(warnings).toEqual([]);
    }
  });
});

/** Returns a name of 40 characters in place of a short text, and a sentence twice in place of a sentence. */
function lengthen(text: string): string {
  return text.length < 24 ? LONG : `${text} ${text}`;
}

/** Returns a template with absolute paths of its files. */
function locate(edit: TemplateEdit): TemplateEdit {
  const text = JSON.stringify(edit).replaceAll('"media/', `"${join(TEMPLATES, 'media')}/`);
  return JSON.parse(text) as TemplateEdit;
}
