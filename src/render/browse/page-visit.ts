import { readFile } from 'node:fs/promises';
import type { Browser as Chromium, BrowserContext, Page as Tab, Route } from 'playwright-core';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import {
  createFontRule,
  type CustomPageFont,
  FALLBACK_FAMILIES,
  findCjkFonts,
  listFamilyFonts,
  type PageFont,
} from './page-fonts.ts';
import { listNames, quotePage } from './page-messages.ts';
import { findRequestedFonts } from './requested-fonts.ts';

/** The document that a visit shows. */
export interface VisitedDocument {
  /** The name of the document in messages. */
  readonly noun: 'page' | 'drawing';
  /** Size of the window in whole pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a picture per pixel of the window. */
  readonly scale: number;
  readonly contentType: string;
  /** The content security policy. If absent, none applies, not even one of the document itself. */
  readonly policy?: string;
  /** Writes the document. @param fontRules the `@font-face` rules of the available fonts. */
  readonly write: (fontRules: string) => string;
}

/** The URL that the page sees as its own. Names under `.invalid` are never registered. */
const PAGE_URL = 'https://page.invalid/';
/** The beginning of the URLs of fonts. */
export const FONTS_URL = `${PAGE_URL}fonts/`;

/** The environment of every page. It is fixed, so that a page looks the same on all machines. */
const CONTEXT_OPTIONS = {
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  serviceWorkers: 'block',
  acceptDownloads: false,
} as const;

/** The time on the clock of every page when it loads. */
export const START_TIME = Date.UTC(2026, 0, 1, 12);

/**
 * The font lists and the characters of the texts in a page. The data is checked, because nothing from a page
 * can be trusted.
 */
const InspectedTexts = z.object({
  stacks: z.array(z.string()),
  characters: z.array(z.string()),
  own: z.array(z.string()),
  hasMarked: z.boolean(),
});

/**
 * Visits a document. It can load only its own markup and the fonts.
 *
 * @param customFonts the fonts of the edit.
 * @param work gets the visit and its own context, which is closed afterwards.
 * @throws {KinoraError} `page_failed` if a script of the page throws, or if the page navigates away or crashes.
 * @throws the reason of the signal if it is aborted.
 */
