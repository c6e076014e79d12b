import { KinoraError } from '../../base/errors.ts';
import { timeAtFrame } from '../../base/time.ts';
import { MAX_PROBLEMS, type Warning } from '../../edit/model.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { Visual, VisualClip } from '../resolve/timeline.ts';
import { listCanvases } from '../scene/canvases.ts';
import { FrameBudget } from '../scene/find-unseen.ts';
import { viewportOf } from '../scene/placement.ts';
import { showsLetters, warnIfUnseen } from '../scene/unseen-warnings.ts';
import { type CaptionRoom, checkCaptionRoom } from '../draw/overflow/check-caption-room.ts';
import { checkRichCaptionRoom } from '../draw/overflow/check-rich-caption-room.ts';
import { checkWritten } from '../draw/overflow/check-written.ts';
import { type InkArea, measureInkArea } from '../draw/overflow/ink-area.ts';
import { layoutCostOf, type WrittenAsset } from '../draw/overflow/measure-written.ts';
import { MeasuringBudget } from '../draw/overflow/measuring-budget.ts';
import { isMotionless, type OutputPicture, seenAreaOf } from '../draw/overflow/seen-area.ts';

/** The clips to check and the picture that they are placed in. */
export interface PlacedClips extends OutputPicture {
  readonly visualClips: readonly VisualClip[];
  /** The frames that are rendered. Other clips are not checked for being invisible. Default: all frames. */
  readonly range?: { readonly from: number; readonly to: number };
}

/**
 * Warns about texts and captions that do not fit: letters that are cut off, that are outside of their box or
 * that are outside the picture. Says of a clip that is never visible at all why it is not. There is at most one
 * warning per clip. A text whose font is unknown is not measured. If the budget does not suffice for all texts,
 * the last warning says so.
 *
 * @param budget the work that may be done.
 */
export function overflowWarnings(
  placed: PlacedClips,
  fonts: FontLibrary,
  budget = new MeasuringBudget(),
): Warning[] {
  const warnings: Warning[] = [];
  const frames = new FrameBudget();
  for (const { visualClips, range, ...output } of listCanvases(placed)) {
    for (const clip of visualClips) {
      if (warnings.length === MAX_PROBLEMS) break;
      if (!showsLetters(clip) || isBlank(clip)) continue;
      const isRendered = !range || (clip.from < range.to && clip.to > range.from);
      warnings.push(...checkClip(clip, output, fonts, { budget, ...(isRendered && { frames }) }));
    }
  }
  return budget.wasExceeded ? [...warnings.slice(0, MAX_PROBLEMS - 1), NOT_ALL_CHECKED] : warnings;
}

/** The work that may be done for the clips of an edit. Without `frames`, no clip is called invisible. */
interface CheckBudget {
  readonly budget: MeasuringBudget;
  readonly frames?: FrameBudget;
}

/** Warns of a clip that is never visible, or else of its letters that do not fit. */
function checkClip(
  clip: VisualClip,
  output: OutputPicture,
  fonts: FontLibrary,
  { budget, frames }: CheckBudget,
): Warning[] {
  const unseen = frames ? warnIfUnseen(clip, output, frames) : [];
  const isHidden = unseen.length > 0 || clip.opacity === 0;
  const text = isHidden ? undefined : skipUnknownFonts(() => describeProblem(clip, output, fonts, budget));
  const mayBeAway = isHidden || text !== undefined || seenAreaOf(clip, output) === undefined;
  const ink = frames && mayBeAway ? findInkArea(clip, output, fonts, budget) : undefined;
  const away = frames && ink ? warnIfUnseen(clip, output, frames, ink) : [];
  if (away.length > 0) return away;
  return text === undefined ? unseen : [{ field: `${clip.field}.asset`, text }];
}

/** True for a text without letters, such as the one that stands for a clip of another moment. */
function isBlank({ visual }: VisualClip): boolean {
  return isWritten(visual) && visual.asset.text.trim() === '';
}

function isWritten(visual: Visual): visual is Extract<Visual, { kind: 'drawn' }> & { asset: WrittenAsset } {
  if (visual.kind !== 'drawn') return false;
  const { type } = visual.asset;
  return type === 'text' || type === 'rich-text' || type === 'title';
}

/** Measures where a text draws something, if its font is known and the budget suffices. */
function findInkArea(
  clip: VisualClip,
  output: OutputPicture,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): InkArea | undefined {
  const { visual } = clip;
  if (!isWritten(visual) || !budget.pay(layoutCostOf(visual.asset), 2)) return undefined;
  return skipUnknownFonts(() => measureInkArea(visual.asset, visual, viewportOf(clip, output), fonts));
}

/** Runs a check. Returns undefined if a font is unknown, which has a message of its own. */
function skipUnknownFonts<Found>(check: () => Found): Found | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof KinoraError) return undefined;
    throw error;
  }
}

const NOT_ALL_CHECKED: Warning = {
  field: 'timeline',
  text: 'The edit has so much text that Kinora checked only a part of it. Other texts may not fit into their boxes.',
};

/** Describes the problem of a clip, if there is one. */
function describeProblem(
  clip: VisualClip,
  output: OutputPicture,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): string | undefined {
  const { visual } = clip;
  switch (visual.kind) {
    case 'drawn':
      return isWritten(visual) ? checkWritten(visual.asset, clip, output, fonts, budget) : undefined;
    case 'caption':
      return checkCaptionRoom(visual, roomOf(clip, output), fonts, budget);
    case 'rich-caption':
      return checkRichCaptionRoom(visual, roomOf(clip, output), fonts, budget);
    case 'video':
    case 'still':
    case 'vector':
    case 'group':
    case 'lottie':
      return undefined;
  }
}

function roomOf(clip: VisualClip, output: OutputPicture): CaptionRoom {
  const start = timeAtFrame(clip.from, output.rate).valueOf();
  return {
    frame: viewportOf(clip, output),
    seen: seenAreaOf(clip, output),
    isStill: isMotionless(clip),
    formatTime: (second) => String(Number((start + Math.max(0, second)).toFixed(2))),
  };
}
