import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { findFontFile } from '../fonts/font-files.ts';
import { obstacle, testBrowser } from './browser.fixture.ts';
import { inkBoxOf } from './ink-box.fixture.ts';
import type { HtmlPage } from './html-page.ts';
import type { CustomPageFont } from './page-fonts.ts';

vi.setConfig({ testTimeout: 60_000 });
const browsing = describe.skipIf(obstacle !== undefined);

const browser = testBrowser();
const SIZE = { width: 300, height: 200 };
const forever = new AbortController().signal;

// On a new machine, Chromium must be unpacked first.
beforeAll(async () => {
  if (obstacle === undefined) await browser.capture(createPage(''), [], forever);
}, 120_000);
afterAll(() => browser.close());

function createPage(html: string, more: Partial<HtmlPage> = {}): HtmlPage {
  return { html, css: '', position: 'center', ...SIZE, scale: 1, ...more };
}

async function drawPage(
  html: string,
  more: Partial<HtmlPage> = {},
  customFonts: readonly CustomPageFont[] = [],
) {
  const { png, warnings } = await browser.capture(createPage(html, more), customFonts, forever);
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, ...info, warnings };
}

const failing = (html: string) => failureOf(browser.capture(createPage(html), [], forever));

browsing('a page', () => {
  const BOX = '<div style="width:100px;height:40px;background:#ff000080"></div>';

  it.each([
    ['center', 100, 80],
    ['topLeft', 0, 0],
    ['top', 100, 0],
    ['right', 200, 80],
    ['bottomRight', 200, 160],
  ] as const)('has its content at the %s of its box, and nothing elsewhere', async (position, left, top) => {
    const found = inkBoxOf(await drawPage(BOX, { position }));
    expect(found).toEqual({ left, top, right: left + 99, bottom: top + 39, colour: [255, 0, 0, 128] });
  });

  it('is drawn at the requested scale', async () => {
    const twice = await drawPage(BOX, { scale: 2 });
    expect([twice.width, twice.height]).toEqual([600, 400]);
    expect(inkBoxOf(twice)).toMatchObject({ left: 200, top: 160, right: 399, bottom: 239 });
    const more = await drawPage(BOX, { scale: 1.25 });
    expect([more.width, more.height]).toEqual([375, 250]);
  });

  it('has centred lines unless its style sheet aligns them', async () => {
    const css = 'p { font-family: "Open Sans"; color: #fff; font-size: 50px; text-align: center }';
    const { left, right, top, bottom } = inkBoxOf(await drawPage('<p>HOH</p>', { css }));
    expect(Math.abs(left - (299 - right))).toBeLessThanOrEqual(2);
    // Capitals are slightly above the middle of their line.
    expect(Math.abs((top + bottom) / 2 - 102)).toBeLessThanOrEqual(3);
    const aligned = inkBoxOf(await drawPage('<p>HOH</p>', { css: css.replace('center', 'right') }));
    expect(aligned.right).toBeGreaterThan(290);
    expect(aligned.right - aligned.left).toBe(right - left);
  });

  it('reads a line height of 10 or more without a unit as a percentage, wherever it stands', async () => {
    const html = '<div id="a">A<br>B</div>';
    const heightWith = async (css: string, style = '') => {
      const page = await drawPage(html.replace('>', ` style="${style}">`), {
        css: `#a {font-size: 20px} ${css}`,
      });
      const { top, bottom } = inkBoxOf(page);
      return bottom - top;
    };
    const expected = await heightWith('#a {line-height: 150%}');
    expect(await heightWith('#a {line-height: 1.5}')).toBe(expected);
    expect(await heightWith('#a {line-height: 150}')).toBe(expected);
    expect(await heightWith('@media all { #a {font: 20px/150 "Open Sans" !important} }')).toBe(expected);
    expect(await heightWith('', 'line-height: 150')).toBe(expected);
    expect(await heightWith('#a {line-height: 9}')).toBe(expected + 150);
    expect(await heightWith('#a {line-height: 60px}')).toBe(expected + 30);
  });

  it.each([
    ['outside the page', '<p style="position:absolute;top:300px">Far <b>away</b></p>', '"Far", "away"'],
    [
      'with a line outside the page',
      '<p style="font-size:90px;width:100px">One Two Six Ten</p>',
      '"One Two Six Ten"',
    ],
    ['cut off by its box', '<div style="height:20px;overflow:hidden"><p>Seen<p>Cut</div>', '"Cut"'],
    ['transparent', '<p>Seen</p><p style="opacity:0">Not</p>', '"Not"'],
    ['hidden', '<p>Seen</p><p style="visibility:hidden">Not</p>', '"Not"'],
    ['without a colour', '<p>Seen</p><p style="color:transparent">Not</p>', '"Not"'],
  ])('warns of a text that is %s', async (_what, html, texts) => {
    const { warnings } = await drawPage(html);
    expect(warnings).toContain(
      `the text ${texts} is invisible or lies outside the page. Check its position, its size and its opacity.`,
    );
  });

  it.each([
    '<p style="display:none">Left out</p><p>Seen</p>',
    '<p style="position:absolute;left:250px;white-space:nowrap">A line that leaves the page</p>',
    '<p style="color:transparent;background:red;background-clip:text">Painted</p>',
    '<div style="height:9px;overflow:hidden"><p style="position:absolute;top:80px">Out of the flow</p></div>',
  ])('does not warn of a text that is seen, or left out on purpose: %s', async (html) => {
    expect((await drawPage(html)).warnings).toEqual([]);
  });

  it('is captured at the end of its animations', async () => {
    const css = '@keyframes in { from { opacity: 0 } } div { animation: in 1h both }';
    expect(inkBoxOf(await drawPage(BOX, { css })).colour).toEqual([255, 0, 0, 128]);
  });

  it('holds endless animations at their beginning', async () => {
    const css = `@keyframes k { from { background: #f00 } to { background: #0f0 } }
      div { width: 100px; height: 40px; animation: k 1s infinite }`;
    for (const delay of ['', 'animation-delay: 3s']) {
      const { colour } = inkBoxOf(await drawPage('<div></div>', { css: `${css} div { ${delay} }` }));
      expect(colour, delay).toEqual([255, 0, 0, 255]);
    }
  });

  it.each([
    ['shows nothing', '<div>Hi</div>', 'the page shows nothing.'],
    ['shows less', `${BOX}<p>Hi</p>`, '1 part of the page is invisible at the end of an animation.'],
  ])('warns if an animation fades out and the page then %s', async (_, html, text) => {
    const css = `@keyframes k { 20%, 80% { opacity: 1 } } div:not([style]), p { opacity: 0; animation: k 1s }`;
    const { warnings } = await drawPage(html, { css });
    expect(warnings).toEqual([`${text} A page is shown as it is at the end of its animations.`]);
  });

  it('does not warn if a later animation shows what an earlier one has hidden', async () => {
    const css = `@keyframes in { from { opacity: 0 } to { opacity: 1 } } @keyframes out { to { opacity: 0 } }
      p { animation: out 1s both, in 1s 1s both }`;
    expect((await drawPage('<p>Hi</p>', { css })).warnings).toEqual([]);
  });

  it('does not warn of a font that the page brings itself', async () => {
    const font = readFileSync(findFontFile('Open Sans', 400)!.path).toString('base64');
    const css = `@font-face { font-family: "Own Face"; src: url(data:font/ttf;base64,${font}) } p { font-family: "Own Face" }`;
    expect((await drawPage('<p>Hi</p>', { css })).warnings).toEqual([]);
    expect((await drawPage('<p>Hi</p>', { css: 'p { font-family: "Other" }' })).warnings).toHaveLength(1);
  });

  it('looks the same at any time of day', async () => {
    const still = (fill: string) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background: fill } });
    const frames = await Promise.all(['red', 'blue'].map((fill) => still(fill).png().toBuffer()));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [20, 20] })
      .toBuffer();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="red">
      <animate attributeName="fill" from="red" to="blue" dur="0.05s" fill="freeze"/></rect></svg>`;
    const of = (type: string, bytes: Buffer) => `<img src="data:${type};base64,${bytes.toString('base64')}">`;
    const script = `
      let [text, steps] = [Date.now() + " " + Math.random(), 0];
      setInterval(() => steps++);
      requestAnimationFrame(function frame() { steps += 1e4; requestAnimationFrame(frame); });
      setTimeout(() => { if (text === "1767268800000 0.6270739405881613") document.body.append(box); }, 50);
      setTimeout(() => { if (steps === 1171880) document.body.append(box.cloneNode()); }, 1880);
      const box = Object.assign(document.createElement("div"), { style: "width:40px;height:40px;background:red" })`;
    const moving = of('image/gif', gif) + of('image/svg+xml', Buffer.from(svg)) + svg;
    const drawing = await drawPage(`${moving}<script>${script}</script>`, {
      css: 'body { font-size: 0 } body > * { display: inline-block }',
      position: 'topLeft',
    });
    expect(inkBoxOf(drawing)).toEqual({ left: 0, top: 0, right: 199, bottom: 39, colour: [255, 0, 0, 255] });
    const reds = drawing.data.filter((value, index) => index % 4 === 0 && value === 255).length;
    expect(reds).toBe(200 * 40);
  });

  it('is inspected correctly even if it replaces built-in functions', async () => {
    const script = `document.querySelectorAll = null; Document.prototype.createElement = null; Array.from = null;
      Promise.allSettled = null; Object.defineProperty(document, "fonts", { get() { throw 1; } })`;
    expect(inkBoxOf(await drawPage(`\u65e5<script>${script}</script>`)).right).toBeGreaterThan(0);
  });

  it('runs its scripts and ignores windows and dialogs', async () => {
    const script =
      'alert(1); confirm(2); print(); window.open("https://a.example/"); document.body.append("H")';
    expect(inkBoxOf(await drawPage(`<script>${script}</script>`)).right).toBeGreaterThan(0);
  });

  it('can be a whole document', async () => {
    const document = `<!doctype html><html><head><style>body{background:#00f}</style></head><body></body></html>`;
    expect(inkBoxOf(await drawPage(document))).toEqual({
      left: 0,
      top: 0,
      right: 299,
      bottom: 199,
      colour: [0, 0, 255, 255],
    });
  });
});

