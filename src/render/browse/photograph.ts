import { readFile } from 'node:fs/promises';
import type { Browser as Chromium, BrowserContext, Page as Tab, Route } from 'playwright-core';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { askedFonts } from './asked-fonts.ts';
import { documentOf, type Page } from './document.ts';
import { Onlooker } from './onlooker.ts';
import { familyFonts, fontRule, type OwnFont, type PageFont, STAND_INS, standIns } from './page-fonts.ts';
import { makeSame } from './same-world.js';
import { listed, said } from './words.ts';

/** A page as a picture. */
export interface Photograph {
  /** With transparency where the page has no background. */
  readonly png: Buffer;
  /** What of the page is not as its author wants it: sentences without the field. */
  readonly warnings: readonly string[];
  /** How long it took, without waiting for a turn. */
  readonly milliseconds: number;
}

/** Where a page believes to be: nobody can own a name that ends so. */
const HOME = 'https://page.invalid/';
const FONTS = `${HOME}fonts/`;

/** What every page sees of the world, wherever it is drawn. */
const WORLD = {
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  serviceWorkers: 'block',
  acceptDownloads: false,
  // What a page forbids itself would keep its fonts out as well.
  bypassCSP: true,
} as const;

/** What time it is in every page when it begins. */
const BEGINNING = Date.UTC(2026, 0, 1, 12);
/** Milliseconds that go by in a page before it is drawn: most of what moves by scripts has come to its end. */
const GOING_BY = 2_000;

/** What a page says of itself; as everything that it says, it may be anything. */
const Texts = z.object({ stacks: z.array(z.string()), letters: z.array(z.string()) });
const Letters = z.array(z.string());

/**
 * Takes the picture of a page as it is at the end of its animations. The page has what is written in it and the fonts, nothing else.
 *
 * @param own the fonts of the edit.
 * @throws {KinoraError} `page_failed` when the page does: its script throws, it leaves for another place, or it crashes; or the
 *   reason of the signal.
 */
export async function photograph(
  chromium: Chromium,
  page: Page,
  own: readonly OwnFont[],
  signal: AbortSignal,
): Promise<Photograph> {
  signal.throwIfAborted();
  const { width, height, scale } = page;
  const size = { width, height };
  const opening = chromium.newContext({ ...WORLD, viewport: size, screen: size, deviceScaleFactor: scale });
  const visit = new Visit(page, own);
  const aborted = (): void => visit.fail(signal.reason);
  // Who waits for a new page of a browser that ends is not told.
  const ended = (): void => visit.fail(new Error('The browser ended.'));
  signal.addEventListener('abort', aborted, { once: true });
  chromium.once('disconnected', ended);
  try {
    return await Promise.race([opening.then((context) => visit.photograph(context)), visit.failed]);
  } finally {
    signal.removeEventListener('abort', aborted);
    chromium.off('disconnected', ended);
    // What cannot be closed, or was never opened, ends with the browser.
    void opening.then((context) => context.close()).catch(() => undefined);
  }
}

/** One page in a browser, from its opening to its picture. */
class Visit {
  private readonly page: Page;
  private readonly own: readonly OwnFont[];
  /** The fonts by the number in their address. */
  private readonly fonts: PageFont[] = [];
  private readonly refused = new Set<string>();
  private readonly failure = Promise.withResolvers<never>();
  private begun = false;
  private readonly opened = performance.now();

  constructor(page: Page, own: readonly OwnFont[]) {
    this.page = page;
    this.own = own;
  }

  /** Rejects when the page fails. */
  get failed(): Promise<never> {
    return this.failure.promise;
  }

  fail(reason: unknown): void {
    this.failure.reject(reason);
  }

  async photograph(context: BrowserContext): Promise<Photograph> {
    const tab = await context.newPage();
    this.listen(context, tab);
    // For windows that it opens; they are closed, but may be faster.
    await context.route('**/*', (route) => route.abort('aborted').catch(() => undefined));
    await tab.route('**/*', (route) => this.answer(route, tab).catch((error: unknown) => this.fail(error)));
    // Time stands still, but for what is let by.
    await tab.clock.pauseAt(BEGINNING);
    await context.addInitScript(makeSame);
    await tab.goto(HOME, { waitUntil: 'load', timeout: 0 });
    const onlooker = await Onlooker.open(context, tab);
    await onlooker.ask('settle');
    await tab.clock.runFor(GOING_BY).catch((error: unknown) => this.failByTimer(error));
    const warnings = await this.giveFonts(onlooker);
    const unreadable = Number(await onlooker.ask('settle'));
    const missing = Letters.parse(await onlooker.ask('missingLetters'));
    const png = await tab.screenshot({ omitBackground: true, animations: 'disabled', timeout: 0 });
    return {
      png,
      warnings: [...this.refusals(), ...warnings, ...lacks(unreadable, missing)],
      milliseconds: performance.now() - this.opened,
    };
  }

