import type { TitleAsset } from '../../../edit/model.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { TextMeasure } from '../overflow/text-measure.ts';
import { inkOfTitle } from './title-drawing.ts';
import { layOutTitle } from './title-layout.ts';

/**
 * Measures the letters of a title in its frame. Letters beyond the frame are cut off. A title with an animated
 * offset is measured without its offset.
 */
export function measureTitle(asset: TitleAsset, frame: PixelSize): TextMeasure | undefined {
  const layout = layOutTitle(asset, frame);
  const { x = 0, y = 0 } = asset.offset ?? {};
  const isStill = typeof x === 'number' && typeof y === 'number';
  const [right, down] = isStill ? [x * frame.width, -y * frame.height] : [0, 0];
  const letters = inkOfTitle(layout, asset.position);
  const ink = letters && { ...letters, x: letters.x + right, y: letters.y + down };
  const drawn = { x: 0, y: 0, ...frame };
  const { size, lines, fitted } = layout;
  return ink && { box: frame, ink, size, lineCount: lines.length, drawn, ...(fitted && { fitted }) };
}
