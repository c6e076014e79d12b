import { KinoraError } from '../../base/errors.ts';
import { readSvgSize } from '../draw/svg/svg-drawing.ts';
import { SvgError } from '../draw/svg/svg-renderer.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { listCanvases } from '../scene/canvases.ts';

/**
 * Checks the SVG markup in the clips of an edit before the first frame is made. SVG files are not checked
 * again, because they were checked when they were probed.
 *
 * @throws {KinoraError} `validation_failed`, with the field of the first SVG that cannot be drawn.
 */
export function checkInlineSvgs(timeline: ResolvedTimeline): void {
  for (const { visual, field } of listCanvases(timeline).flatMap(({ visualClips }) => visualClips)) {
    if (visual.kind !== 'drawn' || visual.asset.type !== 'svg') continue;
    try {
      readSvgSize(visual.asset.src);
    } catch (error) {
      if (!(error instanceof SvgError)) throw error;
      throw new KinoraError('validation_failed', `${field}.asset.src: ${error.message}`, { cause: error });
    }
  }
}
