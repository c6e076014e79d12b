import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { openFilm } from '../stills/page-film.ts';
import { obstacle, testBrowser } from './browser.fixture.ts';
import type { MovingPage } from './moving-page.ts';

vi.setConfig({ testTimeout: 60_000 });
const filming = describe.skipIf(obstacle !== undefined);
const browser = testBrowser();
const forever = new AbortController().signal;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-film-'));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

type Content = Partial<MovingPage['asset']>;
const BOX = '#box { position: absolute; left: 0; top: 0; width: 10px; height: 10px; background: #ff0000; }';
const BOX_HTML = '<div id="box"></div>';
let count = 0;

async function film(content: Content, from: number, to: number, maxBytes?: number) {
  const path = join(folder, `film-${count++}`);
  const page = { asset: { html: BOX_HTML, css: BOX, ...content }, width: 100, height: 20, scale: 1 };
  const frames = { rate: [10, 1], spans: [{ from, to }] } as const;
  const made = await browser.film(
    page,
    { frames, to: path, ...(maxBytes !== undefined && { maxBytes }) },
    [],
    forever,
  );
  return { path, ...made, film: await openFilm(path) };
}

/** Returns the left edge of the red box in each frame of a page at 10 frames per second, -1 if it is not there. */
async function findEdges(content: Content, frames = 11): Promise<number[]> {
  const { film: found } = await film(content, 0, frames);
  const edges: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const { data, info } = await sharp(await found.read(found.pictureAt(frame)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    edges.push(
      Array.from({ length: info.width }, (_, x) => data[(5 * info.width + x) * 4 + 3] ?? 0).findIndex(
        (alpha) => alpha > 128,
      ),
    );
  }
  return edges;
}

const STEADY = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50];
const move = (left: string): string => `document.getElementById('box').style.left = ${left};`;

