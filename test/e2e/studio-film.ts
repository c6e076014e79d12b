import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { renderEdit } from '../media/render-edit.ts';
import { editPicture } from './open-studio.ts';

const NARRATED = join(import.meta.dirname, '../../examples/narrated');

/** The words of the film. */
export const FILM_WORDS = {
  title: 'A day at the coast',
  speech: 'Good morning. This is a day at the coast, from the first light to the last.',
};

/** The moments of {@link makeFilm} that can be shown. */
export type FilmStage = 'fade' | 'speech' | 'music' | 'logo' | 'shapes' | 'done';

/** The files of the film on the computer of a person. */
export interface FilmFiles {
  /** A photograph, a film and music. */
  readonly media: readonly string[];
  readonly logo: string;
}

/** Makes the files of the film in a folder. */
export async function makeFilmFiles(folder: string): Promise<FilmFiles> {
  const [photograph, film, music, logo] = ['dawn.jpg', 'coast.mp4', 'music.mp3', 'logo.svg'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  await copyFile(join(NARRATED, 'dawn.jpg'), photograph);
  await copyFile(join(NARRATED, 'music.mp3'), music);
  await writeFile(logo, LOGO);
  const asset = { type: 'image', src: join(NARRATED, 'coast.jpg') };
  const clips = [{ asset, start: 0, length: 4, effect: 'zoomInSlow' }];
  await renderEdit({ timeline: { tracks: [{ clips }] }, output: { format: 'mp4', resolution: 'hd' } }, film);
  return { media: [photograph, film, music], logo };
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 100 100">
  <circle cx="50" cy="50" r="48" fill="#f5b544"/>
  <path d="M16 62q12-12 24 0t24 0 20 0M16 76q12-12 24 0t24 0 20 0" fill="none" stroke="#101828" stroke-width="6"/>
  <circle cx="50" cy="38" r="13" fill="#101828"/>
</svg>`;

/**
 * Makes a film with the mouse and the keyboard, as a newcomer does: a photograph and a film with a cross-fade, a title,
 * speech with captions, music that goes down under it, a logo and two shapes. Ends at the finished render.
 *
 * @param show is called when a moment can be seen.
 */
export async function makeFilm(
  hand: Hand,
  { media, logo }: FilmFiles,
  show: (stage: FilmStage) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { page, click, write, choose } = hand;
  const clip = (name: string): Locator => page.locator('.clip', { hasText: name });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const add = async (name: string): Promise<void> => {
    await click(button('Add a clip'));
    await click(page.getByRole('menuitem', { name, exact: true }));
  };

  await click(page.getByRole('link', { name: 'Start' }));
  await choose(button('Choose files'), media);
  for (const name of media) await clip(name.replace(/^.*[\\/]/, '')).waitFor();
  await editPicture(page).waitFor();

  await click(page.locator('.cut-button'));
  await show('fade');
  await click(page.getByRole('menuitemradio', { name: 'Cross-fade' }));

  await add('Title');
  await page.locator('textarea:focus').waitFor();
  await write(FILM_WORDS.title);

  await add('Speech');
  await page.locator('textarea:focus').waitFor();
  await write(FILM_WORDS.speech);
  await click(button('Captions of this speech'));
  await clip('Captions of speech').waitFor();
  await show('speech');

  await click(clip('music.mp3'));
  await click(button('Quieter under speech'));
  await show('music');

  await add('Logo');
  await choose(button('Upload from this computer'), [logo]);
  await clip('logo.svg').waitFor();
  await show('logo');

  await click(button('Output'));
  await click(button('9:16'));
  await page.getByRole('list', { name: 'Outputs' }).locator('img').waitFor();
  await show('shapes');

  await click(button('Render'));
  await page.getByRole('link', { name: 'Download' }).nth(2).waitFor();
  await show('done');
}

/** Pixels of a place whose middle the pointer aims at. Only a part of a long clip is seen. */
const WIDEST = 200;

/** A hand on the mouse and the keyboard. It counts its clicks; typing words is free. */
export interface Hand {
  readonly page: Page;
  readonly click: (place: Locator) => Promise<void>;
  /** Replaces the words of the field that has the focus. */
  readonly write: (words: string) => Promise<void>;
  /** Clicks a button that asks for files of the computer, and chooses them. */
  readonly choose: (button: Locator, files: readonly string[]) => Promise<void>;
  readonly count: () => number;
}

/** Takes the mouse and the keyboard of a page. */
export function takeHand(page: Page): Hand {
  let count = 0;
  const find = async (place: Locator): Promise<readonly [number, number]> => {
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    if (!box) throw new Error(`Nothing can be seen at ${String(place)}.`);
    return [box.x + Math.min(box.width, WIDEST) / 2, box.y + box.height / 2];
  };
  const click = async (place: Locator): Promise<void> => {
    const [x, y] = await find(place);
    count += 1;
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  };
  return {
    page,
    click,
    write: async (words) => {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(words);
    },
    choose: async (button, files) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(button)]);
      await chooser.setFiles([...files]);
    },
    count: () => count,
  };
}
