import { toSeconds } from '../../base/time.ts';
import type { Asset, Clip, Edit, Output } from '../../edit/index.ts';
import type { AudioTrack, Media, VideoTrack } from '../media/media.ts';

/** Creates an image clip from 0 to 1 s. The given fields override the defaults. */
export function clip(given: Partial<Clip> = {}): Clip {
  return { asset: image(), start: 0, length: 1, ...given };
}

/** Creates an edit with the given tracks at 25 frames per second. */
export function editOf(tracks: readonly (readonly Clip[])[], output: Partial<Output> = {}): Edit {
  return {
    timeline: { tracks: tracks.map((clips) => ({ clips: [...clips] })) },
    output: { format: 'mp4', resolution: 'hd', ...output },
  };
}

/** Creates an image asset. {@link mediaOf} has its file. */
export function image(): Asset {
  return { type: 'image', src: 'image' };
}

/** Creates a text asset. */
export function text(): Asset {
  return { type: 'text', text: 'Hello' };
}

/**
 * Creates the video track of a file of 640x360.
 *
 * @param duration In seconds. Absent if the file does not specify it.
 */
export function videoTrack(duration?: number): VideoTrack {
  const size = { width: 640, height: 360 };
  return { ...track(duration), ...size, stored: size, turn: 'none', alpha: false, defects: [] };
}

/** Creates an audio track. @param duration In seconds. Absent if the file does not specify it. */
export function track(duration?: number): AudioTrack {
  const location = { file: '/media', demuxer: 'mov', stream: 0, start: toSeconds(0) };
  return { location, ...(duration !== undefined && { duration: toSeconds(duration) }) };
}

/** Creates the files of an edit, keyed by `src`: an `image` and the given ones. */
export function mediaOf(given: Readonly<Record<string, Media>> = {}): Map<string, Media> {
  return new Map(
    Object.entries({ image: { kind: 'still', path: '/image', width: 800, height: 600 } as const, ...given }),
  );
}
