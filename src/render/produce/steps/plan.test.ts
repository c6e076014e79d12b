import { cp, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaFolder, toEdit } from '../../../../test/media/render-edit.ts';
import { completeOutput } from '../../../edit/model.ts';
import { areIntact } from '../../media/block-checksums.ts';
import { timelineOf, visualClip } from '../../scene/visual-clip.fixture.ts';
import type { FileContent } from '../file-content.ts';
import { planOutput } from './plan.ts';

const TEXT = { type: 'text', text: 'Hello', font: { family: 'one' } } as const;

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  folder = await createMediaFolder();
  await writeFile(folder.path('first'), 'a font');
  await writeFile(folder.path('second'), 'another font');
  await cp(folder.path('first'), folder.path('copy'));
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('the plan of an output', () => {
  it('depends on the file names of the fonts, because texts can use them', async () => {
    const straight = await plan({ 'https://a.test/one.ttf': 'first', 'https://a.test/two.ttf': 'second' });
    const crossed = await plan({ 'https://a.test/two.ttf': 'first', 'https://a.test/one.ttf': 'second' });
    expect(crossed.segments).not.toEqual(straight.segments);
  });

  it('does not depend on the address of a font, nor on the path of its file', async () => {
    const here = await plan({ 'https://a.test/one.ttf': 'first' });
    const copied = await plan({ 'https://b.test/fonts/one.ttf?v=2': 'copy' });
    expect(copied.segments).toEqual(here.segments);
  });

  it('has the checksums of files only if other processes may help', async () => {
    const fonts = { 'https://a.test/one.ttf': 'first' };
    const { identity, ...rest } = (await plan(fonts)).contents[folder.path('first')]!;
    expect(rest).toEqual({ bytes: 6, checksums: '' });
    const shared = (await plan(fonts, true)).contents[folder.path('first')]!;
    expect(shared.identity).toBe(identity);
    expect(areIntact(Buffer.from('a font'), 0, shared.checksums)).toBe(true);
  });

  it('is the same if the content of a file is known, and does not read this file', async () => {
    const { contents, segments } = await plan({ 'https://a.test/one.ttf': 'first' });
    const known = { [folder.path('missing')]: contents[folder.path('first')]! };
    const again = await plan({ 'https://a.test/one.ttf': 'missing' }, false, known);
    expect(again.segments).toEqual(segments);
    expect(again.contents).toEqual(known);
  });
});

/** Plans an edit with a text. @param fonts the name of the file of each font, by its URL. */
function plan(
  fonts: Readonly<Record<string, string>>,
  isShared = false,
  known: Readonly<Record<string, FileContent>> = {},
) {
  const edit = toEdit({
    timeline: {
      fonts: Object.keys(fonts).map((src) => ({ src })),
      tracks: [{ clips: [{ asset: TEXT, start: 0, length: 1 }] }],
    },
    output: { format: 'mp4', size: { width: 800, height: 600 } },
  });
  const files = Object.fromEntries(Object.entries(fonts).map(([url, name]) => [url, folder.path(name)]));
  const timeline = timelineOf([visualClip({ visual: { kind: 'drawn', asset: TEXT, length: 1 } })]);
  return planOutput(timeline, {
    edit: { ...edit, output: completeOutput(edit.output) },
    files,
    watermark: false,
    media: new Map(),
    pages: {},
    encoder: 'few threads',
    isShared,
    known,
  });
}
