import { mkdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { sine, writeTone } from '../../src/render/mix/test-tones.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, readKeptEdit, showEdit } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 60_000;
const TEXTS = [
  { asset: { type: 'text', text: 'One' }, start: 0, length: 2 },
  { asset: { type: 'text', text: 'Two' }, start: 3, length: 2 },
];

/** A script that drops a file on the tracks, as a person does from another window. */
const DROP = `{
  const dataTransfer = new DataTransfer();
  const bytes = Uint8Array.from(atob('BYTES'), (letter) => letter.charCodeAt(0));
  dataTransfer.items.add(new File([bytes], 'noise.wav', { type: 'audio/wav' }));
  const event = { dataTransfer, bubbles: true, cancelable: true, PLACE };
  const target = document.querySelector('.lanes-inner');
  target.dispatchEvent(new DragEvent('dragover', event));
  target.dispatchEvent(new DragEvent('drop', event));
}`;

interface Clip {
  readonly asset: { readonly type: string; readonly src?: string; readonly text?: string };
  readonly start: number;
  readonly length: number;
}

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let studio: OpenedStudio;
/** The address of a sound of 2 s: a second of a tone, and a second of silence. */
let sound: string;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const tone = sine(440, 0.5);
  await writeTone(media.path('tone.wav'), (index) => (index < 48_000 ? tone(index) : 0), 2);
  service = await startServer(media.path('.'));
  const kinora = createClient({ url: service.url, key: service.keys.v1 });
  const { id } = await kinora.upload(await readFile(media.path('tone.wav')));
  sound = (await kinora.sources.wait(id)).source ?? '';
  studio = await openStudio(service.url, service.keys.v1);
}, TIMEOUT_MS);
afterAll(async () => {
  await studio[Symbol.asyncDispose]();
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

async function openEdit(clips: readonly object[]): Promise<void> {
  const edit = {
    timeline: { tracks: [{ clips }] },
    output: { format: 'mp4', resolution: 'preview', fps: 25 },
  };
  await showEdit(studio.page, edit, clips.length);
}

const readTracks = async (): Promise<Clip[][]> => {
  const text = await readKeptEdit(studio.page);
  const { timeline } = JSON.parse(text) as { timeline: { tracks: { clips: Clip[] }[] } };
  return timeline.tracks.map(({ clips }) => clips);
};

async function boxOf(selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await studio.page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not visible.`);
  return box;
}

it(
  'draws the sound of a clip at its height, and what the clip plays of it',
  async () => {
    const { page } = studio;
    await openEdit([
      { asset: { type: 'audio', src: sound, volume: 0.5 }, start: 0, length: 2 },
      { asset: { type: 'audio', src: sound, trim: 0.5 }, start: 3, length: 1 },
      { asset: { type: 'audio', src: sound, volume: 0 }, start: 5, length: 1 },
    ]);
    const waves = page.locator('.clip .wave path');
    await expect.poll(() => waves.count(), { timeout: TIMEOUT_MS }).toBe(2);
    const paths: string[] = [];
    for (const wave of await waves.all()) paths.push((await wave.getAttribute('d')) ?? '');
    const heights = paths.map((path) =>
      [...path.matchAll(/[ L][\d.]+,([\d.]+)/g)].slice(0, -1).map(([, y]) => 1 - Number(y)),
    );
    // 40 levels a second.
    expect(heights.map(({ length }) => length)).toEqual([80, 40]);
    expect([heights[0]?.[20], heights[0]?.[60]]).toEqual([expect.closeTo(0.25, 2), 0]);
    expect([heights[1]?.[10], heights[1]?.[30]]).toEqual([expect.closeTo(0.5, 2), 0]);
  },
  TIMEOUT_MS,
);

it(
  'takes a file from the tray, pulled to the end of a clip',
  async () => {
    const { page } = studio;
    await openEdit(TEXTS);
    await page.getByRole('tab', { name: 'Assets' }).click();
    await page.locator('.tray-file').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const [file, lane] = [await boxOf('.tray-file'), await boxOf('.lane')];
    await page.mouse.move(file.x + 120, file.y + 20);
    await page.mouse.down();
    await page.mouse.move(lane.x + 300, lane.y + 20, { steps: 5 });
    // The first clip ends at 2 s, which is 160 pixels.
    await page.mouse.move(lane.x + 165, lane.y + 20, { steps: 5 });
    await page.locator('.landing').waitFor();
    expect(await page.locator('.landing').innerText()).toBe('0:02.00');
    await page.mouse.up();
    await expect.poll(async () => (await readTracks())[0]?.length).toBe(3);
    const [clips] = await readTracks();
    expect(clips?.[2]).toEqual({ asset: { type: 'audio', src: sound }, start: 2, length: 2 });
    expect(await page.locator('.clip[aria-selected="true"]').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await readTracks())[0]?.length).toBe(2);
  },
  TIMEOUT_MS,
);

it('adds a file of the tray with the keyboard', async () => {
  const { page } = studio;
  await page
    .getByRole('button', { name: /^Add .* at the playhead$/ })
    .first()
    .press('Enter');
  await expect.poll(async () => (await readTracks())[1]?.map(({ start }) => start)).toEqual([0]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await readTracks()).length).toBe(1);
});

it(
  'uploads a file of the computer that is dropped below the tracks, and makes a clip of it',
  async () => {
    const { page } = studio;
    await openEdit(TEXTS);
    const lane = await boxOf('.lane');
    const at = { x: lane.x + 80, y: lane.y + lane.height + 20 };
    const bytes = (await readFile(media.path('tone.wav'))).toString('base64');
    await page.evaluate(DROP.replace('BYTES', bytes).replace('PLACE', `clientX: ${at.x}, clientY: ${at.y}`));
    await expect.poll(async () => (await readTracks()).length, { timeout: TIMEOUT_MS }).toBe(2);
    const [[clip] = [], others] = await readTracks();
    expect(clip).toMatchObject({ asset: { type: 'audio' }, start: 1, length: 2 });
    expect(others?.map(({ asset }) => asset.text)).toEqual(['One', 'Two']);
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);

it('selects the clips that a rectangle touches, and adds others with Shift', async () => {
  const { page } = studio;
  await openEdit([...TEXTS, { asset: { type: 'text', text: 'Three' }, start: 6, length: 2 }]);
  const lane = await boxOf('.lane');
  const chosen = (): Promise<string[]> =>
    page.locator('.clip[aria-selected="true"] .clip-name').allInnerTexts();
  const draw = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(lane.x + from * 80, lane.y + lane.height + 30);
    await page.mouse.down();
    await page.mouse.move(lane.x + to * 80, lane.y + 30, { steps: 5 });
  };
  await draw(2.5, 3.2);
  expect(await page.locator('.lasso').count()).toBe(1);
  await page.mouse.up();
  expect(await page.locator('.lasso').count()).toBe(0);
  expect(await chosen()).toEqual(['Two']);
  await page.keyboard.down('Shift');
  await draw(5.5, 6.5);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  expect(await chosen()).toEqual(['Two', 'Three']);
  await draw(2.8, 1.5);
  await page.mouse.up();
  expect(await chosen()).toEqual(['One']);
  await page.mouse.click(lane.x + 2.5 * 80, lane.y + lane.height + 30);
  expect(await chosen()).toEqual([]);
});

it('selects one of several selected clips with a click', async () => {
  const { page } = studio;
  await openEdit(TEXTS);
  await page.locator('.clip').first().focus();
  await page.keyboard.press('Control+a');
  const chosen = page.locator('.clip[aria-selected="true"]');
  expect(await chosen.count()).toBe(2);
  await page.locator('.clip', { hasText: 'Two' }).click();
  expect(await chosen.locator('.clip-name').allInnerTexts()).toEqual(['Two']);
});

/** A clip of which everything moves. */
const MOVING = {
  asset: { type: 'shape', shape: 'circle', circle: { radius: 60 }, fill: { color: '#ff8800', opacity: 1 } },
  start: 0,
  length: 4,
  effect: 'zoomInFast',
  transition: { in: 'fade' },
  offset: {
    x: [{ from: -0.3, to: 0.3, start: 0.5, length: 3, interpolation: 'bezier', easing: 'easeInOutBack' }],
  },
  transform: { skew: { x: [{ from: 0, to: 1, start: 1, length: 2, interpolation: 'bezier' }] } },
};

it(
  'splits a clip of which everything moves, and every frame stays as it is',
  async () => {
    const { page } = studio;
    const kinora = createClient({ url: service.url, key: service.keys.v1 });
    const draw = async (): Promise<Buffer[]> => {
      const edit = JSON.parse(await readKeptEdit(page)) as Parameters<typeof kinora.frame>[0];
      const frames: Buffer[] = [];
      for (const at of [0.2, 0.6, 1.4, 1.96, 2, 2.04, 3.2, 3.96])
        frames.push(
          await sharp(await kinora.frame(edit, at))
            .raw()
            .toBuffer(),
        );
      return frames;
    };
    await openEdit([MOVING]);
    const before = await draw();
    for (const second of [2, 0.4]) {
      const ruler = await boxOf('.ruler');
      await page.mouse.click(ruler.x + 12 + second * 80, ruler.y + 6);
      await page.keyboard.press('s');
    }
    await expect
      .poll(async () => (await readTracks())[0]?.map(({ length }) => length))
      .toEqual([0.4, 1.6, 2]);
    const after = await draw();
    const differences = after.map((frame, index) =>
      frame.reduce(
        (most, value, place) => Math.max(most, Math.abs(value - (before[index]?.[place] ?? 0))),
        0,
      ),
    );
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  },
  TIMEOUT_MS,
);

it(
  'trims a sound within its file, to whole frames',
  async () => {
    const { page } = studio;
    const probed = page.waitForResponse((response) => response.url().includes('/probe/'));
    await openEdit([{ asset: { type: 'audio', src: sound, trim: 0.5 }, start: 2, length: 1 }]);
    await probed;
    const drag = async (edge: string, by: number): Promise<void> => {
      const box = await boxOf(edge);
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + by * 80, at.y, { steps: 5 });
      await page.mouse.up();
    };
    await drag('.clip .edge.end', 3);
    await drag('.clip .edge:not(.end)', -1.5);
    expect((await readTracks())[0]).toEqual([
      // The first frame of the clip is at 1.52 s.
      { asset: { type: 'audio', src: sound, trim: 0.02 }, start: 1.5, length: 2 },
    ]);
    await drag('.clip .edge.end', -0.55);
    expect((await readTracks())[0]?.[0]?.length).toBe(1.46);
  },
  TIMEOUT_MS,
);

it('takes numbers as people write them, and changes them by keys and by dragging', async () => {
  const { page } = studio;
  await openEdit(TEXTS);
  await page.locator('.clip', { hasText: 'Two' }).click();
  await page.getByRole('tab', { name: 'Clip' }).click();
  const length = page.getByLabel('Length', { exact: true });
  const read = async (): Promise<number | undefined> => (await readTracks())[0]?.[1]?.length;
  for (const [typed, value] of [
    ['.5', 0.5],
    ['1,5', 1.5],
    ['10/4', 2.5],
  ] as const) {
    await length.press('Control+a');
    await length.pressSequentially(typed);
    expect(await read()).toBe(value);
  }
  await length.press('ArrowUp');
  await length.press('Shift+ArrowUp');
  await length.press('Alt+ArrowDown');
  expect(await read()).toBe(3.59);
  const label = await boxOf('label.drags:has-text("Length")');
  await page.mouse.move(label.x + 10, label.y + 5);
  await page.mouse.down();
  await page.mouse.move(label.x + 30, label.y + 5, { steps: 4 });
  await page.mouse.up();
  expect(await read()).toBe(4.59);
  await page.keyboard.press('Escape');
});

it('copies, cuts and pastes clips, trims them to the playhead, and closes gaps', async () => {
  const { page } = studio;
  await openEdit([...TEXTS, { asset: { type: 'text', text: 'Three' }, start: 6, length: 2 }]);
  const times = async (): Promise<string> =>
    (await readTracks())
      .map((clips) => clips.map(({ asset, start, length }) => `${asset.text} ${start}+${length}`).join(', '))
      .join(' | ');
  const press = async (key: string, expected: string): Promise<void> => {
    await page.keyboard.press(key);
    await expect.poll(times).toBe(expected);
  };
  const seek = async (second: number): Promise<void> => {
    const ruler = await boxOf('.ruler');
    await page.mouse.click(ruler.x + 12 + second * 80, ruler.y + 6);
  };
  await page.locator('.clip', { hasText: 'Two' }).click();
  await seek(4);
  await press('q', 'One 0+2, Two 3+1, Three 5+2');
  await press('Control+c', 'One 0+2, Two 3+1, Three 5+2');
  await seek(7);
  await press('Control+v', 'One 0+2, Two 3+1, Three 5+2, Two 7+1');
  await press('Control+x', 'One 0+2, Two 3+1, Three 5+2');
  await page.locator('.clip', { hasText: 'Two' }).click();
  await press('Shift+Delete', 'One 0+2, Three 4+2');
  await page.locator('.clip', { hasText: 'One' }).click();
  await seek(1);
  await press(']', 'One 0+1, Three 4+2');
  await openEdit(TEXTS);
  await press('Control+v', 'One 0+2, Two 3+2 | Two 0+1');
});

it('cuts the tweens of a clip whose length is typed, and not before the last letter', async () => {
  const { page } = studio;
  const scale = [{ from: 0, to: 1, start: 1, length: 2 }];
  await openEdit([{ asset: { type: 'text', text: 'One' }, start: 0, length: 4, scale }]);
  await page.locator('.clip').click();
  await page.getByRole('tab', { name: 'Clip' }).click();
  const length = page.getByLabel('Length', { exact: true }).first();
  await length.press('Control+a');
  await length.pressSequentially('2.5');
  await expect
    .poll(async () => (await readTracks())[0]?.[0])
    .toMatchObject({
      length: 2.5,
      scale: [{ from: 0, to: 0.75, start: 1, length: 1.5 }],
    });
  await length.press('Control+a');
  await length.pressSequentially('15');
  await length.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await readTracks())[0]?.[0]).toMatchObject({ length: 4, scale });
});
