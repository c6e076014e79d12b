import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sine, writeTone } from '../src/render/mix/test-tones.fixture.ts';
import { makeClip, paintNumber } from './media/clips.ts';
import { writeFrame } from './media/frame.ts';
import { toEdit } from './media/render-edit.ts';
import { MadeLayers } from './preview/made-layers.ts';
import { type OfferedEdit, PreviewBrowser } from './preview/preview-browser.ts';

const SIZE = { width: 320, height: 180 };
let folder: string;
let browser: PreviewBrowser;
let layers: MadeLayers;
let edit: OfferedEdit;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-preview-play-'));
  await makeClip(join(folder, 'film.mp4'), {
    ...SIZE,
    clock: 25,
    ticks: Array.from({ length: 150 }, (_, index) => index),
    keyframeEvery: 25,
    paint: paintNumber,
  });
  await writeTone(join(folder, 'tone.wav'), sine(440), 5);
  const parsed = toEdit({
    timeline: {
      soundtrack: { src: 'tone.wav' },
      tracks: [
        {
          clips: [
            { asset: { type: 'text', text: 'Words' }, start: 1, length: 3, transition: { in: 'fade' } },
          ],
        },
        { clips: [{ asset: { type: 'video', src: 'film.mp4' }, start: 0, length: 5 }] },
      ],
    },
    output: { format: 'mp4', size: SIZE, fps: 25 },
  });
  layers = await MadeLayers.make(parsed, folder, SIZE.height);
  edit = {
    layers,
    frame: async (second) => {
      const to = join(folder, 'frame.png');
      await writeFrame(parsed, second, to, { media: folder });
      return await readFile(to);
    },
  };
  browser = await PreviewBrowser.open();
  browser.edits.set('film', edit);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await layers[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  delete edit.status;
  delete edit.read;
  await browser.load('127.0.0.1');
  browser.faults.length = 0;
});

it('plays to the end with its sound, and shows the frame of the engine when it stands', async () => {
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.until(({ drawnBy }) => drawnBy === 'engine');
  await browser.call('seek', 3);
  await browser.call('play');
  const { states, shown } = await browser.until(
    ({ phase, drawnBy }) => phase === 'ended' && drawnBy === 'engine',
  );
  const phases = states.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
  expect(phases).toEqual(['paused', 'loading', 'playing', 'ended']);
  const seconds = shown.map(({ second }) => second).slice(1);
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  expect(seconds.at(-1)).toBe(4.96);
  expect(states.filter(({ problem }) => problem)).toEqual([]);
  expect(browser.faults).toEqual([]);
});

it('shows its own picture at once after a seek, and then that of the engine', async () => {
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.until(({ drawnBy }) => drawnBy === 'engine');
  // The piece of the film is there, so the engine is later.
  await browser.call('seek', 0.6);
  const { states } = await browser.until(
    ({ drawnBy }, report) => drawnBy === 'engine' && report.states.length >= 4,
  );
  expect(states.slice(-2).map(({ drawnBy }) => drawnBy)).toEqual(['page', 'engine']);
});

it('goes on without a gap when a changed edit is opened', async () => {
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.call('play');
  await browser.until(({ phase }, { shown }) => phase === 'playing' && shown.at(-1)!.second > 0.2);
  await browser.call('changeEdit', 'film');
  const { states, shown } = await browser.until((_state, report) => report.shown.at(-1)!.second > 1);
  const phases = states.map(({ phase }) => phase);
  expect(phases.slice(phases.indexOf('playing'))).not.toContain('loading');
  const seconds = shown.map(({ second }) => second);
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  expect(browser.faults).toEqual([]);
});

it('says that the server has too many requests, and goes on when it has not', async () => {
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  edit.status = 429;
  await browser.call('play');
  const { states } = await browser.until(({ problem }) => problem === 'busy');
  expect(states.at(-1)?.word).toMatch(/too many requests/);
  delete edit.status;
  await browser.until(({ phase, problem }) => phase === 'playing' && problem === undefined);
});

