import {
  AV_PIX_FMT_BGR24,
  AV_PIX_FMT_RGB24,
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
} from 'node-av';
import { check, requireValue } from '../check.ts';
import { convertFrame } from '../video/convert-frame.ts';

/** How FFmpeg makes each kind of file. */
const STILL_FORMATS = {
  bmp: { encoder: FF_ENCODER_BMP, format: AV_PIX_FMT_BGR24, pixels: 'bgr24', options: {} },
  // Of the footage of a film, this filter and this effort need the least time, and two thirds of the bytes of no filter; letters on one colour take a sixth more.
  png: {
    encoder: FF_ENCODER_PNG,
    format: AV_PIX_FMT_RGB24,
    pixels: 'rgb24',
    options: { pred: 'up', compression_level: 1 },
  },
} as const;

/**
 * A composed picture as the bytes of a file without loss, in sRGB and opaque, 24 bits a pixel: a BMP, the lowest row first and not
 * compressed, or a PNG.
 *
 * @throws {MediaError} when FFmpeg cannot make it.
 */
export async function encodeStill(source: Frame, kind: keyof typeof STILL_FORMATS): Promise<Buffer> {
  const { encoder, format, pixels, options } = STILL_FORMATS[kind];
  const codec = requireValue(Codec.findEncoderByName(encoder), `find the ${kind} encoder`);
  using frame = await convertFrame(source, pixels);
  // What is sRGB needs no mark, and what came of BT.709 by its numbers must not be marked as anything else.
  frame.colorTrc = AVCOL_TRC_UNSPECIFIED;
  frame.colorPrimaries = AVCOL_PRI_UNSPECIFIED;
  using context = new CodecContext();
  context.allocContext3(codec);
  context.width = frame.width;
  context.height = frame.height;
  context.pixelFormat = format;
  context.timeBase = new Rational(1, 1);
  // Without it a PNG says that its pixels are 0 wide.
  context.sampleAspectRatio = new Rational(1, 1);
  using dictionary = Dictionary.fromObject(options);
  check(await context.open2(codec, dictionary), `open the ${kind} encoder`);
  check(await context.sendFrame(frame), 'encode a picture');
  using packet = new Packet();
  packet.alloc();
  check(await context.receivePacket(packet), 'encode a picture');
  // The packet goes, and its bytes with it.
  return Buffer.from(requireValue(packet.data, 'encode a picture'));
}
