import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toEdit } from '../../../test/media/render-edit.ts';
import { KinoraError } from '../../base/errors.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { Browser } from './browser.ts';
import type { HtmlPage } from './html-page.ts';
import { collectPages } from './clip-pages.ts';
import { drawPages } from './page-rasters.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'kinora-pages-'))));
afterAll(() => rm(folder, { recursive: true }));

const html = { type: 'html', html: '<p>a</p>', width: 200, height: 100 };
const at = (index: number) => `timeline.tracks[0].clips[${index}]`;

function editOf(...clips: readonly object[]) {
  const timed = clips.map((clip) => ({ start: 0, length: 1, ...clip }));
  return toEdit({
    timeline: { tracks: [{ clips: timed }] },
    output: { format: 'mp4', size: { width: 400, height: 300 } },
  });
}

/** Returns the markup of the page instead of a picture. */
function fakeBrowser(drawn: HtmlPage[] = []): Browser {
  return {
    capture(page, _own, signal) {
      if ('svg' in page) throw new Error('This is no page of HTML.');
      drawn.push(page);
      if (page.html === 'wrong') return Promise.reject(new KinoraError('page_failed', 'it is wrong.'));
      if (page.html !== 'slow') {
        const milliseconds = page.html === 'long' ? 149_999 : 3;
        return Promise.resolve({ png: Buffer.from(page.html), warnings: [page.css], milliseconds });
      }
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new KinoraError('cancelled', 'It was cancelled.')));
      });
    },
    film: () => Promise.reject(new Error('No page moves.')),
    findObstacle: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}

const SLOW_CAPTURE = { png: Buffer.from(''), warnings: [], milliseconds: 149_999 + 50_000 };

const draw = (edit: ReturnType<typeof editOf>, browser: Browser) =>
  drawPages(collectPages(edit), { browser, folder, fonts: [], signal: new AbortController().signal });

it('draws a page once for all clips that show it at the same size', async () => {
  const drawn: HtmlPage[] = [];
  const other = { ...html, background: '#ff0000' };
  const edit = editOf(
    { asset: html },
    { asset: other },
    { asset: html, scale: 2 },
    { asset: html, scale: 0.5 },
  );
  const { files } = await draw(edit, fakeBrowser(drawn));
  expect(drawn.map(({ scale }) => scale)).toEqual([1, 2]);
  expect(Object.keys(files)).toEqual([at(0), at(1), at(3), at(2)]);
  expect(files[at(0)]).toBe(files[at(3)]);
  expect(await readFile(files[at(2)]!, 'utf8')).toBe('<p>a</p>');
});

it('draws nothing for an edit without pages', async () => {
  const drawn: HtmlPage[] = [];
  expect(await draw(editOf({ asset: { type: 'text', text: 'a' } }), fakeBrowser(drawn))).toEqual({
    files: {},
    warnings: [],
  });
  expect(drawn).toEqual([]);
});

it.each<[string, object, object]>([
  ['its own size', {}, { width: 200, height: 100, scale: 1 }],
  [
    'the box of its clip',
    { asset: { ...html, width: undefined }, width: 150.5 },
    { width: 151, height: 100 },
  ],
  ['the output', { asset: { type: 'html', html: 'a' } }, { width: 400, height: 300 }],
  ['the maximum of its tweens', { scale: [{ from: 1, to: 3, start: 0, length: 1 }] }, { scale: 3 }],
  ['the maximum of its effect', { scale: 2, effect: 'zoomIn' }, { scale: 2.6 }],
  ['at least its own size', { scale: 0.1 }, { scale: 1 }],
  ['at most the size of a canvas', { scale: 1e5 }, { scale: 40.96 }],
])('draws a page as large as %s', (_what, clip, page) => {
  const [found] = collectPages(editOf({ asset: html, ...clip }));
  expect(found?.page).toMatchObject(page);
});

it('rejects a page with too many pixels', () => {
  expect(() => collectPages(editOf({ asset: { ...html, width: 9000 } }))).toThrow(
    'timeline.tracks[0].clips[0].asset: a page of 9000 x 100 pixels is too large; its sides must be at most 8192 pixels, and its area at most 33554432 pixels.',
  );
});

it('names the page that fails and does not wait for the others', async () => {
  const pages = ['slow', 'wrong', 'slow'].map((words) => ({ asset: { ...html, html: words } }));
  const edit = editOf(...pages, { asset: { ...html, html: 'slow', css: 'p' } });
  expect(await failureOf(draw(edit, fakeBrowser()))).toBe(`page_failed: ${at(1)}.asset.html: it is wrong.`);
});

