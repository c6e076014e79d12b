import { type FormatContext, type IRational } from '../ffmpeg.ts';
import type { Seconds } from '../../../base/time.ts';

/** Formats seconds as ffprobe does: `8.033333`. */
export function formatFfprobeSeconds(time: Seconds): string {
  return time.valueOf().toFixed(6);
}

/** Formats a rational number as ffprobe does: `30000/1001`, and `0/0` for an unknown one. */
export function formatRational({ num, den }: IRational, separator = '/'): string {
  return `${num}${separator}${num === 0 ? 0 : den}`;
}

/** Returns the field `tags` of a file or a stream; no field if there are no tags. */
export function tagsOf({ metadata }: Pick<FormatContext, 'metadata'>): {
  readonly tags?: Record<string, string>;
} {
  const tags = metadata?.getAll() ?? {};
  return Object.keys(tags).length > 0 ? { tags } : {};
}
