import type { Frame } from '../av/ffmpeg.ts';
import { SmallFrames } from '../av/video/small-frames.ts';
import type { VideoTrack } from '../media/media.ts';
import type { SmallPicture } from './small-picture.ts';

/** Makes small pictures of the frames of a track. Close it with `using`. */
export class SmallPictures implements Disposable {
  private readonly size: { readonly width: number; readonly height: number };
  private readonly frames: SmallFrames;

  /** @param size the upright size of the pictures in pixels. */
  constructor(track: VideoTrack, size: { readonly width: number; readonly height: number }) {
    this.size = size;
    this.frames = new SmallFrames(track, size, 'rgba');
  }

  /** Returns the picture of a frame, valid until the next call. @throws {MediaError} if FFmpeg fails. */
  async read(frame: Frame): Promise<SmallPicture> {
    return { ...(await this.frames.read(frame)), ...this.size };
  }

  [Symbol.dispose](): void {
    this.frames[Symbol.dispose]();
  }
}
