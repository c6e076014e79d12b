import { SCENERY } from './scenery.ts';

/** The size that frames of the gallery are rendered in, unless their sheet has another shape. */
export const SIZE = { width: 640, height: 360 };

/** A clip as a file has it. */
export type ClipJson = Readonly<Record<string, unknown>>;

/** An edit whose tracks have one clip each, the lowest first. */
export function editOf(clips: readonly ClipJson[], size = SIZE, timeline: object = {}): object {
  return {
    timeline: { ...timeline, tracks: clips.map((clip) => ({ clips: [clip] })) },
    output: { format: 'mp4', size, fps: 25 },
  };
}

/** A picture of the scenery for `length` seconds from 0 on. */
export function picture(name: keyof typeof SCENERY, length: number, more: ClipJson = {}): ClipJson {
  return { asset: { type: 'image', src: SCENERY[name] }, start: 0, length, ...more };
}

/** An asset for `length` seconds from 0 on. */
export function clip(asset: object, length: number, more: ClipJson = {}): ClipJson {
  return { asset, start: 0, length, ...more };
}
