import type { Browser as Chromium, BrowserContext, CDPSession } from 'playwright-core';
import { randomText } from '../../base/random-text.ts';
import { FilmWriter } from '../stills/page-film.ts';
import { hasInk } from '../stills/still.ts';
import { describeMissing, Texts } from './capture-page.ts';
import { makeDeterministic } from './deterministic-world.js';
import { IsolatedWorld } from './isolated-world.ts';
import { createMovingDocument, type MovingPage, seedOf } from './moving-page.ts';
import * as movingWorld from './moving-world.js';
import type { CustomPageFont } from './page-fonts.ts';
import { type PageVisit, START_TIME, type VisitedDocument, visitPage } from './page-visit.ts';

/** The frames of a page to film. */
interface FilmedFrames {
  /** Frames per second, as a fraction. */
  readonly rate: readonly [numerator: number, denominator: number];
  /** The wanted frames in rising order, from 0. `to` is exclusive. */
  readonly spans: readonly { readonly from: number; readonly to: number }[];
}

/** The film of a page to make. */
export interface FilmOrder {
  readonly frames: FilmedFrames;
  /** Path of the file. */
  readonly to: string;
  /** Maximum size of the file in bytes: what other films have left of {@link MAX_FILM_BYTES}, the default. */
  readonly maxBytes?: number;
}

/** The film of a page that moves. */
export interface MadeFilm {
  /** Problems that do not make the film fail, as sentences without the field of the page. */
  readonly warnings: readonly string[];
  /** Size of the file. */
  readonly bytes: number;
  /** Duration of the filming of all parts in milliseconds, without waiting in the queue. */
  readonly milliseconds: number;
}

/** A part of a film to make: some of its frames. */
interface PartOrder {
  readonly frames: FilmedFrames;
  /** The film of all parts, and its maximum size in bytes. */
  readonly film: FilmWriter;
  readonly maxBytes: number;
}

/** A part of a film that is made. */
interface MadePart extends Pick<MadeFilm, 'warnings' | 'milliseconds'> {
  /** True if all pictures are empty. */
  readonly isBlank: boolean;
}

/** Maximum number of bytes for the films of one render. A minute of a busy page at 1080p has about 2 GB. */
export const MAX_FILM_BYTES = 8 * 2 ** 30;
const TOO_LARGE = `the pictures of the pages that move need more than ${MAX_FILM_BYTES / 2 ** 30} GiB in total; make the pages smaller or their clips shorter`;
/** Maximum number of milliseconds until a page is loaded. */
const MAX_LOAD_MS = 30_000;
/** Maximum number of milliseconds for one frame of a page. */
const MAX_FRAME_MS = 10_000;
/** Frames of a page that are worth a second visit, which loads the page again and runs through those before them. */
const MIN_PART_FRAMES = 25;

/**
 * Films a page. Two visits film the two halves of many frames at the same time.
 *
 * @param make films a part, as {@link filmPart} does. If one fails, the signal of the other aborts.
 * @throws the error of the first part that fails.
 */
export async function filmPage(
  { frames, to, maxBytes = MAX_FILM_BYTES }: FilmOrder,
  signal: AbortSignal,
  make: (part: PartOrder, signal: AbortSignal) => Promise<MadePart>,
): Promise<MadeFilm> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  await using film = await FilmWriter.create(to);
  try {
    const parts = await Promise.all(
      halve(frames).map((part) => make({ frames: part, film, maxBytes }, either)),
    );
    await film.end(frames.rate);
    const warnings = [
      ...new Set(parts.flatMap((part) => part.warnings)),
      ...(parts.every(({ isBlank }) => isBlank) ? ['the page shows nothing in any of its frames.'] : []),
    ];
    const milliseconds = parts.reduce((total, part) => total + part.milliseconds, 0);
    return { warnings, bytes: film.size, milliseconds };
  } finally {
    ended.abort();
  }
}

