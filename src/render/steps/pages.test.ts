import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toEdit } from '../../../test/media/render-edit.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { Browser } from '../browse/browser.ts';
import { type FilmOrder, type MadeFilm, MAX_FILM_BYTES } from '../browse/film-page.ts';
import { type PageFilmOptions, filmPages } from './pages.ts';

const at = (index: number) => `timeline.tracks[0].clips[${index}]`;
const size = { width: 400, height: 300 };

/** Films pages with the given markup, one after the other, for their first ten frames. */
function makeFilms(markups: readonly string[], film: Partial<MadeFilm> = {}) {
  const edit = toEdit({
    timeline: {
      tracks: [{ clips: markups.map((html) => ({ asset: { type: 'html5', html }, start: 0, length: 1 })) }],
    },
    output: { format: 'mp4', size },
  });
  const orders: FilmOrder[] = [];
  const browser: Browser = {
    capture: () => Promise.reject(new Error('No page stands still.')),
    film: (_page, order) => {
      orders.push(order);
      return Promise.resolve({ warnings: ['it is odd.'], bytes: 5, milliseconds: 1, ...film });
    },
    findObstacle: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  const frames = { rate: [25, 1], spans: [{ from: 0, to: 10 }] } as const;
  const films = markups.map((_, index) => ({ field: at(index), size, scale: 1, ...frames }));
  const options = { edit, browser, folder: '/films', fonts: [], signal: new AbortController().signal };
  return { orders, films, options };
}

it('films equal pages once, also in another output of the render', async () => {
  const { orders, films, options } = makeFilms(['a', 'b', 'a']);
  const made: PageFilmOptions['made'] = new Map();
  const { files, warnings } = await filmPages(films, { ...options, made });
  const paths = [0, 1, 0].map((index) => join('/films', `film-${index}`));
  expect(films.map(({ field }) => files[field])).toEqual(paths);
  const field = (index: number) => `${at(index)}.asset.html`;
  expect(warnings).toEqual([0, 1].map((index) => ({ field: field(index), text: 'It is odd.' })));
  const again = await filmPages(films, { ...options, folder: '/other', made });
  expect(films.map((film) => again.files[film.field])).toEqual(paths);
  expect(orders).toHaveLength(2);
});

it('films a page again for other frames or at another size', async () => {
  const { orders, films, options } = makeFilms(['a', 'a', 'a']);
  const [one, other, large] = films;
  await filmPages([one!, { ...other!, spans: [{ from: 5, to: 6 }] }, { ...large!, scale: 2 }], options);
  expect(orders).toHaveLength(3);
});

it('leaves each film the bytes that the films before it have not taken', async () => {
  const { orders, films, options } = makeFilms(['a', 'b', 'a', 'c']);
  await filmPages(films, options);
  expect(orders.map(({ maxBytes }) => MAX_FILM_BYTES - (maxBytes ?? 0))).toEqual([0, 5, 10]);
});

it('limits the total time of all films of a render', async () => {
  const { orders, films, options } = makeFilms(['a', 'b', 'c', 'd'], { milliseconds: 1_300_000 });
  expect(await failureOf(filmPages(films, options))).toBe(
    'page_failed: timeline: it takes longer than 60 minutes in total to film its pages that move; use fewer or simpler pages, or make their clips shorter.',
  );
  expect(orders).toHaveLength(3);
});

it('rejects more than 200 different pages before it films one', async () => {
  const markups = Array.from({ length: 201 }, (_, index) => String(index));
  const { orders, films, options } = makeFilms(markups);
  expect(await failureOf(filmPages(films, options))).toBe(
    `validation_failed: ${at(200)}.asset: an edit can show at most 200 different pages that move, and this is one more.`,
  );
  expect(orders).toEqual([]);
  await filmPages(films.slice(1), options);
  expect(orders).toHaveLength(200);
});
