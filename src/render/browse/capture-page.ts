import type { Browser as Chromium, BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { createDocument, type HtmlPage, type SvgPage } from './html-page.ts';
import { IsolatedWorld } from './isolated-world.ts';
import type { CustomPageFont } from './page-fonts.ts';
import { hasInk } from '../stills/still.ts';
import { makeDeterministic } from './deterministic-world.js';
import { listNames, quotePage } from './page-messages.ts';
import { FONTS_URL, type PageVisit, START_TIME, type VisitedDocument, visitPage } from './page-visit.ts';

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

/** An SVG may show what is in its own markup, and the fonts. It runs no scripts. */
const SVG_POLICY = `default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data: ${FONTS_URL}`;

/**
 * Milliseconds by which the clock of a page is advanced before the capture. Most animations by scripts take
 * less time, so that the picture shows their end.
 */
const ELAPSED_MS = 2_000;

export const Texts = z.array(z.string());

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
  const openedAt = performance.now();
  const capture = await visitPage(chromium, documentOf(page), customFonts, signal, (visit, context) =>
    takePicture(visit, context, page),
  );
  return { ...capture, milliseconds: performance.now() - openedAt };
}

function isSvg(page: HtmlPage | SvgPage): page is SvgPage {
  return 'svg' in page;
}

function documentOf(page: HtmlPage | SvgPage): VisitedDocument {
  const { width, height } = page;
  const size = { width, height };
  if (isSvg(page)) {
    const contentType = 'image/svg+xml; charset=utf-8';
    return { ...size, noun: 'drawing', scale: 1, contentType, policy: SVG_POLICY, write: () => page.svg };
  }
  const write = (fontRules: string): string => createDocument(page, fontRules);
  return { ...size, noun: 'page', scale: page.scale, contentType: 'text/html; charset=utf-8', write };
}

async function takePicture(
  visit: PageVisit,
  context: BrowserContext,
  page: HtmlPage | SvgPage,
): Promise<Omit<PageCapture, 'milliseconds'>> {
  const tab = await visit.openTab(context);
  // Time in the page passes only when `runFor` advances it.
  await tab.clock.pauseAt(START_TIME);
  await context.addInitScript(makeDeterministic);
  await visit.load(tab);
  const world = await IsolatedWorld.open(context, tab);
  if (isSvg(page)) await fitDrawing(visit, world, page);
  await world.call('settle');
  await tab.clock.runFor(ELAPSED_MS).catch((error: unknown) => failByTimer(visit, error));
  if (!isSvg(page)) await world.call('readLineHeights');
  await visit.provideFonts(world);
  const unreadable = Number(await world.call('settle'));
  const faded = Number(await world.call('endAnimations'));
  const missing = Texts.parse(await world.call('findMissingCharacters'));
  const unseen = isSvg(page) ? [] : Texts.parse(await world.call('findUnseenTexts'));
  const noun = isSvg(page) ? 'drawing' : 'page';
  const png = await tab.screenshot({ omitBackground: true, animations: 'disabled', timeout: 0 });
  return {
    png,
    warnings: [
      ...visit.warnAboutRefused(),
      ...visit.warnAboutFonts(),
      ...describeMissing({ unreadable, missing, noun }),
      ...(await describeUnseen(png, { faded, unseen, noun })),
    ],
  };
}

/** Lets a drawing fill its page, and adds the fonts, for which its document has no place. */
async function fitDrawing(
  visit: PageVisit,
  world: IsolatedWorld,
  { width, height, natural }: SvgPage,
): Promise<void> {
  const problem = await world.call('fitDrawing', `0 0 ${natural.width} ${natural.height}`);
  if (problem !== '') visit.failWith(`the browser cannot read the drawing: ${quotePage(String(problem))}`);
  const size = `:root{width:${width}px!important;height:${height}px!important}`;
  const font = ':where(:root:not([font-family])){font-family:"Open Sans"}';
  await world.call('setStyle', 'drawing', size + font + visit.ruleFonts());
}

/** Fails the visit because a timer of the page threw an error. */
function failByTimer(visit: PageVisit, error: unknown): void {
  const [, message] =
    /^clock\.runFor: (?:\w*Error: )?(.*)/.exec(String(error instanceof Error && error.message)) ?? [];
  visit.failByScript(message ?? 'a timer');
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

/**
 * Returns warnings about pictures and characters that a page cannot show.
 *
 * @param unreadable the number of pictures that cannot be read.
 * @param missing the characters that no font has.
 * @param noun the name of the page.
 */
export function describeMissing({
  unreadable,
  missing,
  noun,
}: {
  readonly unreadable: number;
  readonly missing: readonly string[];
  readonly noun: string;
}): string[] {
  const characters = listNames(missing.map((letter) => `"${letter}"`));
  return [
    ...(unreadable > 0
      ? [`${unreadable} of the pictures of the ${noun} cannot be read; blank space is shown instead.`]
      : []),
    ...(missing.length > 0 ? [`no font has a glyph for ${characters}; a box is drawn instead.`] : []),
  ];
}