browsing('the fonts of a page', () => {
  const inFont = (family: string, text = 'Hamburg') =>
    drawPage(text, { css: `body { font: 30px ${family} }` });

  it('are the built-in ones, with alternative spellings', async () => {
    const heavy = await drawPage('Hamburg', { css: 'body { font: 800 30px Montserrat }' });
    expect((await inFont('"Montserrat ExtraBold"')).data.equals(heavy.data)).toBe(true);
    expect((await inFont('Montserrat')).data.equals(heavy.data)).toBe(false);
    expect((await inFont('OpenSans')).data.equals((await inFont('"Open Sans"')).data)).toBe(true);
  });

  it('are never those of the system, and a list with a known font gives no warning', async () => {
    const wanted = await inFont('"Open Sans"');
    const foreign = await inFont('"DejaVu Sans", monospace');
    expect(foreign.data.equals(wanted.data)).toBe(true);
    expect(foreign.warnings).toEqual([
      'the page uses unknown fonts ("DejaVu Sans"); Open Sans is used instead.',
    ]);
    expect((await inFont('Arial, "Open Sans"')).warnings).toEqual([]);
  });

  it('include those of the edit, by all of their names', async () => {
    const { path } = findFontFile('Sue Ellen Francisco', 400)!;
    const font = { family: 'Hand', names: ['hand', 'myhand', 'handbold'], path };
    const wanted = await inFont('"Sue Ellen Francisco"');
    for (const name of ['Hand', 'My Hand', 'HAND-bold', 'Hand Light']) {
      const customFonts = await drawPage('Hamburg', { css: `body { font: 30px "${name}" }` }, [font]);
      expect(customFonts.data.equals(wanted.data)).toBe(true);
      expect(customFonts.warnings).toEqual([]);
    }
  });

  it('of the edit hide built-in ones of the same name', async () => {
    const { path } = findFontFile('Sue Ellen Francisco', 400)!;
    const customFonts = { family: 'Roboto', names: ['roboto'], path, weight: 400 };
    const bold = await drawPage('Hamburg', { css: 'body { font: 700 30px Roboto }' }, [customFonts]);
    expect(bold.data.equals((await inFont('"Sue Ellen Francisco"')).data)).toBe(true);
  });

  it.each(['日本', 'やま', '한국', '汉字', 'بت', 'אב', 'नम', 'กข', '→♫', '☺✔', '😀🎈'])(
    'contain the characters %s',
    async (pair) => {
      // Two missing glyphs would look the same.
      const [one, other] = await Promise.all(Array.from(pair, (letter) => inFont('Montserrat', letter)));
      expect(inkBoxOf(one!).right).toBeGreaterThan(0);
      expect(one!.data.equals(other!.data)).toBe(false);
    },
  );
});

