import type { RichCaptionAsset } from '../../../edit/edit.ts';
import type { Fonts } from '../../fonts/fonts.ts';
import type { Cue } from '../../media/media.ts';
import type { Size } from '../../scene/placement.ts';
import type { Drawing } from '../drawing.ts';
import { letteredCaption } from './lettered.ts';
import { Pages } from './pages.ts';
import { activeStyle, baseStyle } from './style.ts';

/** What a rich caption is drawn from. */
export interface RichCaption {
  readonly asset: RichCaptionAsset;
  /** In seconds of the clip, in the order of their start. */
  readonly cues: readonly Cue[];
}

/** Of the size: as far as words that come in reach out of their box, and swashes. */
const REACH = 3;

/**
 * A rich caption in its box (contract 2.16). Its pages are laid out when they come up.
 *
 * @param frame size in pixels of the box of the clip, or of the output.
 * @throws {KinoraError} `font_not_found`, or `validation_failed` for what is no weight.
 */
export function richCaptionDrawing({ asset, cues }: RichCaption, frame: Size, fonts: Fonts): Drawing {
  const pages = new Pages(asset, letteredCaption(asset, cues, fonts), frame);
  return {
    width: frame.width,
    height: frame.height,
    bleed: bleedOf(asset),
    moments: {
      at: (time) => pages.momentAt(time),
      ink: (moment) => pages.at(moment)?.painting.area,
      changed: (before, now) => pages.shared(before, now)?.painting.changed(before, now),
    },
    draw(context, moment, within) {
      context.save();
      pages.at(moment)?.painting.draw(context, moment, within);
      context.restore();
    },
  };
}

/** How far a caption may reach out of its box, in pixels. */
function bleedOf(asset: RichCaptionAsset): number {
  const reaches = [baseStyle(asset), activeStyle(asset)].map(({ size, scale, stroke, shadow }) => {
    const { x = 0, y = 0, blur = 0 } = shadow ?? {};
    const around = (stroke?.width ?? 0) + Math.max(Math.abs(x), Math.abs(y)) + 2 * blur;
    return Math.max(1, scale) * (REACH * size + around);
  });
  return Math.max(...reaches, asset.border?.width ?? 0);
}
