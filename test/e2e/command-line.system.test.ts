import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { makeClip, paintNumber, readNumber } from '../media/clips.ts';
import { mapFrames, meanColour } from '../media/decode-output.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { expectCleanMessage, createOneClipEdit } from './try-render.ts';
import { childrenOf, isAlive, kinora } from './processes.ts';

const SIZE = { width: 384, height: 216 };
let media: Awaited<ReturnType<typeof createMediaFolder>>;
let folder: string;
let count = 0;

beforeAll(async () => {
  media = await createMediaFolder();
  const ticks = Array.from({ length: 24 }, (_, index) => index);
  await makeClip(media.path('clip.mp4'), { ...SIZE, clock: 12, ticks, paint: paintNumber });
});

beforeEach(async () => {
  folder = media.path(`run-${count++}`);
  await mkdir(join(folder, 'tmp'), { recursive: true });
});

afterAll(() => media[Symbol.asyncDispose]());

async function writeEdit(edit: object): Promise<void> {
  await writeFile(join(folder, 'edit.json'), JSON.stringify(edit));
}

/** Lists the files that a command created in its folder, except for its home. */
async function listCreated(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => !name.startsWith('home') && !['edit.json', 'tmp'].includes(name));
}

const RENDER = ['render', 'edit.json', '-o', 'out.mp4'];
const output = { format: 'mp4', size: SIZE, fps: 12 };

test('renders relative and file: sources, and draws the same frame as an image', async () => {
  const src = [`../clip.mp4`, pathToFileURL(media.path('clip.mp4')).href];
  const clips = [
    { asset: { type: 'video', src: src[0] }, start: 0, length: 0.5 },
    { asset: { type: 'video', src: src[1], trim: 1 }, start: 'auto', length: 0.5 },
  ];
  const title = { type: 'text', text: 'Over it', font: { color: '#ff8800', size: 60 } };
  await writeEdit({
    timeline: { tracks: [{ clips }, { clips: [{ asset: title, start: 0, length: 'end' }] }] },
    output,
  });
  const rendered = await kinora(folder, RENDER).ended;
  expect(rendered).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^out\.mp4: 384x216, 1\.00 s of video/) as string,
  });
  expect(await mapFrames(join(folder, 'out.mp4'), (planes) => readNumber(planes))).toHaveLength(12);

  const at = ['frame', 'edit.json', '--at', '0.75', '-o'];
  for (const name of ['frame.png', 'frame.jpg']) {
    expect(await kinora(folder, [...at, name]).ended).toMatchObject({
      code: 0,
      out: `${name}: the frame at 0.75 s\n`,
    });
    expect((await sharp(join(folder, name)).metadata()).format).toBe(name === 'frame.png' ? 'png' : 'jpeg');
    expect(await distance(join(folder, 'out.mp4'), 9, join(folder, name))).toBeLessThan(3);
  }
  expect(await distance(join(folder, 'out.mp4'), 3, join(folder, 'frame.png'))).toBeGreaterThan(20);
  expect(await listCreated()).toEqual(['frame.jpg', 'frame.png', 'out.mp4']);
});

const TILE = 12;

/** Returns the mean difference between the tiles of a video frame and of an image, from 0 to 255. */
async function distance(film: string, frame: number, picture: string): Promise<number> {
  const tiles = await mapFrames(film, (planes) => grid((x, y) => meanColour(planes, x, y, TILE, TILE)));
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const shown = grid((x, y) => [0, 1, 2].map((channel) => mean(data, x, y, channel)));
  const pairs = (tiles[frame] ?? []).map((value, index) => Math.abs(value - (shown[index] ?? NaN)));
  return pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
}

function grid(read: (x: number, y: number) => number[]): number[] {
  const values: number[] = [];
  for (let y = 0; y < SIZE.height; y += TILE)
    for (let x = 0; x < SIZE.width; x += TILE) values.push(...read(x, y));
  return values;
}

function mean(pixels: Buffer, left: number, top: number, channel: number): number {
  let sum = 0;
  for (let y = top; y < top + TILE; y++) {
    for (let x = left; x < left + TILE; x++) sum += pixels[(y * SIZE.width + x) * 3 + channel] ?? NaN;
  }
  return sum / TILE ** 2;
}

test.each([
  ['gone.mp4', '"gone.mp4" was not found. Relative paths start from "FOLDER".'],
  ['edit.json', 'edit.json is not a media file: its content is text.'],
  [
    'http://user:S3CRET@127.0.0.1:1/a.mp4?S3CRET',
    'http://127.0.0.1:1/a.mp4 leads to the host 127.0.0.1, which is private or reserved. Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.',
  ],
])('a render of %s exits with 1 and one message, and leaves no file', async (src, reason) => {
  await writeEdit(createOneClipEdit({ type: 'video', src }));
  const { code, out, err } = await kinora(folder, RENDER).ended;
  expect([code, out]).toEqual([1, '']);
  const lines = err.trimEnd().split('\n');
  // The user of this machine may see its own folder, and no other path.
  const message = (lines.at(-1) ?? '').replace(`"${folder}"`, '"FOLDER"');
  expect(message).toBe(`timeline.tracks[0].clips[0].asset.src: ${reason}`);
  expectCleanMessage(message);
  for (const line of lines.slice(0, -1))
    expect(line).toMatch(/^(Fetching the media|Preparing the media|Rendering) \.\.\.$/);
  expect(await listCreated()).toEqual([]);
});

test('Ctrl-C during a render exits with 130, and leaves no file and no process', async () => {
  await writeEdit({
    timeline: {
      tracks: [{ clips: [{ asset: { type: 'video', src: '../clip.mp4' }, start: 0, length: 3000 }] }],
    },
    output,
  });
  const { child, ended } = kinora(folder, RENDER, { detached: true });
  const ids: number[] = [];
  await waitUntil(async () => {
    ids.splice(0, ids.length, ...(await childrenOf(child.pid!)));
    // The file in its temporary folder.
    return (await listCreated()).some((name) => name.endsWith('/out.mp4'));
  });
  expect(ids).not.toEqual([]);
  // A terminal sends the signal to the command and its child processes.
  process.kill(-child.pid!, 'SIGINT');
  const { code, out, err } = await ended;
  expect([code, out]).toEqual([130, '']);
  expect(err).toMatch(/\nStopped\. Nothing was written\.\n$/);
  expect(await listCreated()).toEqual([]);
  await waitUntil(() => !ids.some(isAlive));
});