browsing('characters that the fonts of a page lack', () => {
  it.each([
    [
      'before and after an element',
      '<p data-x="X"></p>',
      'p::before { content: "X" } p::after { content: attr(data-x) }',
    ],
    ['beside a list item', '<ul><li>a</ul>', 'ul { list-style-type: "X" }'],
    ['in an input', '<input value="X">', ''],
    ['in a placeholder', '<input placeholder="X">', 'input::placeholder { font-family: Roboto }'],
    ['in a select element', '<select><option>X</select>', ''],
  ])('are drawn %s', async (_where, html, css) => {
    const pictures = ['日', '本'].map((letter) =>
      drawPage(html.replaceAll('X', letter), { css: css.replaceAll('X', letter) }),
    );
    const [one, other] = await Promise.all(pictures);
    expect(one!.data.equals(other!.data)).toBe(false);
    expect(one!.warnings).toEqual([]);
  });

  it('are named in a warning if no font has them', async () => {
    const { warnings } = await drawPage('<p>é Ω ж 日 😀 🇩🇪 👨‍👩‍👧 ❤️ عربي हिन्दी \ue000</p>', {
      css: 'p::after { content: "த" } p { font-family: Montserrat }',
    });
    expect(warnings).toEqual(['no font has a glyph for "\ue000", "த"; a box is drawn instead.']);
  });
});

