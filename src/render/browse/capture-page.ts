import { readFile } from 'node:fs/promises';
import type { Browser as Chromium, BrowserContext, Page as Tab, Route } from 'playwright-core';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { findRequestedFonts } from './requested-fonts.ts';
import { createDocument, type HtmlPage, type SvgPage } from './html-page.ts';
import { IsolatedWorld } from './isolated-world.ts';
import {
  createFontRule,
  type CustomPageFont,
  FALLBACK_FAMILIES,
  findCjkFonts,
  listFamilyFonts,
  type PageFont,
} from './page-fonts.ts';
import { hasInk } from '../stills/still.ts';
import { makeDeterministic } from './deterministic-world.js';
import { listNames, quotePage } from './page-messages.ts';

/** A captured page. */
export interface PageCapture {
  /** Transparent wherever the page has no background. */
  readonly png: Buffer;
  /**
   * Problems that do not make the capture fail, as sentences. The sentences do not say which field of the
   * edit contains the page.
   */
  readonly warnings: readonly string[];
  /** Duration of the capture in milliseconds, without waiting in the queue. */
  readonly milliseconds: number;
}

/** The URL that the page sees as its own. Names under `.invalid` are never registered. */
const PAGE_URL = 'https://page.invalid/';
const FONTS_URL = `${PAGE_URL}fonts/`;

/** The environment of every page. It is fixed, so that a page looks the same on all machines. */
const CONTEXT_OPTIONS = {
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  serviceWorkers: 'block',
  acceptDownloads: false,
} as const;

/** An SVG may show what is in its own markup, and the fonts. It runs no scripts. */
const SVG_POLICY = `default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data: ${FONTS_URL}`;

/** The time on the clock of every page when it loads. */
const START_TIME = Date.UTC(2026, 0, 1, 12);
/**
 * Milliseconds by which the clock of a page is advanced before the capture. Most animations by scripts take
 * less time, so that the picture shows their end.
 */
const ELAPSED_MS = 2_000;

/**
 * The font lists and the characters of the texts in a page. The data is checked, because nothing from a page
 * can be trusted.
 */
const InspectedTexts = z.object({
  stacks: z.array(z.string()),
  characters: z.array(z.string()),
  own: z.array(z.string()),
});
const Texts = z.array(z.string());

/**
 * Captures a page at the end of its animations. The page can load only its own markup and the fonts.
 *
 * @param customFonts the fonts of the edit.
 * @throws {KinoraError} `page_failed` if a script of the page throws, or if the page navigates away or
 * crashes.
 * @throws the reason of the signal if it is aborted.
 */
export async function capturePage(
  chromium: Chromium,
  page: HtmlPage | SvgPage,
  customFonts: readonly CustomPageFont[],
  signal: AbortSignal,
): Promise<PageCapture> {
  signal.throwIfAborted();
  const { width, height } = page;
  const size = { width, height };
  const opening = chromium.newContext({
    ...CONTEXT_OPTIONS,
    // A content security policy in an HTML page would block the fonts that Kinora provides.
    bypassCSP: !isSvg(page),
    viewport: size,
    screen: size,
    deviceScaleFactor: isSvg(page) ? 1 : page.scale,
  });
  const visit = new PageVisit(page, customFonts);
  const onAborted = (): void => visit.fail(signal.reason);
  // Playwright does not reject a pending new page if the browser exits.
  const onDisconnected = (): void => visit.fail(new Error('The browser exited.'));
  signal.addEventListener('abort', onAborted, { once: true });
  chromium.once('disconnected', onDisconnected);
  try {
    return await Promise.race([opening.then((context) => visit.capture(context)), visit.failed]);
  } finally {
    signal.removeEventListener('abort', onAborted);
    chromium.off('disconnected', onDisconnected);
    // Ignore errors: a context that did not open needs no closing, and a context that cannot be closed ends
    // when the browser exits.
    void opening.then((context) => context.close()).catch(() => undefined);
  }
}

function isSvg(page: HtmlPage | SvgPage): page is SvgPage {
  return 'svg' in page;
}

