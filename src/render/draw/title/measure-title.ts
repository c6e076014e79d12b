import { createCanvas } from '@napi-rs/canvas';
import type { TitleAsset } from '../../../edit/model.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { inkBoxOf } from '../overflow/ink-box.ts';
import type { TextMeasure } from '../overflow/text-measure.ts';
import { placeTitleLines } from './title-drawing.ts';
import { applyTitleFonts, layOutTitle } from './title-layout.ts';

/**
 * Measures the letters of a title in its frame. Letters beyond the frame are cut off. A title with an animated
 * offset is measured without its offset.
 */
export function measureTitle(asset: TitleAsset, frame: PixelSize): TextMeasure | undefined {
  const layout = layOutTitle(asset, frame);
  const context = createCanvas(1, 1).getContext('2d');
  applyTitleFonts(context, layout, layout.size);
  const { x = 0, y = 0 } = asset.offset ?? {};
  const isStill = typeof x === 'number' && typeof y === 'number';
  const [right, down] = isStill ? [x * frame.width, -y * frame.height] : [0, 0];
  const lines = placeTitleLines(context, layout, asset.position ?? 'center').map(({ text, ...line }) => {
    const { width, ...extent } = context.measureText(text);
    const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = extent;
    return { text, width, ascent, descent, x: line.x + right, baseline: line.baseline + down };
  });
  const ink = inkBoxOf(lines, layout.size);
  const drawn = { x: 0, y: 0, ...frame };
  return ink && { box: frame, ink, size: layout.size, lineCount: lines.length, drawn };
}
