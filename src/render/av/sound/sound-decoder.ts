import {
  AVERROR_DECODER_NOT_FOUND,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Codec,
  CodecContext,
  Frame,
  Packet,
  type Stream,
} from 'node-av';
import { check, MediaError } from '../check.ts';
import { discardOtherStreams, type Input } from '../input/input.ts';

/**
 * Decodes the frames of one sound, in their order. A frame of sound is small, so that handing it to another thread would cost more than
 * to decode it here: only for files on this machine. Close it with `using`; the {@link Input} stays open.
 */
export class SoundDecoder implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly context: CodecContext;
  private readonly packet: Packet;
  private isDrained = false;

  /** @throws {MediaError} when FFmpeg has no decoder for the sound. */
  constructor(input: Input, stream: Stream) {
    this.input = input;
    this.stream = stream;
    const codec = Codec.findDecoder(stream.codecpar.codecId);
    if (!codec) throw new MediaError(AVERROR_DECODER_NOT_FOUND, 'decode the sound');
    discardOtherStreams(input, stream);
    using resources = new DisposableStack();
    this.context = resources.use(new CodecContext());
    this.packet = resources.use(new Packet());
    this.packet.alloc();
    this.context.allocContext3(codec);
    check(this.context.parametersToContext(stream.codecpar), 'set up the decoder');
    this.context.pktTimebase = stream.timeBase;
    this.context.threadCount = 1;
    check(this.context.open2Sync(codec), 'open the decoder');
    resources.move();
  }

  /**
   * The next frame; the caller frees it. Packets that cannot be decoded are passed over, as a player would; where the file cannot be
   * read on, the sound ends.
   *
   * @returns undefined at the end.
   */
  next(): Frame | undefined {
    const frame = new Frame();
    frame.alloc();
    for (;;) {
      const code = this.context.receiveFrameSync(frame);
      if (code >= 0) return frame;
      if (code === AVERROR_EOF || (code !== AVERROR_EAGAIN && this.isDrained)) break;
      this.feed();
    }
    frame.free();
    return undefined;
  }

  /** Forgets everything read, before the input is moved to another place. */
  reset(): void {
    this.context.flushBuffers();
    this.isDrained = false;
  }

  [Symbol.dispose](): void {
    this.packet.free();
    this.context.freeContext();
  }

  private feed(): void {
    for (;;) {
      // After a sound, taggers leave things that are no sound: an error is an end.
      if (this.input.format.readFrameSync(this.packet) < 0) {
        this.isDrained = true;
        this.context.sendPacketSync(null);
        return;
      }
      const isOwn = this.packet.streamIndex === this.stream.index;
      if (isOwn) this.context.sendPacketSync(this.packet);
      this.packet.unref();
      if (isOwn) return;
    }
  }
}
