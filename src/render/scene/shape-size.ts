import type { DrawnAsset } from '../resolve/timeline.ts';
import type { PixelSize } from './placement.ts';

/** Returns the size of a shape in pixels, without its stroke. */
export function shapeSizeOf(asset: Extract<DrawnAsset, { type: 'shape' }>): PixelSize {
  switch (asset.shape) {
    case 'rectangle':
      return { width: asset.rectangle.width, height: asset.rectangle.height };
    case 'circle':
      return { width: 2 * asset.circle.radius, height: 2 * asset.circle.radius };
    case 'line':
      return { width: asset.line.length, height: asset.line.thickness };
  }
}