export async function visitPage<Result>(
  chromium: Chromium,
  document: VisitedDocument,
  customFonts: readonly CustomPageFont[],
  signal: AbortSignal,
  work: (visit: PageVisit, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const { width, height, scale, policy } = document;
  const size = { width, height };
  const opening = chromium.newContext({
    ...CONTEXT_OPTIONS,
    // A content security policy in an HTML page would block the fonts that Kinora provides.
    bypassCSP: policy === undefined,
    viewport: size,
    screen: size,
    deviceScaleFactor: scale,
  });
  const visit = new PageVisit(document, customFonts);
  const onAborted = (): void => visit.fail(signal.reason);
  // Playwright does not reject a pending new page if the browser exits.
  const onDisconnected = (): void => visit.fail(new Error('The browser exited.'));
  signal.addEventListener('abort', onAborted, { once: true });
  chromium.once('disconnected', onDisconnected);
  try {
    return await Promise.race([opening.then((context) => work(visit, context)), visit.failed]);
  } finally {
    signal.removeEventListener('abort', onAborted);
    chromium.off('disconnected', onDisconnected);
    // Ignore errors: a context that did not open needs no closing, and a context that cannot be closed ends
    // when the browser exits.
    void opening.then((context) => context.close()).catch(() => undefined);
  }
}

/** One page in the browser, from opening to its last picture. */
export class PageVisit {
  private readonly document: VisitedDocument;
  private readonly customFonts: readonly CustomPageFont[];
  /** The fonts that the page can load. The URL of a font ends with its index. */
  private readonly servedFonts: PageFont[] = [];
  private readonly refused = new Set<string>();
  private readonly unknownFonts = new Set<string>();
  /** The last answer about the texts of the page. */
  private texts = '';
  private readonly failure = Promise.withResolvers<never>();
  private isServed = false;

  constructor(document: VisitedDocument, customFonts: readonly CustomPageFont[]) {
    this.document = document;
    this.customFonts = customFonts;
  }

  /** Rejects if the page fails. */
  get failed(): Promise<never> {
    return this.failure.promise;
  }

  fail(reason: unknown): void {
    this.failure.reject(reason);
  }

  /** Opens a tab that can load only the document and the fonts. */
  async openTab(context: BrowserContext): Promise<Tab> {
    const tab = await context.newPage();
    this.listen(context, tab);
    // Block requests from windows that the page opens. Such a window is closed, but it may send requests
    // before that.
    await context.route('**/*', (route) => route.abort('aborted').catch(() => undefined));
    await tab.route('**/*', (route) => this.answer(route, tab).catch((error: unknown) => this.fail(error)));
    return tab;
  }

  /** Loads the document. Its scripts run. @param limitMs milliseconds after which the visit fails. */
  async load(tab: Tab, limitMs?: number): Promise<void> {
    const loading = tab.goto(PAGE_URL, { waitUntil: 'load', timeout: 0 });
    if (limitMs === undefined) await loading;
    else await this.inTime(loading, limitMs, `the page took longer than ${limitMs / 1000} s to load`);
  }

  /** Fails the visit if a part of it takes too long. @param late the reason of the failure. */
  async inTime<Result>(part: Promise<Result>, limitMs: number, late: string): Promise<Result> {
    const timer = setTimeout(() => this.failWith(late), limitMs);
    try {
      return await part;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Adds two kinds of fonts to the page: fonts that the page requests by another name than that of their
   * family, and fonts for characters that the fonts of the page lack. Call it again if the page has changed.
   *
   * @returns true if the page may have to load fonts now.
   */
  async provideFonts(world: IsolatedWorld): Promise<boolean> {
    const families = FALLBACK_FAMILIES.map((name) => `"${name}"`).join(', ');
    const { hasMarked, ...texts } = InspectedTexts.parse(await world.call('inspectTexts', families));
    const answer = JSON.stringify(texts);
    if (answer === this.texts) return hasMarked;
    this.texts = answer;
    const { stacks, characters, own } = texts;
    const { faces, unknown } = findRequestedFonts(stacks, this.customFonts, own);
    for (const name of unknown) this.unknownFonts.add(name);
    await world.call('setStyle', 'faces', this.rulesFor(faces));
    await world.call('setStyle', 'fallbacks', this.rulesFor(findCjkFonts(characters, characters.join(''))));
    return true;
  }

  /** Returns a warning about the fonts that the page has requested in vain. */
  warnAboutFonts(): string[] {
    if (this.unknownFonts.size === 0) return [];
    const names = listNames([...this.unknownFonts].map((name) => `"${quotePage(name)}"`));
    return [`the ${this.document.noun} uses unknown fonts (${names}); Open Sans is used instead.`];
  }

  /** Returns the rules of the built-in fonts and of those of the edit. */
  ruleFonts(): string {
    return this.rulesFor(listFamilyFonts(this.customFonts));
  }

  /** Returns a warning about what the page has asked for in vain. */
  warnAboutRefused(): string[] {
    if (this.refused.size === 0) return [];
    const advice = 'embed pictures as data: URLs and add fonts to timeline.fonts';
    return [
      `a ${this.document.noun} cannot load external files, so ${listNames([...this.refused])} is missing; ${advice}.`,
    ];
  }

  /** @param line the line of the script, if it is known. */
  failByScript(message: string, line?: string): void {
    const where = line === undefined ? '' : ` in line ${line} of "js"`;
    this.failWith(`the script of the page failed${where}: ${quotePage(message)}`);
  }

  /** Fails the visit. Has no effect if it has failed already, for example because the page crashed. */
  failWith(phrase: string): void {
    this.fail(new KinoraError('page_failed', `${phrase}.`));
  }

  private listen(context: BrowserContext, tab: Tab): void {
    tab.on('pageerror', ({ message, stack = '' }) => this.failByScript(message, LINE.exec(stack)?.[1]));
    tab.on('crash', () =>
      this.failWith(`the ${this.document.noun} crashed; it may need more memory than a page is allowed`),
    );
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
      const { write, contentType, policy } = this.document;
      await route.fulfill({
        body: write(this.ruleFonts()),
        contentType,
        ...(policy !== undefined && { headers: { 'content-security-policy': policy } }),
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
    const rules = fonts.map((font) => {
      const known = this.servedFonts.findIndex(({ path }) => path === font.path);
      const index = known === -1 ? this.servedFonts.push(font) - 1 : known;
      return createFontRule(font, `${FONTS_URL}${index}`);
    });
    return rules.join('\n');
  }

  private failByNavigation(url: string): void {
    this.failWith(`the page navigates to ${redactUrl(url)}, but it must not leave its document`);
  }
}

/** The place of an error in the script of a page that moves. */
const LINE = /asset\.js:(\d+)/;