/** One page in the browser, from opening to capture. */
class PageVisit {
  private readonly page: HtmlPage | SvgPage;
  private readonly customFonts: readonly CustomPageFont[];
  /** The fonts that the page can load. The URL of a font ends with its index. */
  private readonly servedFonts: PageFont[] = [];
  private readonly refused = new Set<string>();
  private readonly failure = Promise.withResolvers<never>();
  private isServed = false;
  private readonly openedAt = performance.now();

  constructor(page: HtmlPage | SvgPage, customFonts: readonly CustomPageFont[]) {
    this.page = page;
    this.customFonts = customFonts;
  }

  /** The name of the page in warnings. */
  private get noun(): string {
    return isSvg(this.page) ? 'drawing' : 'page';
  }

  /** Rejects if the page fails. */
  get failed(): Promise<never> {
    return this.failure.promise;
  }

  fail(reason: unknown): void {
    this.failure.reject(reason);
  }

  async capture(context: BrowserContext): Promise<PageCapture> {
    const tab = await context.newPage();
    this.listen(context, tab);
    // Block requests from windows that the page opens. Such a window is closed, but it may send requests
    // before that.
    await context.route('**/*', (route) => route.abort('aborted').catch(() => undefined));
    await tab.route('**/*', (route) => this.answer(route, tab).catch((error: unknown) => this.fail(error)));
    // Time in the page passes only when `runFor` advances it.
    await tab.clock.pauseAt(START_TIME);
    await context.addInitScript(makeDeterministic);
    await tab.goto(PAGE_URL, { waitUntil: 'load', timeout: 0 });
    const world = await IsolatedWorld.open(context, tab);
    if (isSvg(this.page)) await this.fitDrawing(world, this.page);
    await world.call('settle');
    await tab.clock.runFor(ELAPSED_MS).catch((error: unknown) => this.failByTimer(error));
    if (!isSvg(this.page)) await world.call('readLineHeights');
    const warnings = await this.provideFonts(world);
    const unreadable = Number(await world.call('settle'));
    const faded = Number(await world.call('endAnimations'));
    const missing = Texts.parse(await world.call('findMissingCharacters'));
    const unseen = isSvg(this.page) ? [] : Texts.parse(await world.call('findUnseenTexts'));
    const png = await tab.screenshot({ omitBackground: true, animations: 'disabled', timeout: 0 });
    return {
      png,
      warnings: [
        ...this.warnAboutRefused(),
        ...warnings,
        ...describeMissing(unreadable, missing),
        ...(await describeUnseen(png, { faded, unseen, noun: this.noun })),
      ],
      milliseconds: performance.now() - this.openedAt,
    };
  }

  /** Lets a drawing fill its page, and adds the fonts, for which its document has no place. */
  private async fitDrawing(world: IsolatedWorld, { width, height, natural }: SvgPage): Promise<void> {
    const problem = await world.call('fitDrawing', `0 0 ${natural.width} ${natural.height}`);
    if (problem !== '') this.failWith(`the browser cannot read the drawing: ${quotePage(String(problem))}`);
    const size = `:root{width:${width}px!important;height:${height}px!important}`;
    const font = ':where(:root:not([font-family])){font-family:"Open Sans"}';
    await world.call('addStyle', size + font + this.rulesFor(listFamilyFonts(this.customFonts)));
  }

  /**
   * Adds two kinds of fonts to the page: fonts that the page requests by another name than that of their
   * family, and fonts for characters that the fonts of the page lack.
   *
   * @returns warnings about unknown fonts.
   */
  private async provideFonts(world: IsolatedWorld): Promise<readonly string[]> {
    const families = FALLBACK_FAMILIES.map((name) => `"${name}"`).join(', ');
    const { stacks, characters, own } = InspectedTexts.parse(await world.call('inspectTexts', families));
    const { faces, unknown } = findRequestedFonts(stacks, this.customFonts, own);
    const additional = [...faces, ...findCjkFonts(characters, characters.join(''))];
    if (additional.length > 0) await world.call('addStyle', this.rulesFor(additional));
    if (unknown.length === 0) return [];
    const missing = listNames(unknown.map((name) => `"${quotePage(name)}"`));
    return [`the ${this.noun} uses unknown fonts (${missing}); Open Sans is used instead.`];
  }

