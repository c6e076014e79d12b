import type { DraftClip, DraftEdit } from '../edit-text.ts';

/** Size of one picture of a strip in pixels. */
export const STRIP_PICTURE = { width: 64, height: 36 };
/** Size of the picture of a file in pixels. */
export const THUMBNAIL = { width: 320, height: 180 };
/** Seconds of a clip that one picture stands for. */
const SECONDS_PER_PICTURE = 2;
const MOST_PICTURES = 8;

/** True for a clip whose file has pictures to show. */
export function hasStrip({ asset }: DraftClip): boolean {
  return (asset?.type === 'video' || asset?.type === 'image') && typeof asset['src'] === 'string';
}

/** Returns the number of pictures that a strip of a clip has. @param length seconds of the clip. */
export function countPictures({ asset }: DraftClip, length: number): number {
  if (asset?.type !== 'video') return 1;
  return Math.min(MOST_PICTURES, Math.max(1, Math.round(length / SECONDS_PER_PICTURE)));
}

/** Returns an edit that shows nothing but the file of a clip, as small as the pictures of a strip. */
export function createStripEdit({ merge }: DraftEdit, { asset = {} }: DraftClip, length: number): DraftEdit {
  const { type = '', src, trim, speed } = asset;
  const shown = {
    type,
    src,
    ...(trim !== undefined && { trim }),
    ...(speed !== undefined && { speed }),
  };
  return {
    timeline: { tracks: [{ clips: [{ asset: shown, start: 0, length, fit: 'crop' }] }] },
    ...(merge && { merge }),
    // A video needs even sizes of at least this height.
    output: { format: 'mp4', size: { width: 2 * STRIP_PICTURE.width, height: 2 * STRIP_PICTURE.height } },
  };
}

/** Returns an edit that shows the beginning of a film, or an image, as a small picture. */
export function createThumbnailEdit(type: 'video' | 'image', src: string): DraftEdit {
  return {
    timeline: { tracks: [{ clips: [{ asset: { type, src }, start: 0, length: 1, fit: 'contain' }] }] },
    output: { format: 'mp4', size: THUMBNAIL },
  };
}
