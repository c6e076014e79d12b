import {
  AV_PIX_FMT_BGR24,
  AV_PIX_FMT_GBRAP,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_RGBA,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_TRC_UNSPECIFIED,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_BMP,
  FF_ENCODER_PNG,
  type Frame,
  Packet,
  Rational,
} from '../ffmpeg.ts';
import { check, requireValue } from '../check.ts';
import { convertFrame } from '../video/convert-frame.ts';

/** FFmpeg's settings for each image format. */
const STILL_FORMATS = {
  bmp: { encoder: FF_ENCODER_BMP, format: AV_PIX_FMT_BGR24, pixels: 'bgr24', options: {} },
  // This filter and level encode film footage fastest. Compared with no filter, footage takes a third fewer
  // bytes, and text on a plain background takes a sixth more.
  png: {
    encoder: FF_ENCODER_PNG,
    format: AV_PIX_FMT_RGB24,
    pixels: 'rgb24',
    options: { pred: 'up', compression_level: 1 },
  },
} as const;

const WITH_ALPHA = { format: AV_PIX_FMT_RGBA, pixels: 'rgba' } as const;

/**
 * Encodes a composed frame as a lossless image file in sRGB. A PNG keeps the alpha of the frame. Opaque images
 * have 24 bits per pixel.
 *
 * @param kind `bmp` (bottom row first, uncompressed) or `png`.
 * @returns the bytes of the file.
 * @throws {MediaError} if FFmpeg cannot encode the frame.
 */
export async function encodeStill(source: Frame, kind: keyof typeof STILL_FORMATS): Promise<Buffer> {
  const { encoder, options, ...opaque } = STILL_FORMATS[kind];
  const { format, pixels } = kind === 'png' && source.format === AV_PIX_FMT_GBRAP ? WITH_ALPHA : opaque;
  const codec = requireValue(Codec.findEncoderByName(encoder), `find the ${kind} encoder`);
  using frame = await convertFrame(source, pixels);
  // The pixels are sRGB, but the frame still has the tags of BT.709. Clear the tags, because readers take an
  // untagged image as sRGB.
  frame.colorTrc = AVCOL_TRC_UNSPECIFIED;
  frame.colorPrimaries = AVCOL_PRI_UNSPECIFIED;
  using context = new CodecContext();
  context.allocContext3(codec);
  context.width = frame.width;
  context.height = frame.height;
  context.pixelFormat = format;
  context.timeBase = new Rational(1, 1);
  // Without a pixel aspect ratio, the PNG declares pixels of width 0.
  context.sampleAspectRatio = new Rational(1, 1);
  using dictionary = Dictionary.fromObject(options);
  check(await context.open2(codec, dictionary), `open the ${kind} encoder`);
  check(await context.sendFrame(frame), 'encode the image');
  using packet = new Packet();
  packet.alloc();
  check(await context.receivePacket(packet), 'encode the image');
  // Copies the bytes, because they are freed with the packet.
  return Buffer.from(requireValue(packet.data, 'encode the image'));
}
