import type { Output } from '../schema/output.ts';
import type { MaybeSeconds } from '../times/resolve-times.ts';
import { formatNumber, type Warning } from './warning.ts';

/** Warns about the poster and the thumbnail. @param duration length of the timeline, if known. */
export function warnAboutStills({ poster, thumbnail }: Output, duration: MaybeSeconds): Warning[] {
  return [
    ...warnAboutCapture('output.poster.capture', poster?.capture, duration),
    ...warnAboutCapture('output.thumbnail.capture', thumbnail?.capture, duration),
    ...warnAboutThumbnailScale(thumbnail?.scale),
  ];
}

function warnAboutCapture(field: string, capture: number | undefined, duration: MaybeSeconds): Warning[] {
  if (capture === undefined || !duration || duration.gte(capture)) return [];
  const end = formatNumber(duration.valueOf());
  const text = `The moment ${formatNumber(capture)} s is after the timeline, which ends at ${end} s. The last frame is shown.`;
  return [{ field, text }];
}

function warnAboutThumbnailScale(scale: number | undefined): Warning[] {
  if (scale !== 0) return [];
  const field = 'output.thumbnail.scale';
  const text =
    'A scale of 0 makes an image of one pixel. Set it to a fraction of the output size, such as 0.25.';
  return [{ field, text }];
}