  private listen(context: BrowserContext, tab: Tab): void {
    tab.on('pageerror', ({ message }) => this.failByScript(message));
    tab.on('crash', () => this.failWith('the page crashed; it may need more memory than a page is allowed'));
    tab.on('console', (message) => {
      const [, url] = /^Not allowed to load local resource: (\S+)$/.exec(message.text()) ?? [];
      if (url !== undefined) this.refused.add(redactUrl(url));
    });
    tab.on('framenavigated', (frame) => {
      if (frame === tab.mainFrame() && !frame.url().startsWith(PAGE_URL)) this.failByNavigation(frame.url());
    });
    context.on('page', (other) => void other.close().catch(() => undefined));
  }

  /** Answers a request of the page. Serves the document once, serves fonts, and refuses everything else. */
  private async answer(route: Route, tab: Tab): Promise<void> {
    const request = route.request();
    const url = request.url();
    const isDocument = request.isNavigationRequest() && request.frame() === tab.mainFrame();
    const font = url.startsWith(FONTS_URL)
      ? this.servedFonts[Number(url.slice(FONTS_URL.length))]
      : undefined;
    if (isDocument && !this.isServed) {
      this.isServed = true;
      const { page } = this;
      if (isSvg(page))
        await route.fulfill({
          body: page.svg,
          contentType: 'image/svg+xml; charset=utf-8',
          headers: { 'content-security-policy': SVG_POLICY },
        });
      else
        await route.fulfill({
          body: createDocument(page, this.rulesFor(listFamilyFonts(this.customFonts))),
          contentType: 'text/html; charset=utf-8',
        });
    } else if (font) {
      await route.fulfill({ body: await readFile(font.path), contentType: 'font/sfnt' });
    } else {
      if (isDocument) this.failByNavigation(url);
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
    const advice = 'embed pictures as data: URLs and add fonts to timeline.fonts';
    return [
      `a ${this.noun} cannot load external files, so ${listNames([...this.refused])} is missing; ${advice}.`,
    ];
  }

  private failByNavigation(url: string): void {
    this.failWith(`the page navigates to ${redactUrl(url)}, but it must not leave its document`);
  }

  /**
   * Fails the capture because a timer of the page threw an error. Has no effect if the capture has already
   * failed, for example because the page crashed.
   */
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

/**
 * Warns if a page shows nothing at its end, if parts of it have faded out by then, or if texts are not seen.
 *
 * @param faded the number of elements that an animation has shown and that are invisible at its end.
 * @param unseen the texts that are invisible or have a line outside the page.
 * @param noun the name of the page.
 */
async function describeUnseen(
  png: Buffer,
  {
    faded,
    unseen,
    noun,
  }: { readonly faded: number; readonly unseen: readonly string[]; readonly noun: string },
): Promise<string[]> {
  const advice = `A ${noun} is shown as it is at the end of its animations.`;
  const parts = faded === 1 ? `1 part of the ${noun} is` : `${faded} parts of the ${noun} are`;
  const texts = listNames(unseen.map((text) => `"${text}"`));
  const isBlank = !(await hasInk(png));
  return [
    ...(isBlank ? [`the ${noun} shows nothing. ${advice}`] : []),
    ...(!isBlank && faded > 0 ? [`${parts} invisible at the end of an animation. ${advice}`] : []),
    ...(faded === 0 && unseen.length > 0
      ? [
          `the text ${texts} is invisible or lies outside the ${noun}. Check its position, its size and its opacity.`,
        ]
      : []),
  ];
}

/** Returns warnings about pictures and characters that the page cannot show. */
function describeMissing(unreadable: number, missing: readonly string[]): string[] {
  const characters = listNames(missing.map((letter) => `"${letter}"`));
  return [
    ...(unreadable > 0
      ? [`${unreadable} of the pictures of the page cannot be read; blank space is shown instead.`]
      : []),
    ...(missing.length > 0 ? [`no font has a glyph for ${characters}; a box is drawn instead.`] : []),
  ];
}
