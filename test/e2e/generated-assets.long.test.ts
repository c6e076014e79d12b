import { mkdir, readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { failureOf } from '../../src/base/failure-of.fixture.ts';
import { SILENT } from '../../src/base/logger.ts';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import {
  type Edit,
  type MissingMedia,
  nameRenderFiles,
  reduceToMoment,
  toParsedEdit,
} from '../../src/edit/index.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources } from '../../src/render/fetch/index.ts';
import {
  openRenderer,
  type Renderer,
  type RenderProgress,
  type RenderResult,
} from '../../src/render/renderer.ts';
import type { DryRun } from '../../src/render/resolve/dry-run.ts';
import { decodeSound, mapFrames, meanColour } from '../media/decode-output.ts';
import {
  createFakeMedia,
  type FakeMedia,
  type FakeMediaOptions,
  timesOfWords,
  VIDEO_SECONDS,
} from '../media/generated-media.ts';
import { createMediaFolder, toEdit } from '../media/render-edit.ts';

const SIZE = { width: 320, height: 180 };
/** Ten words for one page of captions. */
const TEXT = 'one two three four five six seven eight nine ten';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await sharp({ create: { ...SIZE, channels: 3, background: '#00ff00' } }).toFile(media.path('still.png'));
});
afterAll(() => media[Symbol.asyncDispose]());

const speech = { type: 'text-to-speech', text: TEXT, voice: 'Amy' } as const;

function editOf(clips: readonly object[], output: object = { format: 'mp4', size: SIZE, fps: 50 }): Edit {
  const timeline = { background: '#000000', tracks: clips.map((clip) => ({ clips: [clip] })) };
  return toEdit({ timeline, output });
}

/** Does work with a renderer that generates media. Nothing may be left of a finished call. */
async function withRenderer<Result>(
  generated: FakeMedia | undefined,
  work: (renderer: Renderer) => Promise<Result>,
): Promise<Result> {
  const sources = openSources({ folder: media.path('cache'), allowHosts: [], localFiles: media.path('.') });
  const browser = testBrowser();
  const folder = media.path(`work-${Math.random()}`);
  await mkdir(folder);
  const config = { sources, browser, generated, folder, log: SILENT } as const;
  const renderer = openRenderer(config);
  try {
    return await work(renderer);
  } finally {
    await renderer.close();
    await browser.close();
    await sources.close();
    expect(await readdir(folder)).toEqual([]);
  }
}

const context = () => ({ owner: 'test', signal: new AbortController().signal });

async function render(
  edit: Edit,
  generated: FakeMedia | undefined,
  more: { files?: Record<string, string>; onProgress?: (progress: RenderProgress) => void } = {},
): Promise<RenderResult & { path: string }> {
  const name = `out-${Math.random()}`;
  const folder = media.path(`temporary-${name}`);
  await mkdir(folder);
  const files = nameRenderFiles(edit.output, media.path(name), `.${edit.output.format}`);
  const result = await withRenderer(generated, (renderer) =>
    renderer.render(toParsedEdit(edit), files, { ...context(), watermark: false, folder, ...more }),
  );
  return { ...result, path: files.output };
}

/** Minimum distance between two words in pixels of the red plane. Compression moves a word by less. */
const MIN_DISTANCE = 6;

/** Returns the seconds at which the active word, which is red, changes. */
async function findActiveChanges(path: string): Promise<number[]> {
  const frames = await mapFrames(path, ({ v }, seconds) => {
    const red = Array.from({ length: (SIZE.width * SIZE.height) / 4 }, (_, index) => ({
      x: index % (SIZE.width / 2),
      y: Math.floor(index / (SIZE.width / 2)),
    })).filter(({ x, y }) => (v.data[y * v.stride + x] ?? 0) > 190);
    const mean = (side: 'x' | 'y') => red.reduce((sum, point) => sum + point[side], 0) / red.length;
    return { seconds, place: red.length < 8 ? undefined : { x: mean('x'), y: mean('y') } };
  });
  return frames.flatMap(({ seconds, place }, index) => {
    const before = frames[index - 1]?.place;
    const isSame = place && before && Math.hypot(place.x - before.x, place.y - before.y) < MIN_DISTANCE;
    return place && isSame !== true ? [seconds] : [];
  });
}

/** Returns the seconds at which the beeps of a file begin. */
async function findBeeps(path: string): Promise<number[]> {
  const sound = await decodeSound(path);
  const found: number[] = [];
  let lastLoud = -1;
  for (const [index, sample] of (sound?.left ?? []).entries()) {
    if (Math.abs(sample) <= 0.2) continue;
    const second = index / SAMPLE_RATE;
    if (second - lastLoud > 0.05) found.push(second);
    lastLoud = second;
  }
  return found;
}