browsing('external content', () => {
  it('is never requested, and a warning names it without its secrets', async () => {
    const hits: unknown[] = [];
    const server = createServer((request, response) => {
      hits.push(request.url);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { warnings } = await drawPage(`
      <img src="http://user:key@${host}/a.png?key=1"><link rel="stylesheet" href="http://${host}/b.css">
      <script src="http://${host}/c.js"></script><iframe src="http://${host}/d"></iframe><img src="e.png">
      <script>fetch("http://${host}/f").catch(() => {}); new WebSocket("ws://${host}/g");
      navigator.sendBeacon("http://${host}/h"); open("http://${host}/i")</script><p>Hello</p>`);
    server.close();
    expect(hits).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^a page cannot load external files, so .* is missing; embed pictures as data: URLs/,
    );
    expect(warnings[0]).toContain(`http://${host}/b.css`);
    expect(warnings[0]).not.toContain('key');
  });

  it('cannot be a file on the disk', async () => {
    const { warnings } = await drawPage(
      '<img src="file:///etc/passwd"><iframe src="file:///etc/passwd"></iframe>',
    );
    expect(warnings[0]).toContain('file:///etc/passwd is missing');
  });

  it('leaves a blank space for a picture, and so does an unreadable picture', async () => {
    const sized = 'width="60" height="20" style="background:#f00"';
    const { warnings, ...picture } = await drawPage(
      `<img src="https://a.example/b.png" ${sized}><br><img src="data:image/png;base64,AAAA" alt="words">`,
    );
    expect(inkBoxOf(picture)).toMatchObject({ left: 120, right: 179, colour: [255, 0, 0, 255] });
    const reds = picture.data.filter((value, index) => index % 4 === 0 && value === 255).length;
    expect(reds).toBe(60 * 20);
    expect(warnings[0]).toContain('https://a.example/b.png is missing');
    expect(warnings[1]).toBe('1 of the pictures of the page cannot be read; blank space is shown instead.');
  });

  it('can be embedded in the page', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20"/></svg>';
    const { warnings, ...picture } = await drawPage(
      `<img src="data:image/svg+xml,${encodeURIComponent(svg)}">`,
    );
    expect(warnings).toEqual([]);
    expect(inkBoxOf(picture)).toMatchObject({ left: 120, right: 179 });
  });
});

