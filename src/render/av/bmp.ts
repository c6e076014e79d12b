import { AV_PIX_FMT_BGR24, Codec, CodecContext, FF_ENCODER_BMP, type Frame, Packet, Rational } from 'node-av';
import { check, present } from './check.ts';
import { converted } from './picture.ts';

/** A composed picture as the bytes of a BMP file: 24 bits a pixel, the lowest row first, not compressed. */
export async function bmpOf(picture: Frame): Promise<Buffer> {
  const codec = present(Codec.findEncoderByName(FF_ENCODER_BMP), 'find the BMP encoder');
  using frame = await converted(picture, 'bgr24');
  using context = new CodecContext();
  context.allocContext3(codec);
  context.width = frame.width;
  context.height = frame.height;
  context.pixelFormat = AV_PIX_FMT_BGR24;
  context.timeBase = new Rational(1, 1);
  check(await context.open2(codec), 'open the BMP encoder');
  check(await context.sendFrame(frame), 'encode a picture');
  using packet = new Packet();
  packet.alloc();
  check(await context.receivePacket(packet), 'encode a picture');
  // The packet goes, and its bytes with it.
  return Buffer.from(present(packet.data, 'encode a picture'));
}
