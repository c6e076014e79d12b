/**
 * `npm run docs:studio`: takes the pictures of the Studio in docs/images, in both themes, and those of a film that is
 * made in it. Review the result before you commit it. The clicks are written in docs/studio.md.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createClient, type Edit, type KinoraClient } from '../src/client/index.ts';
import { openStudio, editPicture } from '../test/e2e/open-studio.ts';
import { endServer, startServer } from '../test/e2e/server-process.ts';
import { makeFilm, makeFilmFiles, takeHand } from '../test/e2e/studio-film.ts';

const MEDIA = join(import.meta.dirname, '../examples/narrated');
const PICTURES = join(import.meta.dirname, '../docs/images');
/** WebP quality. Letters stay sharp. */
const QUALITY = 84;
const TITLE = 'A day at the coast';
const WORDS = 'Good morning. This is a day at the coast, from the first light to the last.';
/** The second of the edit that is shown: the title is there. */
const SECOND = '2';

/** Milliseconds until the pictures and waveforms of a view are there. */
const SETTLE_MS = 4000;

const folder = await mkdtemp(join(tmpdir(), 'kinora-studio-'));
await mkdir(join(folder, 'tmp'));
const server = await startServer(folder);
try {
  const kinora = createClient({ url: server.url, key: server.keys.v1 });
  const edit = await makeEdit(kinora);
  await kinora.edits.create({ name: TITLE, edit });
  await kinora.render(edit).wait();
  for (const theme of ['dark', 'light'] as const) await takeAll(theme);
  await takeFilm();
} finally {
  await endServer(server);
  await rm(folder, { recursive: true, force: true });
}

/** Uploads the media of an example, and makes an edit of them. */
async function makeEdit(kinora: KinoraClient): Promise<Edit> {
  const upload = async (name: string): Promise<string> => {
    const { id } = await kinora.upload(new File([await readFile(join(MEDIA, name))], name));
    const { source } = await kinora.sources.wait(id);
    return source!;
  };
  const music = await upload('music.mp3');
  const [dawn, coast, night] = [
    await upload('dawn.jpg'),
    await upload('coast.jpg'),
    await upload('night.jpg'),
  ];
  const picture = (src: string, start: number) => ({
    asset: { type: 'image' as const, src },
    start,
    length: 4,
    effect: 'zoomInSlow' as const,
  });
  const font = { family: 'Montserrat', size: 64, weight: 800, color: '#ffffff' };
  const title = { type: 'text' as const, text: TITLE, font };
  const speech = { type: 'text-to-speech' as const, text: WORDS, voice: 'Amy' };
  const captions = { type: 'rich-caption' as const, src: 'alias://voice' };
  return {
    timeline: {
      tracks: [
        {
          clips: [
            { asset: { type: 'audio', src: music, volume: 0.3, effect: 'fadeOut' }, start: 0, length: 12 },
          ],
        },
        { clips: [{ asset: speech, start: 4, length: 'auto', alias: 'voice' }] },
        { clips: [picture(dawn, 0), picture(coast, 4), picture(night, 8)] },
        {
          clips: [
            { asset: title, start: 0.5, length: 3, transition: { in: 'fade', out: 'fade' } },
            { asset: captions, start: 4, length: 8 },
          ],
        },
      ],
    },
    output: { format: 'mp4', resolution: 'hd' },
  };
}

/** Takes the pictures of all views in a theme. */
async function takeAll(theme: 'dark' | 'light'): Promise<void> {
  await using signIn = await openStudio(server.url, undefined, theme);
  await signIn.page.getByRole('button', { name: 'Sign in' }).waitFor();
  await take(signIn.page, `sign-in-${theme}`);

  await using studio = await openStudio(server.url, server.keys.v1, theme);
  const { page } = studio;
  await page.getByRole('link', { name: 'Start' }).click();
  await page.getByRole('button', { name: TITLE, exact: true }).waitFor();
  await take(page, `start-${theme}`);

  await page.getByRole('button', { name: TITLE, exact: true }).click();
  await page.getByRole('option', { name: `${TITLE} text` }).click();
  await page.getByRole('slider', { name: 'Playhead' }).fill(SECOND);
  await page.getByRole('slider', { name: 'Playhead' }).blur();
  await editPicture(page).waitFor();
  // The waveform of the music is the last thing to arrive.
  await page.getByRole('option', { name: 'music.mp3' }).locator('canvas, svg').waitFor();
  await take(page, `edit-${theme}`);

  for (const view of ['Renders', 'Assets', 'Settings']) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: view }).waitFor();
    await take(page, `${view.toLowerCase()}-${theme}`);
  }
}

/** Makes a film with the mouse, and takes a picture of each of its stages. */
async function takeFilm(): Promise<void> {
  const files = await makeFilmFiles(folder);
  await using studio = await openStudio(server.url, server.keys.v1);
  const hand = takeHand(studio.page);
  await makeFilm(hand, files, (stage) => take(studio.page, `film-${stage}`));
  console.log(`${hand.count()} clicks`);
}

/** Takes a picture of a page, once its pictures are there. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(SETTLE_MS);
  const path = join(PICTURES, `studio-${name}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(path);
  console.log(`docs/images/studio-${name}.webp`);
}
