import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { type Chromium, startChromium } from './chromium.ts';
import type { HtmlPage } from './html-page.ts';
import type { CustomPageFont } from './page-fonts.ts';
import { capturePage, type PageCapture } from './capture-page.ts';

/** Draws pages of HTML: one Chromium for a process, which starts when the first page comes. */
export interface Browser {
  /**
   * Takes the picture of a page.
   *
   * @param customFonts the fonts of the edit, beside those that every page has.
   * @throws {KinoraError} `page_failed` with what is wrong with the page, `browser_unavailable` where this machine cannot draw
   *   any, `render_crashed` when Chromium ended, or, at once, `cancelled` or `stopping`.
   */
  capture(page: HtmlPage, customFonts: readonly CustomPageFont[], signal: AbortSignal): Promise<PageCapture>;
  /** Ends Chromium for good; pages that are being drawn, wait or come later fail. */
  close(): Promise<void>;
}

/** Where Chromium is kept, and what a page may take. */
export interface BrowserConfig {
  /** The folder for the unpacked Chromium, made if absent; as `unpackBrowser` wants it. */
  readonly folder: string;
  readonly log: Logger;
  /** Milliseconds for one page; 30 s by default. */
  readonly pageTimeoutMs?: number;
}

/** Pages at the same time. */
const MAX_CONCURRENT_PAGES = 2;
const DEFAULT_PAGE_MS = 30_000;
/** Without pages Chromium is ended after so long, until the next one comes. */
const IDLE_MS = 60_000;

/** Opens the browser. To be closed; what is left of it ends with this process, however that ends. */
export function openBrowser({ folder, log, pageTimeoutMs = DEFAULT_PAGE_MS }: BrowserConfig): Browser {
  const limit = pLimit(MAX_CONCURRENT_PAGES);
  const closed = new AbortController();
  let running: Promise<Chromium> | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Promise<Chromium> {
    const onEnded = (): void => {
      if (running === started) running = undefined;
    };
    const started = startChromium(folder, log, onEnded);
    started.catch(onEnded);
    return started;
  }

  async function end(): Promise<void> {
    // Who comes meanwhile gets another one.
    const ending = running;
    running = undefined;
    // One that did not start has told those who wanted it.
    const chromium = await ending?.catch(() => undefined);
    await chromium?.close();
  }

  async function take(
    page: HtmlPage,
    customFonts: readonly CustomPageFont[],
    signal: AbortSignal,
  ): Promise<PageCapture> {
    signal.throwIfAborted();
    clearTimeout(idle);
    try {
      return await captureInTime(await (running ??= start()), page, customFonts, {
        signal,
        pageTimeoutMs,
      });
    } finally {
      // This page still counts.
      const isLast = limit.activeCount + limit.pendingCount === 1;
      if (isLast) idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  }

  return {
    capture: (page, customFonts, signal) =>
      runWhileOpen(signal, closed.signal, (either) => limit(() => take(page, customFonts, either))),
    async close() {
      closed.abort();
      await end();
    },
  };
}

/** Works until it is done, cancelled or closed. */
async function runWhileOpen<Value>(
  cancelled: AbortSignal,
  closed: AbortSignal,
  work: (either: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const either = AbortSignal.any([cancelled, closed]);
  const ended = Promise.withResolvers<never>();
  const onEnd = (): void => ended.reject(closed.aborted ? CLOSED : CANCELLED);
  if (either.aborted) onEnd();
  either.addEventListener('abort', onEnd);
  try {
    return await Promise.race([ended.promise, work(either)]);
  } finally {
    either.removeEventListener('abort', onEnd);
  }
}

/** Takes the picture of a page in the time for it, and says what is wrong for others than the one who cancels. */
async function captureInTime(
  { browser }: Chromium,
  page: HtmlPage,
  customFonts: readonly CustomPageFont[],
  { signal, pageTimeoutMs }: { signal: AbortSignal; pageTimeoutMs: number },
): Promise<PageCapture> {
  const timeout = AbortSignal.timeout(pageTimeoutMs);
  try {
    return await capturePage(browser, page, customFonts, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    if (error === timeout.reason) {
      throw new KinoraError('page_failed', `the page takes longer than ${pageTimeoutMs / 1000} s.`);
    }
    const left = browser.isConnected() ? 'could not draw the page' : 'ended';
    throw new KinoraError('render_crashed', `the browser ${left}.`, { cause: error });
  }
}

const CANCELLED = new KinoraError('cancelled', 'The render was cancelled.');
const CLOSED = new KinoraError('stopping', 'The browser is closed; try again later.');
