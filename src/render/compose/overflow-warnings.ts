import { KinoraError } from '../../base/errors.ts';
import { timeAtFrame } from '../../base/time.ts';
import { MAX_PROBLEMS, type Warning } from '../../edit/model.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { Visual, VisualClip } from '../resolve/timeline.ts';
import { viewportOf } from '../scene/placement.ts';
import { type CaptionRoom, checkCaptionRoom } from '../draw/caption/check-caption-room.ts';
import { checkRichCaptionRoom } from '../draw/overflow/check-rich-caption-room.ts';
import { checkWritten } from '../draw/overflow/check-written.ts';
import { MeasuringBudget } from '../draw/overflow/measuring-budget.ts';
import { isMotionless, type OutputPicture, seenAreaOf } from '../draw/overflow/seen-area.ts';

/** The clips to check and the picture that they are placed in. */
export interface PlacedClips extends OutputPicture {
  readonly visualClips: readonly VisualClip[];
}

/**
 * Warns about texts and captions that do not fit: letters that are cut off, that are outside of their box or
 * that are outside the picture. There is at most one warning per clip. A text whose font is unknown gets none.
 * If the budget does not suffice for all texts, the last warning says so.
 *
 * @param budget the work that may be done.
 */
export function overflowWarnings(
  { visualClips, ...output }: PlacedClips,
  fonts: FontLibrary,
  budget = new MeasuringBudget(),
): Warning[] {
  const warnings: Warning[] = [];
  for (const clip of visualClips) {
    if (warnings.length === MAX_PROBLEMS) break;
    const text = clip.opacity === 0 ? undefined : describeIfPossible(clip, output, fonts, budget);
    if (text !== undefined) warnings.push({ field: `${clip.field}.asset`, text });
  }
  return budget.wasExceeded ? [...warnings.slice(0, MAX_PROBLEMS - 1), NOT_ALL_CHECKED] : warnings;
}

const NOT_ALL_CHECKED: Warning = {
  field: 'timeline',
  text: 'The edit has so much text that Kinora checked only a part of it. Other texts may not fit into their boxes.',
};

/** Describes the problem of a clip, if there is one and its font is known. */
function describeIfPossible(
  clip: VisualClip,
  output: OutputPicture,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): string | undefined {
  try {
    return describeProblem(clip.visual, clip, output, fonts, budget);
  } catch (error) {
    if (error instanceof KinoraError) return undefined;
    throw error;
  }
}

function describeProblem(
  visual: Visual,
  clip: VisualClip,
  output: OutputPicture,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): string | undefined {
  switch (visual.kind) {
    case 'drawn': {
      const { asset } = visual;
      const isWritten = asset.type === 'text' || asset.type === 'rich-text' || asset.type === 'title';
      return isWritten ? checkWritten(asset, clip, output, fonts, budget) : undefined;
    }
    case 'caption':
      return checkCaptionRoom(visual, roomOf(clip, output), fonts, budget);
    case 'rich-caption':
      return checkRichCaptionRoom(visual, roomOf(clip, output), fonts, budget);
    case 'video':
    case 'still':
    case 'vector':
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
