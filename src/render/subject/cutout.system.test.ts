import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPicture } from '../../../test/golden/difference.ts';
import { writeFrame } from '../../../test/media/frame.ts';
import { createMediaFolder, renderEdit, toEdit } from '../../../test/media/render-edit.ts';
import { drawHead } from './head.fixture.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;

const SIZE = { width: 320, height: 180 };
/** The head at the right of the picture. */
const HEAD = {
  asset: { type: 'svg', src: drawHead(150) },
  start: 0,
  length: 1,
  position: 'bottom',
  fit: 'none',
  offset: { x: 0.15 },
};
const WALL = {
  asset: {
    type: 'shape',
    shape: 'rectangle',
    rectangle: { width: 320, height: 180 },
    fill: { color: '#8fa3b0' },
  },
  start: 0,
  length: 1,
};

/** Returns an edit of clips, the lowest first, on magenta. */
function over(format: 'png' | 'mp4', ...clips: object[]): object {
  return {
    timeline: { background: '#ff00ff', tracks: clips.map((clip) => ({ clips: [clip] })) },
    output: { format, size: SIZE, fps: 25 },
  };
}

/** Draws the first frame of an edit, and returns the texts of its warnings. */
async function draw(edit: object, name: string): Promise<string[]> {
  const { warnings } = await writeFrame(toEdit(edit), 0, media.path(name), { media: media.path('') });
  return warnings.map(({ field, text }) => `${field}: ${text}`);
}

/** Returns for each pixel of a picture whether it shows something else than magenta. */
async function shownIn(edit: object, name: string): Promise<boolean[]> {
  await draw(edit, name);
  const { data } = await readPicture(media.path(name));
  return Array.from({ length: data.length / 3 }, (_, pixel) => (data[3 * pixel + 1] ?? 0) > 24);
}

/** Returns the share of the pixels of either picture that both show. */
function sharedPart(one: readonly boolean[], other: readonly boolean[]): number {
  const both = one.filter((isShown, pixel) => isShown && other[pixel]).length;
  return both / one.filter((isShown, pixel) => isShown || other[pixel]).length;
}

beforeAll(async () => {
  media = await createMediaFolder();
  await renderEdit(over('mp4', WALL, HEAD), media.path('talk.mp4'));
  await draw(over('png', WALL, HEAD), 'talk.png');
});
afterAll(() => media[Symbol.asyncDispose]());

const cutOut = (type: 'image' | 'video', file: string, more: object = {}, cutout: object = {}): object => {
  return { asset: { type, src: media.path(file), cutout }, start: 0, length: 1, ...more };
};

it.each([
  ['a video', 'video', 'talk.mp4', {}],
  ['a video that moves', 'video', 'talk.mp4', { scale: [{ from: 1, to: 1.01, start: 0, length: 1 }] }],
  ['an image', 'image', 'talk.png', {}],
] as const)('leaves the person of %s', async (_, type, file, more) => {
  const alone = await shownIn(over('png', HEAD), 'alone.png');
  const cut = await shownIn(over('png', cutOut(type, file, more)), 'cut.png');
  expect(sharedPart(alone, cut)).toBeGreaterThan(0.88);
});

it('has a wider edge with a feather, and leaves the file as it is elsewhere', async () => {
  const clips = [{ feather: 0.06 }, {}].map((cutout) => cutOut('image', 'talk.png', {}, cutout));
  const [soft, hard] = [
    await shownIn(over('png', clips[0]!), 'soft.png'),
    await shownIn(over('png', clips[1]!), 'hard.png'),
  ];
  const count = (shown: readonly boolean[]): number => shown.filter(Boolean).length;
  expect(count(soft)).toBeGreaterThan(1.05 * count(hard));
  const whole = { asset: { type: 'image', src: media.path('talk.png') }, start: 0, length: 1 };
  expect((await shownIn(over('png', whole, clips[1]!), 'both.png')).every(Boolean)).toBe(true);
});

it('leaves nothing of a picture without people', async () => {
  await draw(over('png', WALL), 'wall.png');
  const deserted = over('png', cutOut('image', 'wall.png'));
  expect((await shownIn(deserted, 'none.png')).some(Boolean)).toBe(false);
  expect(await draw(deserted, 'none.png')).toEqual([
    `timeline.tracks[0].clips[0].asset.cutout: No person was found in ${media.path('wall.png')}, so nothing of it is visible.`,
  ]);
});
