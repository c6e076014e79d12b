import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { withoutLogFields } from '../../base/observe/log-fields.ts';
import { type Chromium, describeObstacle, startChromium } from './chromium.ts';
import type { HtmlPage, SvgPage } from './html-page.ts';
import type { CustomPageFont } from './page-fonts.ts';
import { readLibraries } from './page-libraries.ts';
import { capturePage, type PageCapture } from './capture-page.ts';
import { type FilmOrder, filmPage, filmPart, type MadeFilm } from './film-page.ts';
import type { MovingPage } from './moving-page.ts';

/** Draws HTML pages. Each process has at most one Chromium, which starts when the first page is captured. */
export interface Browser {
  /**
   * Captures a page as a picture.
   *
   * @param customFonts the fonts of the edit, in addition to those that every page has.
   * @param onBegun called when the page has waited for its turn.
   * @throws {KinoraError} `page_failed` with the problem of the page, `browser_unavailable` if this machine
   * cannot draw pages, `render_crashed` if Chromium exited, `cancelled` if the signal is aborted, or
   * `stopping` if the browser is closed. `cancelled` and `stopping` are thrown immediately, without waiting
   * for the page.
   */
  capture(
    page: HtmlPage | SvgPage,
    customFonts: readonly CustomPageFont[],
    signal: AbortSignal,
    onBegun?: () => void,
  ): Promise<PageCapture>;
  /**
   * Films a page that moves.
   *
   * @param customFonts the fonts of the edit.
   * @throws {KinoraError} like {@link Browser.capture}.
   */
  film(
    page: MovingPage,
    film: FilmOrder,
    customFonts: readonly CustomPageFont[],
    signal: AbortSignal,
  ): Promise<MadeFilm>;
  /** Returns why this machine cannot draw pages, as a sentence. Undefined if it can, as far as is known. */
  findObstacle(): Promise<string | undefined>;
  /** Ends Chromium for good. Running, waiting and later captures fail. */
  close(): Promise<void>;
}

/** The configuration of a browser. */
export interface BrowserConfig {
  /**
   * The folder for the unpacked Chromium. Created if missing; `unpackBrowser` describes the permissions that
   * the folder needs.
   */
  readonly folder: string;
  /** Path of a Chromium of this machine, in place of the packaged one. */
  readonly installed?: string | undefined;
  /** Folder with the files of GSAP, in place of the installed package. */
  readonly libraries?: string | undefined;
  readonly log: Logger;
  /** Maximum duration of one capture in milliseconds. Default 30,000. */
  readonly pageTimeoutMs?: number;
}

/** Maximum number of pages that are captured at the same time. */
const MAX_CONCURRENT_PAGES = 2;
const DEFAULT_PAGE_MS = 30_000;
/** Maximum number of parts of pages that are filmed at the same time, besides the pages that are captured. */
const MAX_CONCURRENT_FILMS = 2;
/** Maximum duration of filming one part in milliseconds. */
const FILM_MS = 1_800_000;
/**
 * Chromium is closed if no page is captured for this number of milliseconds. The next page starts Chromium
 * again.
 */
const IDLE_MS = 60_000;

