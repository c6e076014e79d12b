import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { obstacle, testBrowser } from './browser.fixture.ts';
import type { HtmlPage } from './html-page.ts';

// The time limit of a page decides how long those take that never end.
const warn = vi.fn();
const browser = testBrowser({ pageTimeoutMs: 20_000, log: { ...SILENT, warn } });
const forever = new AbortController().signal;

beforeAll(async () => {
  if (obstacle === undefined) await browser.capture(createPage(''), [], forever);
});
afterAll(() => browser.close());

function createPage(html: string): HtmlPage {
  return { html, css: '', position: 'topLeft', width: 300, height: 200, scale: 1 };
}

/** Pages that want to end the browser, or all memory or processor time of the machine. */
const HOSTILE: Readonly<Record<string, string>> = {
  'allocates arrays without end':
    '<script>const all = []; for (;;) all.push(new Array(1e6).fill(7))</script>',
  'allocates buffers without end':
    '<script>const all = []; for (;;) all.push(new Uint8Array(1e8).fill(7))</script>',
  'asks for the largest WebAssembly memories':
    '<script>const all = []; for (;;) { const one = new WebAssembly.Memory({ initial: 65536 }); new Uint8Array(one.buffer, 0, 1e9).fill(7); all.push(one); }</script>',
  'starts workers without end': `<script>const code = URL.createObjectURL(new Blob(["for (;;);"]));
    for (let count = 0; count < 2000; count++) new Worker(code)</script>`,
  'starts workers that start workers': `<script>const text = "for (let i = 0; i < 4; i++) new Worker(self.location.href); for (;;);";
    new Worker(URL.createObjectURL(new Blob([text])))</script>`,
  'nests frames without end': `<script>function nest(of) { for (let count = 0; count < 10; count++) {
    const frame = of.createElement("iframe"); of.body.append(frame); if (count < 3) nest(frame.contentDocument); } }
    for (;;) nest(document)</script>`,
  'opens windows without end': '<script>for (;;) window.open("about:blank")</script>',
  'asks for the page that crashes a renderer': '<script>location.href = "chrome://crash"</script>',
  'never returns': '<script>for (;;);</script>',
  'draws on canvases without end': `<script>const all = []; for (;;) { const one = new OffscreenCanvas(16000, 16000);
    one.getContext("2d").fillRect(0, 0, 16000, 16000); all.push(one); }</script>`,
};

/** Pages that are drawn: what they try has no effect beyond their end. */
const DRAWN: readonly string[] = [
  'starts workers that start workers',
  'asks for the page that crashes a renderer',
];

const INNOCENT = '<div style="width:100px;height:40px;background:#00f"></div>';

/** Draws the page of another owner, and checks its pixels. */
async function drawInnocent(): Promise<void> {
  const { png, warnings } = await browser.capture(createPage(INNOCENT), [], forever);
  const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const blue = data.filter((value, index) => index % 4 === 2 && value === 255).length;
  expect([blue, warnings]).toEqual([4000, []]);
}

/** Kills the Chromium that this process has started, as a machine without memory does. */
async function killChromium(): Promise<void> {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter((id) => id.trim() !== ''));
  for (const id of children) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8');
    if (command.includes('remote-debugging-pipe')) process.kill(Number(id), 'SIGKILL');
  }
}

describe.skipIf(obstacle !== undefined)('the page of another owner comes out right beside one that', () => {
  it.each(Object.entries(HOSTILE))('%s', async (name, html) => {
    const hostile = browser.capture(createPage(html), [], forever).then(() => 'drawn', String);
    // Four pages in a row, so that one of them is there whenever the browser ends.
    for (let count = 0; count < 4; count++) await drawInnocent();
    expect(await hostile).toMatch(DRAWN.includes(name) ? 'drawn' : /the (page|script|browser) /);
  });

  it('has its browser killed', async () => {
    // Both pages are in the browser when it ends: the hostile one never returns.
    const hostile = browser.capture(createPage('<script>for (;;);</script>'), [], forever);
    const failed = hostile.then(() => 'drawn', String);
    await Promise.all([drawInnocent(), killChromium()]);
    expect(warn).toHaveBeenCalledWith(
      expect.anything(),
      expect.stringContaining('Drawing each of them alone'),
    );
    expect(await failed).toMatch(/the (page|browser) /);
  });
});
