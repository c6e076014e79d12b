import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { Drawing } from '../drawing.ts';
import { selectCaptionFonts } from './caption-fonts.ts';
import { CaptionPages } from './caption-pages.ts';
import { activeStyleOf, baseStyleOf } from './style.ts';

/** A rich caption and its cues. */
export interface RichCaptionInput {
  readonly asset: RichCaptionAsset;
  /** The cues, with times in seconds of the clip, sorted by their start. */
  readonly cues: readonly Cue[];
}

/** Maximum distance that swashes and entering words extend beyond the box of the caption, in font sizes. */
const MAX_REACH = 3;

/**
 * Creates the drawing of a rich caption in its box (contract 2.16). Each page is laid out when it appears.
 *
 * @param frame size of the viewport in pixels: the box of the clip, or the whole output.
 * @throws {KinoraError} `font_not_found`, or `validation_failed` for an invalid weight.
 */
export function createRichCaptionDrawing(
  { asset, cues }: RichCaptionInput,
  frame: PixelSize,
  fonts: FontLibrary,
): Drawing {
  const pages = new CaptionPages(asset, selectCaptionFonts(asset, cues, fonts), frame);
  return {
    width: frame.width,
    height: frame.height,
    bleed: bleedOf(asset),
    moments: {
      at: (time) => pages.momentAt(time),
      inkBox: (moment) => pages.at(moment)?.painter.area,
      changedArea: (before, now) => pages.pageOfBoth(before, now)?.painter.changedArea(before, now),
    },
    draw(context, moment, within) {
      context.save();
      pages.at(moment)?.painter.draw(context, moment, within);
      context.restore();
    },
  };
}

/** Returns how far a caption may extend beyond its box, in pixels. */
function bleedOf(asset: RichCaptionAsset): number {
  const reaches = [baseStyleOf(asset), activeStyleOf(asset)].map(({ size, scale, stroke, shadow }) => {
    const { x = 0, y = 0, blur = 0 } = shadow ?? {};
    const around = (stroke?.width ?? 0) + Math.max(Math.abs(x), Math.abs(y)) + 2 * blur;
    return Math.max(1, scale) * (MAX_REACH * size + around);
  });
  return Math.max(...reaches, asset.border?.width ?? 0);
}
