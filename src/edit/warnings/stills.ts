import type { Output } from '../schema/output.ts';
import type { MaybeSeconds } from '../times/times.ts';
import { shownNumber, type Warning } from './warning.ts';

/** What of the poster and the thumbnail is hardly meant. @param duration of the timeline. */
export function stillWarnings({ poster, thumbnail }: Output, duration: MaybeSeconds): Warning[] {
  return [
    ...captureWarning('output.poster.capture', poster?.capture, duration),
    ...captureWarning('output.thumbnail.capture', thumbnail?.capture, duration),
    ...scaleWarning(thumbnail?.scale),
  ];
}

function captureWarning(field: string, capture: number | undefined, duration: MaybeSeconds): Warning[] {
  if (capture === undefined || !duration || duration.gte(capture)) return [];
  const end = shownNumber(duration.valueOf());
  const text = `${field} is ${shownNumber(capture)} s, but the timeline ends at ${end} s; the last frame is shown.`;
  return [{ field, text }];
}

function scaleWarning(scale: number | undefined): Warning[] {
  if (scale !== 0) return [];
  const field = 'output.thumbnail.scale';
  const text = `${field} is 0, which makes a picture of one pixel; give a fraction of the output, such as 0.25.`;
  return [{ field, text }];
}