browsing('a page that fails', () => {
  it.each([
    ['<script>missing()</script>', 'the script of the page failed: missing is not defined.'],
    [
      '<script>setTimeout(() => missing(), 1500)</script>',
      'the script of the page failed: missing is not defined.',
    ],
    ['<script>Promise.reject(new Error("no luck"))</script>', 'the script of the page failed: no luck.'],
    [
      '<script>location = "https://a.example/b?c"</script>',
      'the page navigates to https://a.example/b, but it must not leave its document.',
    ],
    [
      '<script>location = "about:blank"</script>',
      'the page navigates to about:blank, but it must not leave its document.',
    ],
    [
      '<meta http-equiv="refresh" content="0;url=https://a.example/">',
      'the page navigates to https://a.example/, but it must not leave its document.',
    ],
  ])('%s reports the reason', async (html, sentence) => {
    expect(await failing(html)).toBe(`page_failed: ${sentence}`);
  });

  it('does not affect the next one', async () => {
    const ending = failing('<script>for (;;);</script>');
    await wait(500);
    for (const each of await findProcesses('--type=renderer')) process.kill(each, 'SIGKILL');
    expect(await ending).toBe(
      'page_failed: the page crashed; it may need more memory than a page is allowed.',
    );
    expect(inkBoxOf(await drawPage('H')).right).toBeGreaterThan(0);
  });

  it('crashes with the whole browser, and the next page gets a new browser', async () => {
    const ending = failing('<script>for (;;);</script>');
    await findProcesses('--type=renderer');
    for (const each of await findProcesses('unshare')) process.kill(each, 'SIGKILL');
    expect(await ending).toBe('render_crashed: the browser exited unexpectedly.');
    expect(inkBoxOf(await drawPage('H')).right).toBeGreaterThan(0);
  });
});

browsing('a browser', () => {
  it('rejects captures that are aborted', async () => {
    const gone = new AbortController();
    const ending = failureOf(browser.capture(createPage('<script>for (;;);</script>'), [], gone.signal));
    await findProcesses('--type=renderer');
    gone.abort();
    expect(await ending).toBe('cancelled: The render was cancelled.');
    expect(await failureOf(browser.capture(createPage(''), [], gone.signal))).toMatch(/^cancelled/);
  });

  it('limits an endless page and leaves no process when it is closed', async () => {
    await browser.close();
    const short = testBrowser({ pageTimeoutMs: 1_500 });
    const sentence = 'page_failed: the page took longer than 1.5 s to draw.';
    expect(await failureOf(short.capture(createPage('<script>for (;;);</script>'), [], forever))).toBe(
      sentence,
    );
    expect(listDescendants()).not.toEqual([]);
    await short.close();
    expect(listDescendants()).toEqual([]);
  });
});

/** Waits for child processes with a text in their command line, and returns them. */
async function findProcesses(part: string): Promise<number[]> {
  for (;;) {
    const found = listDescendants().filter((pid) => commandLine(pid).includes(part));
    if (found.length > 0) return found;
    await wait(20);
  }
}

/** Returns the processes of this test's browser. */
function listDescendants(): number[] {
  const running = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  // The state and the parent follow the name of the program, which may contain any characters.
  const parents = new Map(
    running.map((pid) => [pid, Number(/.*\) \S+ (\d+)/s.exec(readProcess(pid, 'stat'))?.[1])]),
  );
  const isOurs = (pid: number): boolean => {
    for (let each = parents.get(pid); each !== undefined && each > 0; each = parents.get(each))
      if (each === process.pid) return true;
    return false;
  };
  return running.filter((pid) => isOurs(pid) && commandLine(pid).includes('chromium'));
}

const commandLine = (pid: number): string => readProcess(pid, 'cmdline');

function readProcess(pid: number, what: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