  /** Gives the page the fonts that it asks for beside the families, and those with its letters. @returns warnings. */
  private async giveFonts(onlooker: Onlooker): Promise<readonly string[]> {
    const families = STAND_INS.map((name) => `"${name}"`).join(', ');
    const { stacks, letters } = Texts.parse(await onlooker.ask('lookAtTexts', families));
    const { faces, warnings } = askedFonts(stacks, this.own);
    const more = [...faces, ...standIns(letters, letters.join(''))];
    if (more.length > 0) await onlooker.ask('addStyle', this.rulesFor(more));
    return warnings;
  }

  private listen(context: BrowserContext, tab: Tab): void {
    tab.on('pageerror', ({ message }) => this.failBy(message));
    tab.on('crash', () => this.failAs('the page crashed; it may need more memory than a page may have'));
    tab.on('console', (message) => {
      const [, url] = /^Not allowed to load local resource: (\S+)$/.exec(message.text()) ?? [];
      if (url !== undefined) this.refused.add(shownUrl(url));
    });
    tab.on('framenavigated', (frame) => {
      if (frame === tab.mainFrame() && !frame.url().startsWith(HOME)) this.leaves(frame.url());
    });
    context.on('page', (other) => void other.close().catch(() => undefined));
  }

  /** Gives the page what it asks for: itself once, its fonts, and nothing else. */
  private async answer(route: Route, tab: Tab): Promise<void> {
    const request = route.request();
    const url = request.url();
    const isItself = request.isNavigationRequest() && request.frame() === tab.mainFrame();
    const font = url.startsWith(FONTS) ? this.fonts[Number(url.slice(FONTS.length))] : undefined;
    if (isItself && !this.begun) {
      this.begun = true;
      const rules = this.rulesFor(familyFonts(this.own));
      await route.fulfill({ body: documentOf(this.page, rules), contentType: 'text/html; charset=utf-8' });
    } else if (font) {
      await route.fulfill({ body: await readFile(font.path), contentType: 'font/sfnt' });
    } else {
      if (isItself) this.leaves(url);
      this.refused.add(url.startsWith(HOME) ? url.slice(HOME.length - 1) : shownUrl(url));
      await route.abort('aborted');
    }
  }

  private rulesFor(fonts: readonly PageFont[]): string {
    const first = this.fonts.length;
    this.fonts.push(...fonts);
    return fonts.map((font, index) => fontRule(font, `${FONTS}${first + index}`)).join('\n');
  }

  private refusals(): string[] {
    if (this.refused.size === 0) return [];
    const advice = 'give pictures as data: URLs, and fonts in timeline.fonts';
    return [`a page gets nothing from elsewhere, so ${listed([...this.refused])} is missing; ${advice}.`];
  }

  private leaves(url: string): void {
    this.failAs(`the page leaves for ${shownUrl(url)}, but has to stay where it is`);
  }

  /** A timer of the page has thrown; when the page is gone, that has been said. */
  private failByTimer(error: unknown): void {
    const [, message] =
      /^clock\.runFor: (?:\w*Error: )?(.*)/.exec(String(error instanceof Error && error.message)) ?? [];
    this.failBy(message ?? 'a timer');
  }

  private failBy(message: string): void {
    this.failAs(`the script of the page failed: ${said(message)}`);
  }

  private failAs(phrase: string): void {
    this.fail(new KinoraError('page_failed', `${phrase}.`));
  }
}

/** Sentences on what a page shows but does not have. */
function lacks(unreadable: number, missing: readonly string[]): string[] {
  const letters = listed(missing.map((letter) => `"${letter}"`));
  return [
    ...(unreadable > 0 ? [`${unreadable} of its pictures cannot be read; nothing is shown for them.`] : []),
    ...(missing.length > 0 ? [`no font has the letters ${letters}; boxes stand for them.`] : []),
  ];
}
