import type { DraftClip } from '../document/edit-text.ts';
import { kindOfFile, type MediaKind } from '../media/media-kind.ts';

/** The asset types that show or play a file. */
const ASSET_TYPES: Readonly<Partial<Record<MediaKind, string>>> = {
  video: 'video',
  image: 'image',
  drawing: 'image',
  sound: 'audio',
  captions: 'caption',
};
/** Seconds that something without a duration is shown. */
const DEFAULT_LENGTH = 5;

/**
 * Creates a clip that shows or plays a file.
 *
 * @param url address of the file.
 * @param start second of the timeline.
 * @param duration seconds of the file, if they are known.
 * @returns undefined if an edit cannot use such a file.
 */
export function createClipOfFile(
  url: string,
  start: number,
  duration: number | undefined,
): DraftClip | undefined {
  const kind = kindOfFile(url);
  const type = ASSET_TYPES[kind];
  if (type === undefined) return undefined;
  return { asset: { type, src: url }, start, length: chooseLength(kind, duration) };
}

function chooseLength(kind: MediaKind, duration: number | undefined): number | string {
  // An animated image has a duration, too.
  if (duration !== undefined && duration > 0) return Math.floor(duration * 1000) / 1000;
  if (kind === 'captions') return 'end';
  return kind === 'video' || kind === 'sound' ? 'auto' : DEFAULT_LENGTH;
}
