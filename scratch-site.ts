import { chromium } from 'playwright-core';
import { unpackBrowserWithGraphics } from './test/preview/browser-with-graphics.ts';
const u = await unpackBrowserWithGraphics();
const browser = await chromium.launch({ executablePath: u.program, env: { ...process.env, LD_LIBRARY_PATH: u.libraries }, args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] });
try {
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, colorScheme });
    page.on('console', (m) => console.log('console', m.text())); page.on('pageerror', (e) => console.log('err', e.message));
    await page.goto('file:///tmp/pl/site/embed.html');
    await page.waitForFunction(() => (document.querySelector('kinora-player') as any)?.isReady, undefined, { timeout: 20000 });
    await page.evaluate(() => { const t: string[] = []; (window as any).t = t; const p = document.querySelector('kinora-player') as any; for (const n of ['play', 'playing', 'waiting', 'pause', 'ended', 'error']) p.addEventListener(n, () => t.push(n + '@' + p.currentTime.toFixed(2))); });
    await page.locator('kinora-player').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForTimeout(1500);
    const slider = page.getByLabel('Size of the film');
    for (let v = 0.35; v < 0.8; v += 0.02) { await slider.fill(v.toFixed(2)); await page.waitForTimeout(40); }
    await page.getByLabel('Opacity').fill('0.5');
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/pl/site-${colorScheme}.png` });
    console.log(await page.evaluate(() => [(window as any).t, (document.querySelector('kinora-player') as any).state]));
    await page.close();
  }
} finally { await browser.close(); await u[Symbol.asyncDispose](); }
