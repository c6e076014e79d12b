import { readPicture } from '../picture.ts';
import { type EncodedClip, encodeClip } from '../../test/media/encode-clip.ts';
import type { Picture } from '../measure.ts';

/** Converts to the colours of most files: BT.709 in limited range with chroma of half size. */
const TO_FILM = 'format=gbrp,zscale=matrix=709:range=limited,format=yuv420p';

/**
 * Writes an MP4 of 25 frames per second that shows a picture, as a camera would store it.
 *
 * @param options `count` frames (default 25), `crf` of x264 (default 16), and `shift`, the pixels by which the
 * picture moves to the left in each frame (default 0). What leaves on one side enters on the other.
 */
export async function writeFilm(
  path: string,
  picture: Picture | string,
  { count = 25, crf = 16, shift = 0 }: { count?: number; crf?: number; shift?: number } = {},
): Promise<void> {
  const { data, width, height } = typeof picture === 'string' ? await readPicture(picture) : picture;
  const clip: EncodedClip = {
    width,
    height,
    codec: 'libx264',
    container: 'mp4',
    filters: TO_FILM,
    count,
    options: { preset: 'fast', crf: `${crf}` },
    paint: (x, y, index) => {
      const at = 3 * (y * width + ((x + index * shift) % width));
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, 255];
    },
  };
  await encodeClip(path, clip);
}
