import { toSeconds } from '../../base/time.ts';
import type { Asset, Clip, Edit, Output } from '../../edit/index.ts';
import type { AudioTrack, Media, VideoTrack } from '../media/media.ts';

/** A clip for 0 to 1 s with a picture, but for what is given. */
export function clip(given: Partial<Clip> = {}): Clip {
  return { asset: image(), start: 0, length: 1, ...given };
}

/** An edit of tracks of clips at 25 frames a second. */
export function editOf(tracks: readonly (readonly Clip[])[], output: Partial<Output> = {}): Edit {
  return {
    timeline: { tracks: tracks.map((clips) => ({ clips: [...clips] })) },
    output: { format: 'mp4', resolution: 'hd', ...output },
  };
}

/** An image asset; its file is in {@link mediaOf}. */
export function image(): Asset {
  return { type: 'image', src: 'image' };
}

/** A text asset. */
export function text(): Asset {
  return { type: 'text', text: 'Hello' };
}

/** The picture track of a video of 640x360. @param duration in seconds; none: the file does not say. */
export function videoTrack(duration?: number): VideoTrack {
  const size = { width: 640, height: 360 };
  return { ...track(duration), ...size, stored: size, turn: 'none', alpha: false, defects: [] };
}

/** A sound track. @param duration in seconds; none: the file does not say. */
export function track(duration?: number): AudioTrack {
  const location = { file: '/media', demuxer: 'mov', stream: 0, start: toSeconds(0) };
  return { location, ...(duration !== undefined && { duration: toSeconds(duration) }) };
}

/** Files by the name that stands in `src`: an `image`, and what is given. */
export function mediaOf(given: Readonly<Record<string, Media>> = {}): Map<string, Media> {
  return new Map(
    Object.entries({ image: { kind: 'still', path: '/image', width: 800, height: 600 } as const, ...given }),
  );
}
