import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { openBrowser } from './browser.ts';
import { type Chromium, startChromium } from './chromium.ts';
import type { HtmlPage } from './html-page.ts';
import { capturePage, type PageCapture } from './capture-page.ts';

vi.mock('./chromium.ts');
vi.mock('./capture-page.ts');

const close = vi.fn<() => Promise<void>>().mockResolvedValue();
const page: HtmlPage = { html: '', css: '', position: 'center', width: 1, height: 1, scale: 1 };
const forever = new AbortController().signal;

/** The started captures, which the test ends. */
let begun: PromiseWithResolvers<PageCapture>[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  begun = [];
  vi.mocked(startChromium).mockResolvedValue({ browser: { isConnected: () => true }, close } as never);
  vi.mocked(capturePage).mockImplementation(() => {
    const one = Promise.withResolvers<PageCapture>();
    begun.push(one);
    return one.promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

const open = () => openBrowser({ folder: '/none', log: SILENT });
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const endAll = () =>
  begun.forEach(({ resolve }) => resolve({ png: Buffer.from(''), warnings: [], milliseconds: 1 }));

it('ends Chromium a minute after the last page, and never during a page', async () => {
  const browser = open();
  const both = [browser.capture(page, [], forever), browser.capture(page, [], forever)];
  await pass(0);
  endAll();
  await Promise.all(both);
  await pass(59_999);
  const next = browser.capture(page, [], forever);
  await pass(100_000);
  expect(close).not.toHaveBeenCalled();
  endAll();
  await next;
  await pass(59_999);
  expect(close).not.toHaveBeenCalled();
  await pass(1);
  expect(close).toHaveBeenCalledOnce();
});

it('rejects aborted captures in the queue at once and never draws their pages', async () => {
  const browser = open();
  const both = [browser.capture(page, [], forever), browser.capture(page, [], forever)];
  const gone = new AbortController();
  const waiting = failureOf(browser.capture(page, [], gone.signal));
  await pass(0);
  gone.abort(new Error('private'));
  expect(await waiting).toBe('cancelled: The render was cancelled.');
  endAll();
  await Promise.all(both);
  await pass(0);
  expect(begun).toHaveLength(2);
});

it('rejects an aborted capture at once while Chromium starts', async () => {
  vi.mocked(startChromium).mockReturnValue(new Promise<Chromium>(() => undefined));
  const gone = new AbortController();
  const waiting = failureOf(open().capture(page, [], gone.signal));
  await pass(0);
  gone.abort();
  expect(await waiting).toMatch(/^cancelled/);
});

it('rejects all captures when it is closed and starts nothing afterwards', async () => {
  const browser = open();
  const all = [1, 2, 3].map(() => failureOf(browser.capture(page, [], forever)));
  await pass(0);
  await browser.close();
  expect(close).toHaveBeenCalledOnce();
  const closed = 'stopping: The browser is shutting down. Try again later.';
  expect(await Promise.all(all)).toEqual([closed, closed, closed]);
  expect(await failureOf(browser.capture(page, [], forever))).toBe(closed);
  endAll();
  await pass(0);
  expect(begun).toHaveLength(2);
  expect(startChromium).toHaveBeenCalledOnce();
});

it('draws each page alone if one of several has ended Chromium', async () => {
  const dead = { browser: { isConnected: () => false }, close };
  vi.mocked(startChromium).mockResolvedValueOnce(dead as never);
  const browser = open();
  const innocent = browser.capture(page, [], forever);
  const hostile = failureOf(browser.capture({ ...page, html: 'hostile' }, [], forever));
  await pass(0);
  begun.forEach(({ reject }) => reject(new Error('gone')));
  await pass(0);
  expect(begun).toHaveLength(4);
  const picture = { png: Buffer.from(''), warnings: [], milliseconds: 1 };
  begun[2]?.resolve(picture);
  expect(await innocent).toBe(picture);
  begun[3]?.reject(new Error('gone again'));
  expect(await hostile).toMatch(/^render_crashed: /);
  expect(startChromium).toHaveBeenCalledTimes(3);
  await browser.close();
});

it('does not draw a page again that has ended Chromium alone', async () => {
  vi.mocked(startChromium).mockResolvedValueOnce({ browser: { isConnected: () => false }, close } as never);
  const hostile = failureOf(open().capture(page, [], forever));
  await pass(0);
  begun[0]?.reject(new Error('gone'));
  expect(await hostile).toMatch(/^render_crashed: /);
  expect(begun).toHaveLength(1);
});
