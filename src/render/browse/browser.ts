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
   *   any, `render_crashed` when Chromium ended, or `cancelled`.
   */
  photograph(page: Page, own: readonly OwnFont[], signal: AbortSignal): Promise<Photograph>;
  /** Ends Chromium; pages that are being drawn fail. */
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
/** Without pages Chromium is ended after so long: longer than any page takes. */
const IDLE_MS = 60_000;

/** Opens the browser. To be closed; what is left of it ends with this process, however that ends. */
export function openBrowser({ folder, log, timeLimit = PAGE_MS }: BrowserConfig): Browser {
  const turns = pLimit(AT_ONCE);
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

  async function close(): Promise<void> {
    clearTimeout(idle);
    // Who comes meanwhile gets another one.
    const closing = running;
    running = undefined;
    // One that did not start has told those who wanted it.
    const chromium = await closing?.catch(() => undefined);
    await chromium?.close();
  }

  async function take(page: Page, own: readonly OwnFont[], signal: AbortSignal): Promise<Photograph> {
    if (signal.aborted) throw CANCELLED;
    clearTimeout(idle);
    const { browser } = await (running ??= start());
    const limits = limited(signal, timeLimit);
    try {
      return await photograph(browser, page, own, limits.signal);
    } catch (error) {
      if (error instanceof KinoraError) throw error;
      const left = browser.isConnected() ? 'could not draw a page' : 'ended';
      throw new KinoraError('render_crashed', `The browser ${left}.`, { cause: error });
    } finally {
      limits.stop();
      idle = setTimeout(() => void close(), IDLE_MS).unref();
    }
  }

  return { photograph: (page, own, signal) => turns(() => take(page, own, signal)), close };
}

const CANCELLED = new KinoraError('cancelled', 'The render was cancelled.');

/** A signal that has a reason for the client, whatever that of the given one. */
function limited(signal: AbortSignal, milliseconds: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const late = `the page takes longer than ${milliseconds / 1000} s.`;
  const timer = setTimeout(() => controller.abort(new KinoraError('page_failed', late)), milliseconds);
  const cancel = (): void => controller.abort(CANCELLED);
  signal.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    },
  };
}
