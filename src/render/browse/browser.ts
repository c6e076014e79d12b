import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { type Chromium, startChromium } from './chromium.ts';
import type { Page } from './document.ts';
import type { OwnFont } from './page-fonts.ts';
import { photograph, type Photograph } from './photograph.ts';

/** Draws pages of HTML: one Chromium for a process, which starts when the first page comes. */
export interface Browser {
  /**
   * Takes the picture of a page.
   *
   * @param own the fonts of the edit, beside those that every page has.
   * @throws {KinoraError} `page_failed` with what is wrong with the page, `browser_unavailable` where this machine cannot draw
   *   any, `render_crashed` when Chromium ended, or, at once, `cancelled` or `stopping`.
   */
  photograph(page: Page, own: readonly OwnFont[], signal: AbortSignal): Promise<Photograph>;
  /** Ends Chromium for good; pages that are being drawn, wait or come later fail. */
  close(): Promise<void>;
}

/** Where Chromium is kept, and what a page may take. */
export interface BrowserConfig {
  /** The folder for the unpacked Chromium, made if absent; as `unpackBrowser` wants it. */
  readonly folder: string;
  readonly log: Logger;
  /** Milliseconds for one page; 30 s by default. */
  readonly timeLimit?: number;
}

/** Pages at the same time. */
const AT_ONCE = 2;
const PAGE_MS = 30_000;
/** Without pages Chromium is ended after so long, until the next one comes. */
const IDLE_MS = 60_000;

/** Opens the browser. To be closed; what is left of it ends with this process, however that ends. */
export function openBrowser({ folder, log, timeLimit = PAGE_MS }: BrowserConfig): Browser {
  const turns = pLimit(AT_ONCE);
  const closed = new AbortController();
  let running: Promise<Chromium> | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Promise<Chromium> {
    const gone = (): void => {
      if (running === started) running = undefined;
    };
    const started = startChromium(folder, log, gone);
    started.catch(gone);
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

  async function take(page: Page, own: readonly OwnFont[], signal: AbortSignal): Promise<Photograph> {
    signal.throwIfAborted();
    clearTimeout(idle);
    try {
      return await photographed(await (running ??= start()), page, own, { signal, timeLimit });
    } finally {
      // This page still counts.
      const isLast = turns.activeCount + turns.pendingCount === 1;
      if (isLast) idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  }

  return {
    photograph: (page, own, signal) =>
      whileOpen(signal, closed.signal, (either) => turns(() => take(page, own, either))),
    async close() {
      closed.abort();
      await end();
    },
  };
}

/** Works until it is done, cancelled or closed. */
async function whileOpen<Value>(
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
async function photographed(
  { browser }: Chromium,
  page: Page,
  own: readonly OwnFont[],
  { signal, timeLimit }: { signal: AbortSignal; timeLimit: number },
): Promise<Photograph> {
  const late = AbortSignal.timeout(timeLimit);
  try {
    return await photograph(browser, page, own, AbortSignal.any([signal, late]));
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    if (error === late.reason) {
      throw new KinoraError('page_failed', `the page takes longer than ${timeLimit / 1000} s.`);
    }
    const left = browser.isConnected() ? 'could not draw the page' : 'ended';
    throw new KinoraError('render_crashed', `the browser ${left}.`, { cause: error });
  }
}

const CANCELLED = new KinoraError('cancelled', 'The render was cancelled.');
const CLOSED = new KinoraError('stopping', 'The browser is closed; try again later.');