/** Divides frames into two halves, if they are worth it. */
function halve({ rate, spans }: FilmedFrames): FilmedFrames[] {
  const wanted = spans.reduce((total, { from, to }) => total + to - from, 0);
  if (wanted < 2 * MIN_PART_FRAMES) return [{ rate, spans }];
  let left = Math.ceil(wanted / 2);
  const cuts = spans.map(({ from, to }) => {
    const cut = Math.min(to, from + left);
    left -= cut - from;
    return [
      { from, to: cut },
      { from: cut, to },
    ] as const;
  });
  return [0, 1].map((half) => ({
    rate,
    spans: cuts.flatMap((cut) => cut[half] ?? []).filter(({ from, to }) => from < to),
  }));
}

/**
 * Films some frames of a page: sets its clock to the time of each frame, one after the other, and takes a picture of
 * those that are wanted. The frames before a wanted one are run through, so that a frame looks the same however it is
 * reached.
 *
 * @param page the page, and the scripts of the libraries that it uses.
 * @param customFonts the fonts of the edit.
 * @throws {KinoraError} `page_failed` if a script of the page throws, if a frame takes too long, if the film is too
 *   large, or if the page navigates away or crashes.
 * @throws the reason of the signal if it is aborted.
 */
export async function filmPart(
  chromium: Chromium,
  page: MovingPage & { readonly scripts: readonly string[] },
  { frames, film, maxBytes }: PartOrder,
  customFonts: readonly CustomPageFont[],
  signal: AbortSignal,
): Promise<MadePart> {
  const openedAt = performance.now();
  const { width, height, scale, asset } = page;
  const document: VisitedDocument = {
    width,
    height,
    scale,
    noun: 'page',
    contentType: 'text/html; charset=utf-8',
    write: (fontRules) => createMovingDocument(asset, fontRules, page.scripts),
  };
  return await visitPage(chromium, document, customFonts, signal, async (visit, context) => {
    const camera = await Camera.open(visit, context, seedOf(page));
    const isBlank = await takePictures(camera, film, frames, maxBytes);
    if (film.size > maxBytes) visit.failWith(TOO_LARGE);
    const warnings = [
      ...visit.warnAboutRefused(),
      ...(await camera.describeFonts()),
      ...(SVG_ANIMATION.test(asset.html) ? [STANDS_STILL] : []),
      ...(/<iframe\b/i.test(asset.html) ? ['pages inside of the page ("iframe") stand still.'] : []),
    ];
    return { warnings, isBlank, milliseconds: performance.now() - openedAt };
  });
}

/** Takes the pictures of the wanted frames. Returns true if all of them are empty. */
async function takePictures(
  camera: Camera,
  film: FilmWriter,
  { spans, rate }: FilmedFrames,
  maxBytes: number,
): Promise<boolean> {
  let hasChanged = true;
  let isBlank = true;
  let quiet = 0;
  let last: Buffer | undefined;
  const end = spans.at(-1)?.to ?? 0;
  for (let frame = 0; frame < end && film.size <= maxBytes; frame++) {
    const isWanted = spans.some((span) => frame >= span.from && frame < span.to);
    const moved = await camera.seek(frame, (1000 * frame * rate[1]) / rate[0]);
    hasChanged ||= moved === 'changed';
    if (isWanted && hasChanged) {
      const png = await camera.take(frame);
      isBlank &&= !(await hasInk(png));
      if (last?.equals(png) !== true) await film.add(frame, png);
      last = png;
      hasChanged = false;
    }
    // Nothing in the page waits any more. Embedded files may still be on their way in the browser.
    quiet = moved === 'still' ? quiet + 1 : 0;
    hasChanged ||= quiet === QUIET_FRAMES;
    if (quiet > QUIET_FRAMES && !hasChanged) break;
  }
  return isBlank;
}

/** Frames without a change after which a page is looked at once more and then left alone. */
const QUIET_FRAMES = 3;
/** Elements that move an SVG. The browser is set so that no picture moves by itself, and that stops them, too. */
const SVG_ANIMATION = /<(animate|animateTransform|animateMotion|set)\b/i;
const STANDS_STILL =
  'the animations in SVG elements ("animate", "set") stand still; move the elements by CSS or by a script.';

