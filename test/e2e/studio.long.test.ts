import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaFolder } from '../media/render-edit.ts';
import {
  findBarriers,
  type OpenedStudio,
  openStudio,
  readKeptEdit,
  readPlayhead,
  editPicture,
} from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const PATIENT = { timeout: 20_000 };
const EDIT = {
  timeline: {
    background: '#ffffff',
    tracks: [
      {
        clips: [
          { asset: { type: 'text', text: 'One' }, start: 0, length: 1 },
          { asset: { type: 'text', text: 'Two' }, start: 2, length: 1 },
        ],
      },
    ],
  },
  output: { format: 'mp4', resolution: 'preview', fps: 25 },
};

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'));
});
afterAll(async () => {
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

describe('a first visit', () => {
  it.each(['dark', 'light'] as const)('shows the sign-in without a fault (%s)', async (theme) => {
    await using studio = await openStudio(service.url, undefined, theme);
    await studio.page.getByRole('heading', { name: 'Kinora Studio' }).waitFor();
    expect(await findBarriers(studio.page)).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it('says that a key is wrong', async () => {
    await using studio = await openStudio(service.url);
    await studio.page.getByLabel('API key').fill('wrong');
    await studio.page.getByRole('button', { name: 'Sign in' }).click();
    expect(await studio.page.getByRole('alert').innerText()).toContain('does not know this key');
  });

  it.each(['dark', 'light'] as const)(
    'shows an edit with its picture, without a fault (%s)',
    async (theme) => {
      await using studio = await openStudio(service.url, service.keys.v1, theme);
      await editPicture(studio.page).waitFor();
      await studio.page.getByRole('form', { name: 'Output' }).waitFor();
      expect(await findBarriers(studio.page)).toEqual([]);
      await studio.page.getByRole('tab', { name: 'JSON' }).click();
      await studio.page.locator('.cm-content').waitFor();
      expect(await findBarriers(studio.page)).toEqual([]);
      expect(studio.faults).toEqual([]);
    },
  );
});

describe('the work on an edit', () => {
  let studio: OpenedStudio;
  beforeAll(async () => {
    studio = await openStudio(service.url, service.keys.v1);
    await studio.page.getByRole('tab', { name: 'JSON' }).click();
    await studio.page.locator('.cm-content').waitFor();
  });
  afterAll(() => studio[Symbol.asyncDispose]());

  /** Pastes a text in place of all JSON. */
  async function paste(text: string): Promise<void> {
    const editor = studio.page.locator('.cm-content');
    await editor.click();
    await studio.page.keyboard.press('Control+a');
    await studio.page.keyboard.insertText(text);
  }

  const readText = () => readKeptEdit(studio.page);
  const starts = async () => {
    const { timeline } = JSON.parse(await readText()) as typeof EDIT;
    return timeline.tracks[0]?.clips.map(({ start }) => start);
  };

  it('begins with an edit that is pasted, and shows its frame', async () => {
    await paste(JSON.stringify(EDIT, null, 2));
    await expect.poll(starts).toEqual([0, 2]);
    await expect.poll(() => studio.page.locator('.clip').count()).toBe(2);
    // The canvas is as large as the output, for which there is room.
    const canvas = studio.page.locator('.picture canvas[aria-hidden="false"]');
    await expect
      .poll(() => canvas.evaluate((one) => (one as unknown as { readonly width: number }).width), PATIENT)
      .toBe(512);
  });

  it('names a problem and its clip, until it is mended', async () => {
    const { page } = studio;
    await paste(JSON.stringify(EDIT, null, 2).replace('"length": 1', '"length": -1'));
    const line = page.locator('.remarks summary');
    await line.waitFor({ timeout: 20_000 });
    expect(await line.innerText()).toMatch(/1 problem\s+One/);
    await line.click();
    expect(await page.locator('.problems li').first().innerText()).toContain('length');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.locator('.clip.wrong').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Render', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await paste(JSON.stringify(EDIT, null, 2));
    await expect.poll(() => page.locator('.problems li').count()).toBe(0);
  });

  it('moves a clip with the mouse, pulled to the end of the one before, and takes it back', async () => {
    const { page } = studio;
    const box = await page.locator('.clip', { hasText: 'Two' }).boundingBox();
    if (!box) throw new Error('The clip is not visible.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // At 80 pixels a second, this is 5 pixels before the end of the first clip.
    await page.mouse.move(x - 85, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(starts).toEqual([0, 1]);
    expect(await page.locator('.cm-content').innerText()).toContain('"start": 1,');
    await page.keyboard.press('Control+z');
    await expect.poll(starts).toEqual([0, 2]);
  });

  it('works with the keyboard: select, move, split, delete, undo', async () => {
    const { page } = studio;
    await page.locator('.clip', { hasText: 'Two' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('.');
    await expect.poll(starts).toEqual([0, 2.04]);
    await page.keyboard.press('Delete');
    await expect.poll(starts).toEqual([0]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(starts).toEqual([0, 2]);
  });

  it('proposes what may be written, from the schema', async () => {
    const { page } = studio;
    await page.locator('.cm-line', { hasText: '"start": 2' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('\n"fil');
    const proposal = page.locator('.cm-tooltip-autocomplete li').first();
    await proposal.waitFor();
    expect(await proposal.innerText()).toContain('filter');
    await page.keyboard.press('Escape');
    await paste(JSON.stringify(EDIT, null, 2));
  });

  it('changes a clip in the form, and takes what was typed back at once', async () => {
    const { page } = studio;
    await page.locator('.clip', { hasText: 'Two' }).click();
    await page.getByRole('tab', { name: 'Clip' }).click();
    const text = page.getByLabel('Text', { exact: true });
    await text.press('Control+a');
    await text.pressSequentially('Three');
    await expect.poll(readText).toContain('"text": "Three"');
    await text.press('Control+z');
    await expect.poll(readText).toContain('"text": "Two"');
    await page.getByLabel('Length', { exact: true }).fill('-1');
    await page.locator('.field-problems', { hasText: 'length must be 0 or more' }).waitFor();
    await page.keyboard.press('Control+z');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('adds a clip from a menu with the keyboard', async () => {
    const { page } = studio;
    await page.getByRole('button', { name: 'Add a clip' }).press('Enter');
    expect(await findBarriers(page)).toEqual([]);
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key);
    await expect.poll(() => page.locator('.clip').count()).toBe(3);
    await expect.poll(readText).toContain('"text": "Your name"');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.clip').count()).toBe(2);
  });

  it('goes to a typed time, and moves the borders of the picture with the keyboard', async () => {
    const { page } = studio;
    const time = page.getByLabel('Timecode');
    await time.fill('1:05');
    await time.press('Enter');
    expect(await time.inputValue()).toBe('00:00:01:05');
    await time.fill('soon');
    expect(await time.getAttribute('aria-invalid')).toBe('true');
    await time.press('Escape');
    expect(await time.inputValue()).toBe('00:00:01:05');
    const border = page.getByRole('separator', { name: 'Width of the form' });
    const width = async () => (await page.locator('.side').boundingBox())?.width;
    await border.press('Home');
    expect([await width(), await border.getAttribute('aria-valuenow')]).toEqual([300, '300']);
    await border.press('ArrowLeft');
    expect(await width()).toBe(316);
    await page.reload();
    await editPicture(page).waitFor();
    expect(await width()).toBe(316);
    await border.dblclick();
    expect(await width()).toBe(384);
  });

  it('plays the timeline at once, again and again, also after a change, and renders nothing', async () => {
    const { page } = studio;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('button', { name: 'Loop' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const at = (): Promise<number> => readPlayhead(page);
    await expect.poll(at, PATIENT).toBeGreaterThan(2);
    await expect.poll(at, PATIENT).toBeLessThan(1);
    const changed = page.waitForResponse((response) => response.url().includes('/layers?'));
    await paste(JSON.stringify(EDIT, null, 2).replace('One', 'Other'));
    await changed;
    await expect.poll(at, PATIENT).toBeGreaterThan(2);
    await expect.poll(at, PATIENT).toBeLessThan(1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(asked.filter((url) => url.endsWith('/render'))).toEqual([]);
  });
});