describe('rich captions of a generated speech', () => {
  const captions = {
    asset: {
      type: 'rich-caption',
      src: 'alias://voice',
      font: { size: 40, color: '#0000ff' },
      active: { font: { color: '#ff0000' } },
      animation: { style: 'highlight' },
    },
    start: 0,
    length: 'end',
  };

  it.each<[string, object, number, number]>([
    ['as it is', {}, 0, 10],
    ['with a trim and a speed', { trim: 0.5, speed: 1.5 }, 0, 9],
    ['later on the timeline', { speed: 0.8 }, 1.5, 10],
  ])('follow it to the word, %s', async (_, fields, start, words) => {
    const generated = createFakeMedia();
    const voice = { asset: { ...speech, ...fields }, alias: 'voice', start, length: 'auto' };
    const { path } = await render(editOf([voice, captions]), generated);
    const [changes, beeps] = [await findActiveChanges(path), await findBeeps(path)];
    expect(beeps).toHaveLength(words);
    expect(changes).toHaveLength(words);
    const off = changes.map((change, index) => Math.abs(change - (beeps[index] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(0.05);
    expect(generated.requests).toHaveLength(1);
  });

  it('need a transcriber only if its maker does not know the words', async () => {
    const voice = { asset: speech, alias: 'voice', start: 0, length: 'auto' };
    const edit = editOf([voice, captions]);
    expect(await failureOf(render(edit, createFakeMedia({ knowsWords: false })))).toMatch(
      /^transcriber_missing: timeline\.tracks\[1\]\.clips\[0\]\.asset\.src: /,
    );
  });
});

/** Returns the colour at two thirds of the width, where no captions are, of the frame at a second. */
async function colourAt(path: string, second: number): Promise<readonly number[] | undefined> {
  const colours = await mapFrames(path, (planes, seconds) => ({
    seconds,
    colour: meanColour(planes, 200, 40, 20, 20).map((value) => 50 * Math.round(Math.max(0, value) / 50)),
  }));
  return colours.find(({ seconds }) => seconds >= second)?.colour;
}

const image = { type: 'text-to-image', prompt: 'a cat' };
const video = () => ({
  type: 'image-to-video',
  src: media.path('still.png'),
  aspectRatio: '16:9',
  speed: 0.5,
});

describe('a render of an edit with generated assets', () => {
  it('shows the images for 3 s and the videos for their length, and generates equal assets once', async () => {
    const generated = createFakeMedia();
    const clip = { start: 'auto', length: 'auto' };
    const clips = [
      { asset: image, ...clip },
      { asset: video(), ...clip },
      { asset: { ...image, crop: { top: 0.1 } }, start: 'auto', length: 1 },
    ];
    const edit = toEdit({
      timeline: { tracks: [{ clips }] },
      output: { format: 'mp4', size: SIZE, fps: 25 },
    });
    const { path, duration } = await render(edit, generated);
    expect(duration).toBe(3 + VIDEO_SECONDS / 0.5 + 1);
    const colours = [await colourAt(path, 1), await colourAt(path, 4), await colourAt(path, 7.5)];
    expect(colours).toEqual([
      [250, 0, 0],
      [0, 0, 250],
      [250, 0, 0],
    ]);
    // They are made at the same time.
    const requests = generated.requests.map(({ options }) => options);
    expect(requests.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'image-to-video', imageUrl: media.path('still.png'), aspectRatio: '16:9' },
      { type: 'text-to-image', prompt: 'a cat', ...SIZE },
    ]);
  });

  it('can be only a sound', async () => {
    const edit = editOf([{ asset: { ...speech, volume: 0.9 }, start: 1, length: 'auto' }], { format: 'mp3' });
    const { duration, warnings } = await render(edit, createFakeMedia());
    expect(duration).toBeCloseTo(1 + (timesOfWords(TEXT).at(-1)?.to ?? 0) + 0.3, 2);
    expect(warnings).toEqual([]);
  });

  it('shows generating before fetching, and only if something is generated', async () => {
    const phasesOf = async (edit: Edit): Promise<string[]> => {
      const phases = new Set<string>();
      await render(edit, createFakeMedia(), { onProgress: ({ phase }) => phases.add(phase) });
      return [...phases];
    };
    const voice = { asset: speech, start: 0, length: 1 };
    const still = { asset: { type: 'image', src: media.path('still.png') }, start: 0, length: 1 };
    const rest = ['fetching', 'preprocessing', 'rendering'];
    expect(await phasesOf(editOf([voice, still]))).toEqual(['generating', ...rest]);
    expect(await phasesOf(editOf([still]))).toEqual(rest);
  });

  it('passes on the remarks of the makers, with the field', async () => {
    const text = 'the voice cannot read "日".';
    const voice = { asset: speech, start: 0, length: 1 };
    const { warnings } = await render(editOf([voice]), createFakeMedia({ warnings: [text] }));
    const field = 'timeline.tracks[0].clips[0].asset.text';
    expect(warnings).toContainEqual({ field, text: 'The voice cannot read "日".' });
  });

  it('fails with the field if nothing can be generated', async () => {
    expect(await failureOf(render(editOf([{ asset: image, start: 0, length: 1 }]), undefined))).toBe(
      'no_credentials: timeline.tracks[0].clips[0].asset.prompt: nothing can be generated here, because no provider is set up.',
    );
  });
});

test('files that stand for a source are not fetched', async () => {
  const asset = { type: 'image' as const, src: 'standing-for:1' };
  const edit: Edit = {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
    output: { format: 'mp4', size: SIZE, fps: 25 },
  };
  const { path } = await render(edit, undefined, { files: { 'standing-for:1': media.path('still.png') } });
  expect(await colourAt(path, 0.5)).toEqual([0, 250, 0]);
});

describe('a dry run', () => {
  const dryRunOf = async (edit: Edit, generated: FakeMedia): Promise<DryRun> =>
    JSON.parse(
      await withRenderer(generated, (renderer) => renderer.dryRun(toParsedEdit(edit), context())),
    ) as DryRun;
  const edit = () =>
    editOf([
      { asset: speech, alias: 'voice', start: 0, length: 'auto' },
      { asset: image, start: 1, length: 'auto' },
      { asset: { type: 'caption', src: 'alias://voice' }, start: 0, length: 'auto' },
    ]);

  it('generates nothing, and does not know the lengths of speeches and videos', async () => {
    const generated = createFakeMedia();
    const { timeline, warnings } = await dryRunOf(edit(), generated);
    expect(generated.requests).toEqual([]);
    expect(timeline.duration).toBe(null);
    expect(timeline.tracks.map(({ clips }) => clips[0]?.length)).toEqual([null, 3, null]);
    const field = 'timeline.tracks[0].clips[0].asset.text';
    expect(warnings).toEqual([
      {
        field,
        text: 'The speech has not been generated yet. Only a render generates it. Render the edit once: what was generated is kept. Until then, its length is unknown.',
      },
    ]);
  });

  it('makes what costs nothing if it may, and lists what is missing, one remark for each asset', async () => {
    const isPaid: FakeMediaOptions['isPaid'] = ({ options }) => options.type === 'text-to-image';
    const generated = createFakeMedia({ isPaid });
    const missing = {
      field: 'timeline.tracks[1].clips[0].asset.type',
      text: 'No.',
      reason: 'unavailable',
    } as const;
    const askWith = async (unavailable: readonly MissingMedia[]) =>
      JSON.parse(
        await withRenderer(generated, (renderer) =>
          renderer.dryRun(toParsedEdit(edit()), { ...context(), free: { unavailable } }),
        ),
      ) as DryRun & { readonly missing: readonly MissingMedia[] };
    const found = await askWith([]);
    expect(generated.requests.map(({ options }) => options.type)).toEqual(['text-to-speech']);
    expect(found.timeline.duration).toBeCloseTo((timesOfWords(TEXT).at(-1)?.to ?? 0) + 0.3, 3);
    expect(found.missing).toMatchObject([
      { field: 'timeline.tracks[1].clips[0].asset.prompt', reason: 'service' },
    ]);
    expect((await askWith([missing])).missing).toEqual([missing]);
  });

  it('uses what a render has generated', async () => {
    const generated = createFakeMedia();
    await render(edit(), generated);
    const { timeline, warnings } = await dryRunOf(edit(), generated);
    const seconds = (timesOfWords(TEXT).at(-1)?.to ?? 0) + 0.3;
    expect(timeline.duration).toBeCloseTo(seconds, 3);
    expect(timeline.tracks[2]?.clips[0]?.length).toBeCloseTo(seconds, 3);
    expect([warnings, generated.requests.length]).toEqual([[], 2]);
  });
});

describe('a single frame', () => {
  const frameOf = async (edit: Edit, generated: FakeMedia, at: number): Promise<number | undefined> => {
    const request = { at, format: 'png', watermark: false } as const;
    const { picture } = await withRenderer(generated, (renderer) =>
      renderer.frame(toParsedEdit(reduceToMoment(edit, at)), request, context()),
    );
    return (await sharp(picture).stats()).channels[0]?.mean;
  };
  const edit = () =>
    editOf([
      { asset: speech, start: 0, length: 5 },
      { asset: image, start: 1, length: 1 },
    ]);

  it('is rejected with the reason if it shows what was not generated yet', async () => {
    const generated = createFakeMedia();
    expect(await failureOf(frameOf(edit(), generated, 1.5))).toBe(
      'not_generated: timeline.tracks[1].clips[0].asset.prompt: the image has not been generated yet. Only a render generates it. Render the edit once: what was generated is kept.',
    );
    expect(generated.requests).toEqual([]);
    // Nothing generated is visible there.
    expect(await frameOf(edit(), generated, 3)).toBe(0);
  });

  it('shows what a render has generated, and so do further frames of the same process', async () => {
    const generated = createFakeMedia();
    await render(edit(), generated);
    const pictures = await withRenderer(generated, async (renderer) => {
      const shown: Buffer[] = [];
      for (const at of [1.5, 1.7]) {
        const request = { at, format: 'png', watermark: false } as const;
        shown.push(
          (await renderer.frame(toParsedEdit(reduceToMoment(edit(), at)), request, context())).picture,
        );
      }
      return shown;
    });
    for (const picture of pictures)
      expect((await sharp(picture).stats()).channels[0]?.mean).toBeGreaterThan(250);
    // The second frame did not look for the files again.
    expect([generated.requests.length, generated.searches()]).toEqual([2, 1]);
  });
});
