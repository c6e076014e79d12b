import { AV_PIX_FMT_YUV420P, AVCOL_RANGE_MPEG, AVCOL_SPC_BT709, type Frame } from 'node-av';
import { present } from './check.ts';
import { stampPicture } from './encoder.ts';
import { FilterChain } from './filter-chain.ts';
import { packedOf, TO_SRGB } from './picture.ts';

/**
 * The colours that stand best for all those of some composed pictures, by FFmpeg's `palettegen`.
 *
 * @param pictures of one size, at least one; they stay the caller's.
 * @param count how many colours there may be, 4 to 256.
 * @returns red, green, blue and one byte more of each colour, gamma-coded; some may be the same.
 */
export async function paletteOf(pictures: readonly Frame[], count: number): Promise<Uint8Array> {
  const { width, height } = present(pictures[0], 'find a picture');
  const parameters = `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_YUV420P}:time_base=1/25:colorspace=${AVCOL_SPC_BT709}:range=${AVCOL_RANGE_MPEG}`;
  const palette = `palettegen=max_colors=${count}:reserve_transparent=0:stats_mode=full`;
  using chain = new FilterChain('video', parameters, `${TO_SRGB},format=bgra,${palette},format=rgba`);
  for (const [index, picture] of pictures.entries()) {
    using shared = present(picture.clone(), 'share a picture');
    stampPicture(shared, index);
    chain.push(shared);
  }
  chain.push(null);
  using found = present(await chain.pull(), 'find the colours of a picture');
  return packedOf(found).data.subarray(0, 4 * count);
}
