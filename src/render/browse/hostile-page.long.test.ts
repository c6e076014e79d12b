import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { obstacle, testBrowser } from './browser.fixture.ts';
import type { HtmlPage } from './html-page.ts';

const forever = new AbortController().signal;

function createPage(html: string): HtmlPage {
  return { html, css: '', position: 'center', width: 300, height: 200, scale: 1 };
}

describe.skipIf(obstacle !== undefined)('a page', () => {
  it('that starts thousands of workers hurts only itself', async () => {
    await using browser = await testBrowserWithPage();
    const script = `const url = URL.createObjectURL(new Blob(['for (;;);']));
      for (let i = 0; i < 3000; i++) new Worker(url);`;
    const hostile = testBrowser({ pageTimeoutMs: 3_000 });
    await hostile.capture(createPage(`<script>${script}</script>`), [], forever).catch(() => undefined);
    await hostile.close();
    expect(await browser.drawsInk()).toBe(true);
  }, 120_000);
});

/** Opens a browser that has already drawn a page. */
async function testBrowserWithPage() {
  const browser = testBrowser();
  const drawsInk = async (): Promise<boolean> => {
    const { png } = await browser.capture(createPage('H'), [], forever);
    const { channels } = await sharp(png).ensureAlpha().stats();
    return (channels[3]?.max ?? 0) > 0;
  };
  await drawsInk();
  return { drawsInk, [Symbol.asyncDispose]: () => browser.close() };
}
