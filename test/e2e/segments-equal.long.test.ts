import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskSegments } from '../../src/hosting/segments/disk-segments.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import type { SegmentStore } from '../../src/render/streams/segment-store.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { kinora } from './processes.ts';
import { editNamed, makeShownFiles, TEN_EDITS } from './ten-edits.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await makeShownFiles(media.path);
});
afterAll(() => media[Symbol.asyncDispose]());

describe('a file is the same to the byte', () => {
  it.each(TEN_EDITS)(
    'for %s: without a store, with a cold, a warm and a partly warm one, and by another process',
    async (name) => {
      if (name.includes('HTML') && obstacle !== undefined) return;
      const edit = editNamed(name, media.path);
      const folder = media.path(`store-${name}`);
      const render = async (store?: SegmentStore) => {
        const { segments } = await renderEdit(edit, media.path('out.mp4'), store);
        return { bytes: await readFile(media.path('out.mp4')), segments };
      };
      const plain = await render();
      const cold = await render(new DiskSegments(folder, 1e9));
      const count = plain.segments?.made ?? 0;
      expect(count).toBeGreaterThan(1);
      const warm = await render(new DiskSegments(folder, 1e9));
      expect(warm.segments).toEqual({ reused: count, made: 0 });
      await loseHalf(folder);
      const partlyWarm = await render(new DiskSegments(folder, 1e9));
      await rm(folder, { recursive: true });
      for (const { bytes } of [cold, warm, partlyWarm]) expect(bytes.equals(plain.bytes)).toBe(true);
      expect((await renderElsewhere(edit)).equals(plain.bytes)).toBe(true);
    },
  );
});

/** Removes every second of the kept files, in the order of their identities. */
async function loseHalf(folder: string): Promise<void> {
  const names = (await readdir(folder)).toSorted();
  const lost = names.filter((_, index) => index % 2 === 0);
  expect(lost.length).toBeGreaterThan(0);
  await Promise.all(lost.map((name) => rm(`${folder}/${name}`)));
}

/** Renders with the command line, in a home of its own. */
async function renderElsewhere(edit: object): Promise<Buffer> {
  const folder = media.path('elsewhere');
  await mkdir(folder);
  // The sandbox of the browser cannot reach the folder of the test.
  const env = { TMPDIR: tmpdir(), PATH: process.env['PATH'] ?? '' };
  await writeFile(`${folder}/edit.json`, JSON.stringify(edit));
  const { code, err } = await kinora(folder, ['render', 'edit.json', '-o', 'out.mp4'], { env }).ended;
  if (code !== 0) throw new Error(err);
  const bytes = await readFile(`${folder}/out.mp4`);
  await rm(folder, { recursive: true });
  return bytes;
}
