import { readFile } from 'node:fs/promises';
import type { Browser as Chromium, BrowserContext, Page as Tab, Route } from 'playwright-core';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { findRequestedFonts } from './requested-fonts.ts';
import { createDocument, type HtmlPage } from './html-page.ts';
import { IsolatedWorld } from './isolated-world.ts';
import {
  createFontRule,
  type CustomPageFont,
  FALLBACK_FAMILIES,
  findCjkFonts,
  listFamilyFonts,
  type PageFont,
} from './page-fonts.ts';
import { makeDeterministic } from './deterministic-world.js';
import { listNames, quotePage } from './page-messages.ts';

/** A page as a picture. */
export interface PageCapture {
  /** With transparency where the page has no background. */
  readonly png: Buffer;
  /** What of the page is not as its author wants it: sentences without the field. */
  readonly warnings: readonly string[];
  /** How long it took, without waiting for a turn. */
  readonly milliseconds: number;
}

/** Where a page believes to be: nobody can own a name that ends so. */
const PAGE_URL = 'https://page.invalid/';
const FONTS_URL = `${PAGE_URL}fonts/`;

/** What every page sees of the world, wherever it is drawn. */
const CONTEXT_OPTIONS = {
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  serviceWorkers: 'block',
  acceptDownloads: false,
  // What a page forbids itself would keep its fonts out as well.
  bypassCSP: true,
} as const;

/** What time it is in every page when it begins. */
const START_TIME = Date.UTC(2026, 0, 1, 12);
/** Milliseconds that go by in a page before it is drawn: most of what moves by scripts has come to its end. */
const ELAPSED_MS = 2_000;

/** What a page says of itself; as everything that it says, it may be anything. */
const InspectedTexts = z.object({ stacks: z.array(z.string()), characters: z.array(z.string()) });
const MissingCharacters = z.array(z.string());

/**
 * Takes the picture of a page as it is at the end of its animations. The page has what is written in it and the fonts, nothing else.
 *
 * @param customFonts the fonts of the edit.
 * @throws {KinoraError} `page_failed` when the page does: its script throws, it leaves for another place, or it crashes; or the
 *   reason of the signal.
 */
export async function capturePage(
  chromium: Chromium,
  page: HtmlPage,
  customFonts: readonly CustomPageFont[],
  signal: AbortSignal,
): Promise<PageCapture> {
  signal.throwIfAborted();
  const { width, height, scale } = page;
  const size = { width, height };
  const opening = chromium.newContext({
    ...CONTEXT_OPTIONS,
    viewport: size,
    screen: size,
    deviceScaleFactor: scale,
  });
  const visit = new PageVisit(page, customFonts);
  const onAborted = (): void => visit.fail(signal.reason);
  // Who waits for a new page of a browser that ends is not told.
  const onDisconnected = (): void => visit.fail(new Error('The browser ended.'));
  signal.addEventListener('abort', onAborted, { once: true });
  chromium.once('disconnected', onDisconnected);
  try {
    return await Promise.race([opening.then((context) => visit.capture(context)), visit.failureOf]);
  } finally {
    signal.removeEventListener('abort', onAborted);
    chromium.off('disconnected', onDisconnected);
    // What cannot be closed, or was never opened, ends with the browser.
    void opening.then((context) => context.close()).catch(() => undefined);
  }
}

/** One page in a browser, from its opening to its picture. */
class PageVisit {
  private readonly page: HtmlPage;
  private readonly customFonts: readonly CustomPageFont[];
  /** The fonts by the number in their address. */
  private readonly servedFonts: PageFont[] = [];
  private readonly refused = new Set<string>();
  private readonly failure = Promise.withResolvers<never>();
  private isServed = false;
  private readonly openedAt = performance.now();

  constructor(page: HtmlPage, customFonts: readonly CustomPageFont[]) {
    this.page = page;
    this.customFonts = customFonts;
  }

  /** Rejects when the page fails. */
  get failureOf(): Promise<never> {
    return this.failure.promise;
  }

  fail(reason: unknown): void {
    this.failure.reject(reason);
  }