it('names the page in a warning', async () => {
  const { warnings } = await draw(editOf({ asset: { ...html, css: 'it is odd.' } }), fakeBrowser());
  const field = `${at(0)}.asset.html`;
  expect(warnings).toEqual([{ field, text: 'It is odd.' }]);
});

it('limits the total time of all pages', async () => {
  const pages = ['long', 'long', 'a', 'b'].map((words) => ({ asset: { ...html, html: words, css: words } }));
  // Every page is different.
  const edit = editOf(...pages.map((clip, index) => ({ ...clip, scale: 1 + index })));
  expect(await failureOf(draw(edit, fakeBrowser()))).toBe(
    'page_failed: timeline: its HTML pages take longer than 5 minutes in total; use fewer or simpler pages.',
  );
});

it('leaves SVGs to the renderer if there is no time for them', async () => {
  const slow = { ...fakeBrowser(), capture: () => Promise.resolve(SLOW_CAPTURE) };
  const size = { width: 10, height: 10 };
  const page = { svg: '<svg/>', natural: size, ...size };
  const svgs = [0, 1, 2, 3].map((index) => ({ page, fields: [at(index)], features: ['var()'] }));
  const options = { browser: slow, folder, fonts: [], signal: new AbortController().signal };
  const { files, warnings } = await drawPages(svgs, options);
  expect(Object.keys(files)).toEqual([at(0), at(1), at(2)]);
  expect(warnings.map(({ field }) => field)).toEqual([`${at(3)}.asset.src`]);
});

it('counts the time of an SVG that the browser has begun and not drawn', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const failing: Browser = {
    ...fakeBrowser(),
    capture: (_page, _own, _signal, onBegun) => {
      onBegun?.();
      clock.mockReturnValue(clock() + 300_001);
      return Promise.reject(new KinoraError('page_failed', 'It took long.'));
    },
  };
  const size = { width: 10, height: 10 };
  const page = { svg: '<svg/>', natural: size, ...size };
  const svgs = [0, 1, 2].map((index) => ({ page, fields: [at(index)], features: ['var()'] }));
  const options = { browser: failing, folder, fonts: [], signal: new AbortController().signal };
  const { warnings } = await drawPages(svgs, options).finally(() => clock.mockRestore());
  // Two are drawn at the same time.
  expect(warnings.map(({ text }) => /\. (.*)$/.exec(text)?.[1])).toEqual([
    'It took long.',
    'It took long.',
    'The pages before it took more than 5 minutes.',
  ]);
});

it('rejects more than 200 different pages, no matter how many clips show them', () => {
  const clips = Array.from({ length: 201 }, (_, index) => ({ asset: { ...html, html: String(index) } }));
  expect(collectPages(editOf(...clips.slice(1), ...clips.slice(1)))).toHaveLength(200);
  expect(() => collectPages(editOf(...clips))).toThrow(
    `${at(200)}.asset: an edit can show at most 200 different HTML pages, and this is one more.`,
  );
});

it('requests two pages at a time, so that other edits get their turns', async () => {
  let [now, most] = [0, 0];
  const browser: Browser = {
    async capture() {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now -= 1;
      return { png: Buffer.from(''), warnings: [], milliseconds: 1 };
    },
    film: () => Promise.reject(new Error('No page moves.')),
    findObstacle: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  await draw(editOf(...['a', 'b', 'c', 'd'].map((words) => ({ asset: { ...html, html: words } }))), browser);
  expect(most).toBe(2);
});

it('leaves an SVG to the renderer if the browser cannot draw it, with a warning that says why', async () => {
  const error = new KinoraError('browser_unavailable', 'There is no browser.');
  const browser = {
    capture: () => Promise.reject(error),
    film: () => Promise.reject(error),
    findObstacle: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  const size = { width: 10, height: 10 };
  const svg = { page: { svg: '<svg/>', natural: size, ...size }, fields: [at(0)], features: ['var()'] };
  const signal = new AbortController().signal;
  expect(await drawPages([svg], { browser, folder, fonts: [], signal })).toEqual({
    files: {},
    warnings: [
      {
        field: `${at(0)}.asset.src`,
        text: 'The SVG uses what only a browser draws (var()), and no browser draws it, so parts of it may be missing or wrong. There is no browser.',
      },
    ],
  });
});

it('names the page also in an error that is not its fault', async () => {
  const error = new KinoraError('browser_unavailable', 'HTML cannot be drawn.');
  const browser = {
    capture: () => Promise.reject(error),
    film: () => Promise.reject(error),
    findObstacle: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  expect(await failureOf(draw(editOf({ asset: html }), browser))).toBe(
    `browser_unavailable: ${at(0)}.asset.html: HTML cannot be drawn.`,
  );
});
