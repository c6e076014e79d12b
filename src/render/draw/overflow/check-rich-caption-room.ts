import type { FontLibrary } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import type { RichCaptionVisual } from '../../resolve/timeline.ts';
import { type CaptionRoom, countCaptions, nameCaption } from './check-caption-room.ts';
import { selectCaptionFonts } from '../rich-caption/caption-fonts.ts';
import { CaptionPages } from '../rich-caption/caption-pages.ts';
import type { FittedPage } from '../rich-caption/fit-pages.ts';
import { type Passage, startOfWords } from '../rich-caption/passages.ts';
import { pageStyleOf } from '../rich-caption/style.ts';
import { findOverflow } from './find-overflow.ts';
import { containsBox } from './fits-for-sure.ts';
import type { MeasuringBudget } from './measuring-budget.ts';

/** Approximate number of times that a caption is measured until all of them fit. */
const LAYOUTS = 4;
/** Maximum number of pages that are placed to find out if they are inside the picture. */
const MAX_PLACED = 200;

/**
 * Describes the rich captions that are drawn much smaller than requested, that are never visible because others
 * hide them, or that reach out of their box or the picture.
 *
 * @returns undefined if all captions fit, or if the budget does not suffice.
 * @throws {KinoraError} `font_not_found` or `validation_failed` if a font is unknown.
 */
export function checkRichCaptionRoom(
  { asset, cues }: RichCaptionVisual,
  room: CaptionRoom,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): string | undefined {
  const checked = takeAffordable(cues, budget);
  if (checked.length === 0) return undefined;
  const pages = new CaptionPages(asset, selectCaptionFonts(asset, checked, fonts), room.frame);
  const { size } = pageStyleOf(asset);
  const name = (text: string, from: number): string => nameCaption(text, from, room);
  const { tooSmall: small } = pages.fit.findMisfits();
  if (small[0]) {
    const drawn = Math.floor(size * Math.min(...small[0].lines.map(({ scale }) => scale)));
    return `${countCaptions(small.length)} too large for the box at a "font.size" of ${size}. The first is ${name(textOf(small[0]), startOf(small[0]))}, which is drawn at ${drawn} px. Lower "font.size" or the "padding", or make the box larger.`;
  }
  const hidden = pages.fit.passages.flatMap((passage) => hiddenWordsOf(pages, passage));
  if (hidden[0])
    return `${hidden.length === 1 ? '1 word is' : `${hidden.length} words are`} never visible, because other captions hide them the whole time. The first is ${name(hidden[0].text, hidden[0].from)}. Let fewer captions overlap.`;
  return describeOutside(pages, asset, room);
}

/** Returns the first captions that the budget suffices for. */
function takeAffordable(cues: readonly Cue[], budget: MeasuringBudget): readonly Cue[] {
  const end = cues.findIndex(({ text }) => !budget.pay(text, LAYOUTS));
  return end < 0 ? cues : cues.slice(0, end);
}

function hiddenWordsOf(pages: CaptionPages, passage: Passage): Passage['words'] {
  return passage.words.filter(({ from, to }) => pages.isHidden(passage, from, to));
}

/** Describes the first page that reaches out of its box or the picture. */
function describeOutside(
  pages: CaptionPages,
  asset: RichCaptionVisual['asset'],
  room: CaptionRoom,
): string | undefined {
  const { frame, seen, isStill } = room;
  const { size, vertical, padding } = pageStyleOf(asset);
  const hasRoom = frame.height > padding.top + padding.bottom && frame.width > padding.left + padding.right;
  // Pages are laid out inside the padding. If there is nothing left of it, they may be anywhere.
  if (hasRoom && (!seen || containsBox(seen, frame))) return undefined;
  const { fit } = pages;
  const fitted = fit.passages.slice(0, MAX_PLACED).flatMap((passage) => fit.fitPassage(passage));
  for (const page of fitted.slice(0, MAX_PLACED)) {
    const from = startOf(page);
    const placed = pages.at(from)?.page;
    if (!placed) continue;
    const measure = {
      box: frame,
      ink: placed.box,
      align: vertical,
      size: size * page.scale,
      lineCount: page.lines.length,
    };
    const overflow = findOverflow(measure, seen, isStill ? 'box' : 'picture');
    if (!overflow) continue;
    const { kind, side, excess } = overflow;
    const edge = kind === 'away' ? `the ${side} of the picture` : `the ${side} of its box`;
    const advice =
      kind === 'away'
        ? 'Change the "position", "offset", "scale" or box of the clip.'
        : 'Lower "font.size" or the "padding", or make the box larger.';
    return `The caption ${nameCaption(textOf(page), from, room)} reaches ${Math.ceil(excess)} px beyond ${edge}. ${advice}`;
  }
  return undefined;
}

function textOf({ lines }: FittedPage): string {
  return lines.map(({ text }) => text).join(' ');
}

function startOf({ lines }: FittedPage): number {
  return startOfWords(lines.flatMap(({ words }) => words));
}