  async capture(context: BrowserContext): Promise<PageCapture> {
    const tab = await context.newPage();
    this.listen(context, tab);
    // For windows that it opens; they are closed, but may be faster.
    await context.route('**/*', (route) => route.abort('aborted').catch(() => undefined));
    await tab.route('**/*', (route) => this.answer(route, tab).catch((error: unknown) => this.fail(error)));
    // Time stands still, but for what is let by.
    await tab.clock.pauseAt(START_TIME);
    await context.addInitScript(makeDeterministic);
    await tab.goto(PAGE_URL, { waitUntil: 'load', timeout: 0 });
    const world = await IsolatedWorld.open(context, tab);
    await world.call('settle');
    await tab.clock.runFor(ELAPSED_MS).catch((error: unknown) => this.failByTimer(error));
    const warnings = await this.provideFonts(world);
    const unreadable = Number(await world.call('settle'));
    const missing = MissingCharacters.parse(await world.call('findMissingCharacters'));
    const png = await tab.screenshot({ omitBackground: true, animations: 'disabled', timeout: 0 });
    return {
      png,
      warnings: [...this.warnAboutRefused(), ...warnings, ...describeMissing(unreadable, missing)],
      milliseconds: performance.now() - this.openedAt,
    };
  }

  /** Gives the page the fonts that it asks for beside the families, and those with its letters. @returns warnings. */
  private async provideFonts(world: IsolatedWorld): Promise<readonly string[]> {
    const families = FALLBACK_FAMILIES.map((name) => `"${name}"`).join(', ');
    const { stacks, characters } = InspectedTexts.parse(await world.call('inspectTexts', families));
    const { faces, warnings } = findRequestedFonts(stacks, this.customFonts);
    const more = [...faces, ...findCjkFonts(characters, characters.join(''))];
    if (more.length > 0) await world.call('addStyle', this.rulesFor(more));
    return warnings;
  }

  private listen(context: BrowserContext, tab: Tab): void {
    tab.on('pageerror', ({ message }) => this.failByScript(message));
    tab.on('crash', () => this.failWith('the page crashed; it may need more memory than a page may have'));
    tab.on('console', (message) => {
      const [, url] = /^Not allowed to load local resource: (\S+)$/.exec(message.text()) ?? [];
      if (url !== undefined) this.refused.add(redactUrl(url));
    });
    tab.on('framenavigated', (frame) => {
      if (frame === tab.mainFrame() && !frame.url().startsWith(PAGE_URL)) this.failByNavigation(frame.url());
    });
    context.on('page', (other) => void other.close().catch(() => undefined));
  }

  /** Gives the page what it asks for: itself once, its fonts, and nothing else. */
  private async answer(route: Route, tab: Tab): Promise<void> {
    const request = route.request();
    const url = request.url();
    const isItself = request.isNavigationRequest() && request.frame() === tab.mainFrame();
    const font = url.startsWith(FONTS_URL)
      ? this.servedFonts[Number(url.slice(FONTS_URL.length))]
      : undefined;
    if (isItself && !this.isServed) {
      this.isServed = true;
      const rules = this.rulesFor(listFamilyFonts(this.customFonts));
      await route.fulfill({
        body: createDocument(this.page, rules),
        contentType: 'text/html; charset=utf-8',
      });
    } else if (font) {
      await route.fulfill({ body: await readFile(font.path), contentType: 'font/sfnt' });
    } else {
      if (isItself) this.failByNavigation(url);
      this.refused.add(url.startsWith(PAGE_URL) ? url.slice(PAGE_URL.length - 1) : redactUrl(url));
      await route.abort('aborted');
    }
  }

  private rulesFor(fonts: readonly PageFont[]): string {
    const first = this.servedFonts.length;
    this.servedFonts.push(...fonts);
    return fonts.map((font, index) => createFontRule(font, `${FONTS_URL}${first + index}`)).join('\n');
  }

  private warnAboutRefused(): string[] {
    if (this.refused.size === 0) return [];
    const advice = 'give pictures as data: URLs, and fonts in timeline.fonts';
    return [`a page gets nothing from elsewhere, so ${listNames([...this.refused])} is missing; ${advice}.`];
  }

  private failByNavigation(url: string): void {
    this.failWith(`the page leaves for ${redactUrl(url)}, but has to stay where it is`);
  }

  /** A timer of the page has thrown; when the page is gone, that has been said. */
  private failByTimer(error: unknown): void {
    const [, message] =
      /^clock\.runFor: (?:\w*Error: )?(.*)/.exec(String(error instanceof Error && error.message)) ?? [];
    this.failByScript(message ?? 'a timer');
  }

  private failByScript(message: string): void {
    this.failWith(`the script of the page failed: ${quotePage(message)}`);
  }

  private failWith(phrase: string): void {
    this.fail(new KinoraError('page_failed', `${phrase}.`));
  }
}

/** Sentences on what a page shows but does not have. */
function describeMissing(unreadable: number, missing: readonly string[]): string[] {
  const characters = listNames(missing.map((letter) => `"${letter}"`));
  return [
    ...(unreadable > 0 ? [`${unreadable} of its pictures cannot be read; nothing is shown for them.`] : []),
    ...(missing.length > 0 ? [`no font has the letters ${characters}; boxes stand for them.`] : []),
  ];
}
