import { mkdir, readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { listEditFiles, listFiles, nameEditFiles } from '../../src/edit/index.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources, type Sources } from '../../src/render/fetch/index.ts';
import { openRenderer, type RenderProgress } from '../../src/render/renderer.ts';
import { makeClip, fillRect } from '../media/clips.ts';
import { createMediaFolder, readEdit } from '../media/render-edit.ts';

const SIZE = { width: 320, height: 180 };
const OUTPUTS = [
  { format: 'mp4', size: SIZE, poster: { capture: 0.2 } },
  { format: 'gif', size: { width: 180, height: 320 } },
  { format: 'mp4', size: { width: 180, height: 180 }, thumbnail: { capture: 0, scale: 0.5 } },
];

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await makeClip(media.path('film.mp4'), {
    ...SIZE,
    clock: 25,
    ticks: Array.from({ length: 25 }, (_, index) => index),
    paint: (planes) => fillRect(planes, [20, 20, 100, 100], [63, 102, 240]),
  });
});
afterAll(() => media[Symbol.asyncDispose]());

const timeline = () => ({
  tracks: [
    {
      clips: [
        { asset: { type: 'video', src: media.path('film.mp4'), transcode: true }, start: 0, length: 0.4 },
      ],
    },
    {
      clips: [
        { asset: { type: 'shape', shape: 'circle', circle: { radius: '10vmin' } }, start: 0, length: 0.4 },
      ],
    },
  ],
});

/** Renders an edit with these fields. Returns its files in order, the result, and the work for it. */
async function renderAll(name: string, fields: object) {
  const folder = media.path(name);
  await mkdir(folder);
  const sources = openSources({ folder: `${folder}-cache`, allowHosts: [], localFiles: folder });
  const browser = testBrowser();
  const fetched: string[] = [];
  const counting: Sources = {
    ...sources,
    fetch: (url, ...rest) => {
      fetched.push(url);
      return sources.fetch(url, ...rest);
    },
  };
  const progress: RenderProgress[] = [];
  try {
    const parsed = readEdit({ timeline: timeline(), ...fields });
    const renderer = openRenderer({ sources: counting, browser, folder, log: SILENT });
    const files = nameEditFiles(parsed.edit, `${folder}/out`);
    const result = await renderer.render(parsed, files, {
      owner: 'test',
      watermark: false,
      folder,
      signal: new AbortController().signal,
      onProgress: (report) => progress.push(report),
    });
    const paths = listEditFiles(files).map(listFiles);
    const contents = await Promise.all(paths.map((own) => Promise.all(own.map((path) => readFile(path)))));
    const prepared = (await readdir(folder)).filter((file) => file.startsWith('prepared-'));
    return { result, contents, fetched, prepared, progress };
  } finally {
    await browser.close();
    await sources.close();
  }
}

it('makes the same files as separate renders, and fetches and prepares each source once', async () => {
  const all = await renderAll('all', { outputs: OUTPUTS });
  expect(all.fetched).toHaveLength(1);
  expect(all.prepared).toHaveLength(1);
  for (const [index, output] of OUTPUTS.entries()) {
    const one = await renderAll(`one-${index}`, { output });
    expect(one.contents).toHaveLength(1);
    expect(all.contents[index]?.length).toBe(one.contents[0]?.length);
    for (const [at, file] of (one.contents[0] ?? []).entries())
      expect(all.contents[index]?.[at]?.equals(file), `file ${at} of outputs[${index}]`).toBe(true);
  }
  expect(all.result).toMatchObject({
    ...SIZE,
    duration: 0.4,
    others: [
      { width: 180, height: 320 },
      { width: 180, height: 180, duration: 0.4 },
    ],
  });
  const shares = all.progress.flatMap(({ frame, frames }) =>
    frame === undefined || frames === undefined ? [] : [frame / frames],
  );
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

it('names the output that fails', async () => {
  const tracks = [
    { clips: [{ asset: { type: 'video', src: media.path('film.mp4') }, start: 0, length: 'auto' }] },
  ];
  // The length of the film is not known before the render.
  const outputs = [OUTPUTS[0], { ...OUTPUTS[2], range: { start: 30 } }];
  const failing = renderAll('fails', { timeline: { tracks }, outputs });
  await expect(failing).rejects.toThrow(/^outputs\[1\]: .*range/);
});