/** Opens the browser. The caller must close it. If this process is killed, Chromium exits, too. */
export function openBrowser(config: BrowserConfig): Browser {
  const { folder, installed, libraries, log, pageTimeoutMs = DEFAULT_PAGE_MS } = config;
  const captures = pLimit(MAX_CONCURRENT_PAGES);
  const films = pLimit(MAX_CONCURRENT_FILMS);
  const closed = new AbortController();
  const shared = new SharedChromium(config);

  async function drawNow<Result>(draw: DrawPage<Result>, options: DrawOptions): Promise<Result> {
    options.signal.throwIfAborted();
    const chromium = await shared.use();
    const hadNeighbours = countWork() > 1;
    try {
      return await drawInTime(chromium, draw, options);
    } catch (error) {
      const isDead = error instanceof KinoraError && error.code === 'render_crashed';
      if (!isDead || chromium.browser.isConnected() || !(hadNeighbours || countWork() > 1)) throw error;
      log.warn({ err: error }, 'The browser exited while it drew several pages. Drawing each of them alone.');
      return await drawAlone(() => startChromium(folder, log, () => undefined, installed), draw, options);
    } finally {
      // The counts still include this page, so a sum of 1 means that no other page is left.
      const isLast = countWork() + captures.pendingCount + films.pendingCount === 1;
      if (isLast) shared.rest();
    }
  }

  const countWork = (): number => captures.activeCount + films.activeCount;
  const run = <Result>(
    limit: typeof captures,
    draw: DrawPage<Result>,
    options: DrawOptions,
  ): Promise<Result> =>
    runWhileOpen(options.signal, closed.signal, (signal) =>
      limit(() => drawNow(draw, { ...options, signal })),
    );

  return {
    capture: (page, customFonts, signal, onBegun) => {
      const draw: DrawPage<PageCapture> = (browser, within) => {
        onBegun?.();
        return capturePage(browser, page, customFonts, within);
      };
      return run(captures, draw, { signal, pageTimeoutMs });
    },
    film: async (page, film, customFonts, signal) => {
      const scripts = await readLibraries(`${page.asset.html}${page.asset.js ?? ''}`, libraries);
      return await filmPage(film, signal, (part, either) =>
        run(films, (browser, within) => filmPart(browser, { ...page, scripts }, part, customFonts, within), {
          signal: either,
          pageTimeoutMs: FILM_MS,
        }),
      );
    },
    findObstacle: () => describeObstacle(installed),
    async close() {
      closed.abort();
      await shared.end();
    },
  };
}

/** The Chromium that all pages share. It starts when it is first used. */
class SharedChromium {
  private readonly config: BrowserConfig;
  private running: Promise<Chromium> | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(config: BrowserConfig) {
    this.config = config;
  }

  use(): Promise<Chromium> {
    clearTimeout(this.idle);
    return (this.running ??= this.start());
  }

  /** Ends Chromium soon, unless it is used again. */
  rest(): void {
    this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  async end(): Promise<void> {
    // A page that arrives while this Chromium is closing starts another Chromium.
    const ending = this.running;
    this.running = undefined;
    // If Chromium did not start, the pages that needed it have already failed.
    const chromium = await ending?.catch(() => undefined);
    await chromium?.close();
  }

  private start(): Promise<Chromium> {
    const { folder, log, installed } = this.config;
    const onEnded = (): void => {
      if (this.running === started) this.running = undefined;
    };
    const started = withoutLogFields(() => startChromium(folder, log, onEnded, installed));
    started.catch(onEnded);
    return started;
  }
}

/** Draws a page in a browser. @param signal aborts it. */
type DrawPage<Result> = (browser: Chromium['browser'], signal: AbortSignal) => Promise<Result>;

interface DrawOptions {
  readonly signal: AbortSignal;
  readonly pageTimeoutMs: number;
}

/**
 * Draws a page in a Chromium of its own: one of the pages that were drawn together has ended their Chromium, and the
 * others must not fail with it.
 */
async function drawAlone<Result>(
  start: () => Promise<Chromium>,
  draw: DrawPage<Result>,
  options: DrawOptions,
): Promise<Result> {
  options.signal.throwIfAborted();
  const chromium = await start();
  try {
    return await drawInTime(chromium, draw, options);
  } finally {
    await chromium.close();
  }
}

/** Runs a function. Rejects immediately if the render is cancelled or the browser is closed. */
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

/**
 * Draws a page within the time limit. Converts all errors except cancellation to a {@link KinoraError}.
 */
async function drawInTime<Result>(
  { browser }: Chromium,
  draw: DrawPage<Result>,
  { signal, pageTimeoutMs }: DrawOptions,
): Promise<Result> {
  const timeout = AbortSignal.timeout(pageTimeoutMs);
  try {
    return await draw(browser, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    if (error === timeout.reason) {
      throw new KinoraError('page_failed', `the page took longer than ${pageTimeoutMs / 1000} s to draw.`);
    }
    const failure = browser.isConnected() ? 'could not draw the page' : 'exited unexpectedly';
    throw new KinoraError('render_crashed', `the browser ${failure}.`, { cause: error });
  }
}

const CANCELLED = new KinoraError('cancelled', 'The render was cancelled.');
const CLOSED = new KinoraError('stopping', 'The browser is shutting down. Try again later.');
