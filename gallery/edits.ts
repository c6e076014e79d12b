import { SCENERY } from './scenery.ts';

/** Size of the frames of the gallery, unless their sheet has another aspect ratio. */
export const SIZE = { width: 640, height: 360 };

/** A clip in JSON form. */
export type ClipJson = Readonly<Record<string, unknown>>;

/** Returns an edit whose tracks have one clip each, lowest first. */
export function editOf(clips: readonly ClipJson[], size = SIZE, timeline: object = {}): object {
  return {
    timeline: { ...timeline, tracks: clips.map((clip) => ({ clips: [clip] })) },
    output: { format: 'mp4', size, fps: 25 },
  };
}

/**
 * Returns a clip with a picture of the scenery that starts at 0.
 *
 * @param length in seconds.
 */
export function picture(name: keyof typeof SCENERY, length: number, more: ClipJson = {}): ClipJson {
  return { asset: { type: 'image', src: SCENERY[name] }, start: 0, length, ...more };
}

/**
 * Returns a clip with an asset that starts at 0.
 *
 * @param length in seconds.
 */
export function clip(asset: object, length: number, more: ClipJson = {}): ClipJson {
  return { asset, start: 0, length, ...more };
}