/** Sets the clock of a page and takes pictures of it. */
class Camera {
  private readonly visit: PageVisit;
  private readonly session: CDPSession;
  private readonly world: IsolatedWorld;
  private readonly clock: string;

  private constructor(visit: PageVisit, session: CDPSession, world: IsolatedWorld, clock: string) {
    this.visit = visit;
    this.session = session;
    this.world = world;
    this.clock = clock;
  }

  /** Opens a page, with its clock at 0. @param seed the first random state of the page. */
  static async open(visit: PageVisit, context: BrowserContext, seed: number): Promise<Camera> {
    const tab = await visit.openTab(context);
    // No script of the page meets this name by chance.
    const clock = randomText('abcdefghijklmnopqrstuvwxyz', 20);
    const functions = Object.values(movingWorld).join('\n');
    // A bundle may give a function another name.
    const begin = `${movingWorld.makeSeekable.name}('${clock}', ${START_TIME});`;
    await context.addInitScript({ content: `(() => { ${functions}\n${begin} })();` });
    await context.addInitScript(makeDeterministic, seed);
    const session = await context.newCDPSession(tab);
    // The timeline of the page must not move by itself, not even while it loads.
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await visit.load(tab, MAX_LOAD_MS);
    const camera = await inTime(visit, 'frame 0', async () => {
      const world = await IsolatedWorld.open(context, tab);
      await world.call('settle');
      const color = { r: 0, g: 0, b: 0, a: 0 };
      await session.send('Emulation.setDefaultBackgroundColorOverride', { color });
      const opened = new Camera(visit, session, world, clock);
      await opened.provideFonts();
      return opened;
    });
    // Libraries such as GSAP set the beginning of their animations in the second step.
    await camera.seek(0, 0);
    return camera;
  }

  /**
   * Sets the clock.
   *
   * @param milliseconds the time of the frame, never less than before.
   * @returns `still` if the picture stays as it is, now and later.
   */
  async seek(frame: number, milliseconds: number): Promise<unknown> {
    const expression = `globalThis.${this.clock}(${milliseconds})`;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await inTime(this.visit, `frame ${frame}`, () =>
      this.session.send('Runtime.evaluate', options),
    );
    if (exceptionDetails) {
      // The first line has the name of the error and its message, the others its stack.
      const [line = 'a timer'] = exceptionDetails.exception?.description?.split('\n') ?? [];
      this.visit.failByScript(line.replace(/^\w*Error: /, ''));
    }
    return result.value;
  }

  /** Returns the page as a PNG, transparent where it has no background. */
  async take(frame: number): Promise<Buffer> {
    return await inTime(this.visit, `frame ${frame}`, async () => {
      await this.provideFonts();
      const options = { format: 'png', optimizeForSpeed: true } as const;
      const shoot = () => this.session.send('Page.captureScreenshot', options);
      // A busy browser may say that it cannot, once.
      const { data } = await shoot().catch(shoot);
      return Buffer.from(data, 'base64');
    });
  }

  /** Returns warnings about the fonts of the page, and about characters that none has in the last picture. */
  async describeFonts(): Promise<readonly string[]> {
    const missing = await inTime(this.visit, 'the last frame', () =>
      this.world.call('findMissingCharacters'),
    );
    return [
      ...this.visit.warnAboutFonts(),
      ...describeMissing({ unreadable: 0, missing: Texts.parse(missing), noun: 'page' }),
    ];
  }

  /** Provides fonts for what the page shows now. */
  private async provideFonts(): Promise<void> {
    if (await this.visit.provideFonts(this.world)) await this.world.call('settle');
  }
}

/** Does work in the page for a frame. Fails the visit if it takes too long. */
async function inTime<Result>(visit: PageVisit, frame: string, work: () => Promise<Result>): Promise<Result> {
  const late = `${frame} of the page took longer than ${MAX_FRAME_MS / 1000} s to draw`;
  return await visit.inTime(work(), MAX_FRAME_MS, late);
}
