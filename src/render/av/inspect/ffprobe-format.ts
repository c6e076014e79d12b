import { type FormatContext, type IRational } from 'node-av';
import type { Seconds } from '../../../base/time.ts';

/** Seconds as ffprobe writes them: `8.033333`. */
export function formatFfprobeSeconds(time: Seconds): string {
  return time.valueOf().toFixed(6);
}

/** A rational number as ffprobe writes it: `30000/1001`, and `0/0` for one that is not known. */
export function formatRational({ num, den }: IRational, separator = '/'): string {
  return `${num}${separator}${num === 0 ? 0 : den}`;
}

/** The tags of a file or of a stream; nothing where there are none. */
export function tagsOf({ metadata }: Pick<FormatContext, 'metadata'>): {
  readonly tags?: Record<string, string>;
} {
  const tags = metadata?.getAll() ?? {};
  return Object.keys(tags).length > 0 ? { tags } : {};
}
