import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_PIX_FMT_PAL8,
  Codec,
  CodecContext,
  FF_ENCODER_GIF,
  type Frame,
  Rational,
} from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { type Encoder, openEncoder } from './encoder.ts';
import { Muxer } from './muxer.ts';

/** Ticks per second of the timestamps of a GIF. */
const CLOCK_RATE = 100;
/** Alpha from which a pixel is opaque. A GIF has no other alpha. */
const ALPHA_THRESHOLD = 128;

/** A picture of a GIF and its time in hundredths of a second. */
export interface GifPicture {
  /** A frame in the format RGBA. */
  readonly frame: Frame;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes an endless GIF with transparent pixels. Each picture has a palette of its own.
 *
 * @param pictures at least one picture, all of the same size. This function frees their frames.
 * @param colours maximum number of colours of a picture, 4 to 256.
 * @param path the local file to write.
 * @throws {MediaError} if FFmpeg fails.
 */
export async function writeTransparentGif(
  pictures: AsyncIterable<GifPicture>,
  colours: number,
  path: string,
): Promise<void> {
  using muxer = new Muxer(path, 'gif');
  let open:
    | { readonly encoder: Encoder; readonly chain: FilterChain; sink: ReturnType<Muxer['add']> }
    | undefined;
  try {
    for await (const { frame, from, to } of pictures) {
      using picture = frame;
      if (!open) {
        const encoder = await openGifEncoder(picture);
        open = { encoder, chain: createPaletteChain(picture, colours), sink: muxer.add(encoder) };
        await muxer.begin({ loop: '0' });
      }
      picture.pts = BigInt(from);
      picture.duration = BigInt(to - from);
      open.chain.push(picture);
      using indexed = requireValue(await open.chain.pull(), 'find the colours');
      await open.encoder.encode(indexed, open.sink);
    }
    await open?.encoder.finish(open.sink);
    await muxer.finish();
  } finally {
    open?.chain[Symbol.dispose]();
    open?.encoder[Symbol.dispose]();
  }
}

function createPaletteChain(frame: Frame, colours: number): FilterChain {
  const palette = `palettegen=max_colors=${colours}:reserve_transparent=1:stats_mode=single`;
  const use = `paletteuse=new=1:dither=sierra2_4a:alpha_threshold=${ALPHA_THRESHOLD}`;
  const input = videoInput(frame, `1/${CLOCK_RATE}`);
  return new FilterChain(
    'video',
    input,
    `split[whole][sample];[sample]${palette}[palette];[whole][palette]${use}`,
  );
}

function openGifEncoder({ width, height }: Frame): Promise<Encoder> {
  const codec = requireValue(Codec.findEncoderByName(FF_ENCODER_GIF), 'find the GIF encoder');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.width = width;
  context.height = height;
  context.pixelFormat = AV_PIX_FMT_PAL8;
  context.timeBase = new Rational(1, CLOCK_RATE);
  // Without this flag, the last picture would last a tenth of a second.
  context.setFlags(AV_CODEC_FLAG_FRAME_DURATION);
  return openEncoder(context, codec, {}, 'open the GIF encoder');
}
