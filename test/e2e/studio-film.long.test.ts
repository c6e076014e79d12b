import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { type OpenedStudio, openStudio, readKeptEdit } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';
import { FILM_WORDS, type FilmFiles, makeFilm, makeFilmFiles, takeHand } from './studio-film.ts';

const TIMEOUT_MS = 120_000;
/** Most clicks and drags that the film may take. */
const MOST_CLICKS = 45;

describe.skipIf(obstacle !== undefined)('a film without JSON', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let files: FilmFiles;
  let service: ServerProcess;
  let studio: OpenedStudio;
  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    files = await makeFilmFiles(media.path('.'));
    service = await startServer(media.path('.'));
    studio = await openStudio(service.url, service.keys.v1);
    studio.page.setDefaultTimeout(TIMEOUT_MS);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    await endServer(service);
    await media[Symbol.asyncDispose]();
  });

  it(
    'is made by a newcomer with few clicks, and rendered in both shapes',
    async () => {
      const hand = takeHand(studio.page);
      await makeFilm(hand, files);
      expect(hand.count()).toBeLessThanOrEqual(MOST_CLICKS);
      const { timeline, outputs } = JSON.parse(await readKeptEdit(studio.page)) as {
        timeline: { tracks: { clips: object[] }[] };
        outputs: object[];
      };
      expect(timeline.tracks.map(({ clips }) => clips)).toMatchObject([
        [{ asset: { type: 'audio', duck: { under: 'alias://speech' } }, length: 'end' }],
        [
          { asset: { type: 'image' }, transition: { out: 'fade' } },
          { asset: { type: 'video' }, transition: { in: 'fade' }, overlap: 1 },
        ],
        [{ asset: { text: FILM_WORDS.title } }],
        [{ asset: { type: 'text-to-speech', text: FILM_WORDS.speech }, alias: 'speech' }],
        [{ asset: { type: 'rich-caption', src: 'alias://speech' } }],
        [{ asset: { type: 'image' }, position: 'topRight', length: 'end' }],
      ]);
      expect(outputs).toMatchObject([{ aspectRatio: '16:9' }, { aspectRatio: '9:16' }]);
      const kinora = createClient({ url: service.url, key: service.keys.v1 });
      const render = await kinora.renders.get(studio.page.url().split('/').at(-1)!);
      expect(render).toMatchObject({ status: 'done', outputs: [{ width: 1920 }, { width: 1080 }] });
      expect(studio.faults).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('has its form also on a phone', async () => {
    const { page } = studio;
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('form', { name: 'Output' }).waitFor();
    expect((await page.locator('.pane').first().boundingBox())?.height).toBeGreaterThan(300);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