it('says that the access has expired, and stops', async () => {
  edit.status = 401;
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.call('play');
  await browser.until(({ phase, problem }) => phase === 'paused' && problem === 'expired');
});

it('says that the server is not reachable, and goes on when it is', async () => {
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.until(({ drawnBy }) => drawnBy === 'engine');
  const network = browser.page.context();
  await network.setOffline(true);
  await browser.call('seek', 3);
  const { states } = await browser.until(({ problem }) => problem === 'offline');
  expect(states.at(-1)?.word).toMatch(/not reachable/);
  await network.setOffline(false);
  await browser.until(({ drawnBy, problem }) => drawnBy === 'engine' && problem === undefined);
  await browser.call('play');
  await browser.until(({ phase }) => phase === 'playing');
});

it('plays a film that the browser cannot decode with the pictures of the engine, and says so', async () => {
  const film = /"file":"([0-9a-f]{64})"/.exec(JSON.stringify(layers.timeline))?.[1] ?? 'none';
  // A valid file whose pictures are not: nothing but the coded frames is changed.
  edit.read = async (file, piece) => {
    const bytes = await layers.read(file, piece);
    return file === film && bytes ? Buffer.from(bytes).fill(0xff, bytes.indexOf('mdat') + 4) : bytes;
  };
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.call('play');
  const { states } = await browser.until(
    ({ phase, drawnBy }, { shown }) => phase === 'playing' && drawnBy === 'engine' && shown.length > 10,
  );
  expect(states.at(-1)?.word).toMatch(/The server draws it/);
});

it('goes on after the graphics card was lost', async () => {
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.call('play');
  await browser.until(({ phase }, { shown }) => phase === 'playing' && shown.length > 5);
  await browser.page.evaluate(`(async () => {
    const loss = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    loss.loseContext();
    await new Promise((lost) => setTimeout(lost, 200));
    loss.restoreContext();
  })()`);
  await browser.call('pause');
  const { states } = await browser.until(({ phase, drawnBy }) => phase === 'paused' && drawnBy === 'engine');
  expect(states.filter(({ problem }) => problem)).toEqual([]);
  // Nothing that was made before is used again.
  expect(browser.faults).toEqual([]);
});

it('plays without WebGL2', async () => {
  await browser.page.evaluate(`(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
    };
  })()`);
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.call('play');
  const { states } = await browser.until(
    ({ phase, drawnBy }, { shown }) => phase === 'playing' && drawnBy === 'page' && shown.length > 10,
  );
  expect(states.filter(({ problem }) => problem)).toEqual([]);
  const brightest = await browser.page.evaluate(`(() => {
    const { data } = document.querySelector('canvas').getContext('2d').getImageData(0, 0, 320, 180);
    return data.reduce((most, value, at) => (at % 4 < 3 ? Math.max(most, value) : most), 0);
  })()`);
  expect(brightest).toBeGreaterThan(150);
});

it('plays by video elements without https, and says how to do better', async () => {
  await browser.load('kinora.test');
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.until(({ drawnBy, problem }) => drawnBy === 'page' && problem === 'not-secure');
  await browser.call('play');
  const { states } = await browser.until(
    ({ phase, drawnBy }, { shown }) => phase === 'playing' && drawnBy === 'page' && shown.length > 10,
  );
  expect(states.at(-1)?.word).toMatch(/https/);
  expect(states.filter(({ problem }) => problem === 'failed')).toEqual([]);
});

it('plays with the pictures of the engine where the browser has no decoder at all, and says so', async () => {
  await browser.load('kinora.test');
  await browser.page.evaluate('delete globalThis.MediaSource');
  await browser.call('openPreview', 'film', SIZE.width, SIZE.height);
  await browser.until(({ drawnBy, problem }) => drawnBy === 'engine' && problem === 'no-decoder');
  await browser.call('play');
  const { states } = await browser.until(({ phase }, { shown }) => phase === 'playing' && shown.length > 10);
  expect(states.at(-1)?.word).toMatch(/https, or by localhost/);
  expect(states.at(-1)?.drawnBy).toBe('engine');
});