filming('a page that moves', () => {
  it.each<[string, Content]>([
    [
      'CSS animations',
      { css: `${BOX} #box { animation: go 1s linear both; } @keyframes go { to { left: 50px; } }` },
    ],
    [
      'CSS transitions',
      {
        css: `${BOX} #box { transition: left 1s linear; }`,
        js: `document.body.offsetWidth; ${move("'50px'")}`,
      },
    ],
    [
      'Element.animate()',
      {
        js: "document.getElementById('box').animate([{ left: '0px' }, { left: '50px' }], { duration: 1000, fill: 'both' });",
      },
    ],
    [
      'requestAnimationFrame',
      {
        js: `requestAnimationFrame(function go(t) { ${move("t / 20 + 'px'")} requestAnimationFrame(go); });`,
      },
    ],
    [
      'performance.now()',
      {
        js: `requestAnimationFrame(function go() { ${move("performance.now() / 20 + 'px'")} requestAnimationFrame(go); });`,
      },
    ],
    ['setInterval', { js: `let n = 0; setInterval(() => { n += 1; ${move("5 * n + 'px'")} }, 100);` }],
    [
      'setTimeout and Date',
      {
        js: `const began = Date.now(); setTimeout(function go() { ${move("(Date.now() - began) / 20 + 'px'")} setTimeout(go, 100); }, 100);`,
      },
    ],
    ['__kinoraSeek', { js: `window.__kinoraSeek = (ms) => { ${move("ms / 20 + 'px'")} };` }],
    ['__shotstackSeek', { js: `window.__shotstackSeek = (ms) => { ${move("ms / 20 + 'px'")} };` }],
    ['anime.js', { js: "anime.animate('#box', { left: ['0px', '50px'], duration: 1000, ease: 'linear' });" }],
    [
      'D3',
      {
        js: "d3.select('#box').style('left', '0px').transition().duration(1000).ease(d3.easeLinear).style('left', '50px');",
      },
    ],
  ])('is moved by %s', async (_what, content) => {
    const edges = await findEdges(content);
    // A library may begin a frame late, and round within a pixel.
    for (const [frame, edge] of edges.entries())
      expect(Math.abs(edge - (STEADY[frame] ?? 0))).toBeLessThanOrEqual(5);
    expect(edges.at(-1)).toBeGreaterThanOrEqual(45);
    expect(new Set(edges).size).toBeGreaterThan(9);
  });

  it('holds an animation that the page has paused, and follows its rate', async () => {
    const go = (more: string) =>
      `const go = document.getElementById('box').animate([{ left: '0px' }, { left: '100px' }], { duration: 1000, fill: 'both' }); ${more}`;
    expect(await findEdges({ js: go('go.pause();') }, 3)).toEqual([0, 0, 0]);
    expect(await findEdges({ js: go('go.playbackRate = 2;') }, 3)).toEqual([0, 20, 40]);
    expect(await findEdges({ js: go('setTimeout(() => go.pause(), 100);') }, 4)).toEqual([0, 10, 10, 10]);
    expect(
      await findEdges({ js: go("go.onfinish = () => { document.getElementById('box').remove(); };") }, 12),
    ).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, -1, -1]);
  });

  it.each<[string, string, number[]]>([
    ['that is short', '0.2s linear both', [0, 25, 50, 50]],
    ['that begins late', '0.2s 0.2s linear forwards', [0, 0, 0, 25, 50, 50]],
    ['that repeats', '0.2s linear infinite', [0, 25, 0, 25]],
    ['whose times are no binary fractions', '0.3s 0.1s linear both', [0, 0, 16, 33, 50]],
  ])('shows a CSS animation %s from its beginning to its end', async (_what, animation, expected) => {
    const css = `${BOX} #box { animation: go ${animation}; } @keyframes go { to { left: 50px; } }`;
    const edges = await findEdges({ css }, expected.length);
    for (const [frame, edge] of edges.entries())
      expect(Math.abs(edge - (expected[frame] ?? 0))).toBeLessThanOrEqual(1);
  });

  it('follows promises behind timers at any rate, and animations that the page turns around', async () => {
    const sleep = `const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const step = async (left) => { ${move("left + 'px'")} await sleep(20); };
      (async () => { for (let left = 0, scripts = [50]; left<=scripts[0]; left++) await step(left); })();`;
    expect(await findEdges({ js: sleep }, 6)).toEqual([0, 5, 10, 15, 20, 25]);
    const go = (more: string) =>
      `const go = document.getElementById('box').animate([{ left: '0px' }, { left: '50px' }], { duration: 500, fill: 'both' }); ${more}`;
    expect(await findEdges({ js: go('go.reverse();') }, 7)).toEqual([50, 40, 30, 20, 10, 0, 0]);
    expect(await findEdges({ js: go('go.currentTime = 200;') }, 5)).toEqual([20, 30, 40, 50, 50]);
  });

  it('shows what a script adds late, with its font, also in a single frame', async () => {
    const css = 'p { margin: 0; font: 700 16px Montserrat; }';
    const js = "setTimeout(() => { document.body.innerHTML = '<p>日本 late</p>'; }, 450);";
    const [whole, single] = [
      await film({ html: '', css, js }, 0, 8),
      await film({ html: '', css, js }, 7, 8),
    ];
    const last = await whole.film.read(whole.film.pictureAt(7));
    expect((await single.film.read(single.film.pictureAt(7))).equals(last)).toBe(true);
    const { channels } = await sharp(last).stats();
    expect(channels[3]?.max).toBe(255);
    expect(whole.warnings).toEqual([]);
  });

  it('shows letters in their font, even if the page makes its elements again in each frame', async () => {
    const page = (letters: string, more = '') => ({
      css: 'p, b { font: 16px Montserrat; } p::before { content: "回"; font: 16px Roboto; } p { margin: 0; }',
      html: `<p id="a">${letters}</p>`,
      js: more,
    });
    const again = `let n = 0; setInterval(() => { a.innerHTML = '<b>第' + n++ + '回</b><i style="font: 16px Roboto">語</i>'; }, 100);`;
    const { film: found, warnings } = await film(page('', again), 0, 4);
    expect(warnings).toEqual([]);
    for (const frame of [1, 2, 3]) {
      const still = await film(page(`<b>第${frame - 1}回</b><i style="font: 16px Roboto">語</i>`), 0, 1);
      const shown = await found.read(found.pictureAt(frame));
      expect(shown.equals(await still.film.read(0))).toBe(true);
    }
  });

  it('follows a page that gives letters another font', async () => {
    const css = 'p { margin: 0; font: 16px Montserrat; } .on { font-family: Roboto; }';
    const js = "setTimeout(() => { document.querySelector('p').className = 'on'; }, 100);";
    const later = await film({ html: '<p>日 gag</p>', css, js }, 0, 2);
    const still = await film({ html: '<p class="on">日 gag</p>', css }, 0, 1);
    const shown = await still.film.read(0);
    expect((await later.film.read(later.film.pictureAt(0))).equals(shown)).toBe(false);
    expect((await later.film.read(later.film.pictureAt(1))).equals(shown)).toBe(true);
  });

  it('gives the page its fonts again if a script removes the style sheets', async () => {
    const js = 'setTimeout(() => { document.adoptedStyleSheets = []; document.body.append("x"); }, 100);';
    expect((await film({ html: '<p style="margin: 0">日本</p>', js }, 0, 3)).warnings).toEqual([]);
  });

  it('tells a page the time of its clock, however it asks', async () => {
    const ways = [
      'new Date().getTime()',
      'new Date(0).constructor.now()',
      'performance.timeOrigin + performance.now()',
      'performance.timeOrigin + new Event("a").timeStamp',
    ].map((way) => `${way} - Date.UTC(2026, 0, 1, 12)`);
    const options = '"en", { timeZone: "UTC", minute: "numeric", second: "numeric" }';
    const format = `new Intl.DateTimeFormat(${options})`;
    const texts = [
      `${format}.format()`,
      `${format}.format(undefined)`,
      `${format}.formatToParts().map(({ value }) => value).join('')`,
    ];
    const js = `setTimeout(() => { throw new Error(JSON.stringify([${[...ways, ...texts].join()}])); }, 2000);`;
    const told = [2000, 2000, 2000, 2000, '00:02', '00:02', '00:02'];
    expect(await failureOf(film({ js }, 0, 25))).toContain(JSON.stringify(told));
  });

  it.each([
    ['a script', { js: 'host.attachShadow({ mode: "closed" }).innerHTML = MARKUP;' }],
    ['the markup', { html: '<div id="host"><template shadowrootmode="open">MARKUP</template></div>' }],
  ])('moves what %s puts into a shadow root', async (_what, content) => {
    const style = `<style>${BOX} #box { animation: go 1s linear both; } @keyframes go { to { left: 50px; } }</style>`;
    const markup = `${style}${BOX_HTML}`;
    const { js, html = '<div id="host"></div>' } = content as Content;
    const page = {
      html: html.replace('MARKUP', markup),
      ...(js !== undefined && { js: js.replace('MARKUP', JSON.stringify(markup)) }),
    };
    expect(await findEdges(page, 4)).toEqual([0, 5, 10, 15]);
  });

  it('fails if its pictures need too much space, and says how large its film is', async () => {
    const { bytes, path, milliseconds } = await film({}, 0, 2);
    expect(bytes).toBe((await readFile(path)).length);
    expect(milliseconds).toBeGreaterThan(0);
    expect(await failureOf(film({}, 0, 2, 100))).toBe(
      'page_failed: the pictures of the pages that move need more than 8 GiB in total; make the pages smaller or their clips shorter.',
    );
  });

  it('fails if a page is busy before it can be looked at', async () => {
    const js =
      'new MutationObserver(() => { for (;;); }).observe(document.body, { attributes: true, subtree: true });';
    expect(await failureOf(film({ html: '<p>日本</p>', js }, 0, 2))).toBe(
      'page_failed: frame 0 of the page took longer than 10 s to draw.',
    );
  });

  it('tells the page of the end of an animation in the frame in which it ends', async () => {
    const css = `${BOX} #box { animation: go 0.3s linear both; } @keyframes go { to { left: 10px; } } #box.on { translate: 40px; }`;
    const js =
      "const box = document.getElementById('box'); box.onanimationend = () => box.classList.add('on');";
    const single = await film({ css, js }, 5, 6);
    const whole = await film({ css, js }, 0, 6);
    const shown = await whole.film.read(whole.film.pictureAt(5));
    expect((await single.film.read(single.film.pictureAt(5))).equals(shown)).toBe(true);
    expect((await findEdges({ css, js }, 6)).slice(-3)).toEqual([50, 50, 50]);
  });

  it('looks the same each time and in a single frame, with its random numbers', async () => {
    const content = {
      js: `const at = () => Math.random() * 80 + crypto.getRandomValues(new Uint8Array(1))[0] / 64; setInterval(() => { ${move("at() + 'px'")} }, 50);`,
    };
    const [one, other, single] = [
      await film(content, 0, 6),
      await film(content, 0, 6),
      await film(content, 5, 6),
    ];
    const hash = async (path: string) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    expect(await hash(other.path)).toBe(await hash(one.path));
    const last = await one.film.read(one.film.pictureAt(5));
    expect((await single.film.read(single.film.pictureAt(5))).equals(last)).toBe(true);
    expect((await one.film.read(one.film.pictureAt(4))).equals(last)).toBe(false);
  });

  it('draws what does not change once', async () => {
    const { film: found } = await film({ js: `setTimeout(() => { ${move("'50px'")} }, 450);` }, 0, 40);
    expect([0, 4, 5, 39].map((frame) => found.pictureAt(frame))).toEqual([0, 0, 1, 1]);
  });

  it('films the two halves of many frames at the same time, like one visit', async () => {
    const js = `let n = 0; setInterval(() => { n += 1; ${move("n + 'px'")} }, 100);`;
    const { film: halves } = await film({ js }, 10, 60);
    const [one, other] = [await film({ js }, 10, 35), await film({ js }, 35, 60)];
    for (let frame = 10; frame < 60; frame++) {
      const alone = (frame < 35 ? one : other).film;
      const shown = await halves.read(halves.pictureAt(frame));
      expect(shown.equals(await alone.read(alone.pictureAt(frame)))).toBe(true);
    }
    expect(halves.pictureAt(59)).toBe(49);
    // Its second half does not change.
    const { film: still } = await film({ js: `setTimeout(() => { ${move("'50px'")} }, 450);` }, 0, 60);
    expect([0, 4, 5, 29, 59].map((frame) => still.pictureAt(frame))).toEqual([0, 0, 1, 1, 2]);
    expect((await still.read(2)).equals(await still.read(1))).toBe(true);
    expect((await film({ html: '' }, 0, 60)).warnings).toEqual([
      'the page shows nothing in any of its frames.',
    ]);
    const late = `setTimeout(() => { foo(); }, 100); setTimeout(() => { bar(); }, 5500);`;
    expect(await failureOf(film({ js: late }, 0, 60))).toMatch(/^page_failed: .*foo is not defined/);
  });

  it('warns of what it cannot load, of unknown fonts, and of a page that shows nothing', async () => {
    const html = '<p style="margin: 0; font-family: Nowhere">Text</p><img src="https://example.com/a.png">';
    expect((await film({ html }, 0, 1)).warnings).toEqual([
      expect.stringContaining('https://example.com/a.png is missing'),
      expect.stringContaining('unknown fonts ("Nowhere")'),
    ]);
    const svg = '<svg><rect width="9" height="9"><animate attributeName="x" to="9" dur="1s"/></rect></svg>';
    expect((await film({ html: svg }, 0, 2)).warnings).toEqual([expect.stringContaining('stand still')]);
    expect((await film({ html: '' }, 0, 2)).warnings).toEqual([
      'the page shows nothing in any of its frames.',
    ]);
  });

  it.each([
    ['\n\nfoo();', 'in line 3 of "js": foo is not defined.'],
    ['setTimeout(() => { bar(); }, 50);', 'in line 1 of "js": bar is not defined.'],
    ["Promise.reject(new Error('no'));", 'in line 1 of "js": no.'],
    ["document.createElement('canvas').getContext('webgl');", 'has no WebGL'],
    ["document.getAnimations = () => { throw new TypeError('none'); };", 'the page failed: none.'],
    ["location.href = 'https://example.com/';", 'must not leave its document'],
    ['gsap.to("#box", { x: 9 });', 'npm install gsap'],
  ])('fails with %j', async (js, words) => {
    const failure = await failureOf(film({ js }, 0, 3));
    expect(failure).toMatch(/^page_failed: /);
    expect(failure).toContain(words);
  });
});
