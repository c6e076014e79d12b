import { AVERROR_EAGAIN, AVERROR_EOF, CodecContext, Frame, Packet, type Stream } from '../ffmpeg.ts';
import { check, MissingDecoder } from '../check.ts';
import { describeCodec, findAllowedDecoder } from '../input/allowed-formats.ts';
import { discardOtherStreams, type Input } from '../input/input.ts';

/**
 * Decodes the frames of one sound in order. Decodes synchronously, because audio frames are small and
 * another thread would cost more than it saves. Reads only local files, because remote files need
 * asynchronous calls. Close it with `using`. The {@link Input} stays open.
 */
export class SoundDecoder implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly context: CodecContext;
  private readonly packet: Packet;
  private readonly rate: number | undefined;
  private isDrained = false;

  /**
   * @param rate the real samples per second. Default: those that the frames declare.
   * @throws {MissingDecoder} if Kinora has no decoder for the sound.
   * @throws {MediaError} if it cannot be opened.
   */
  constructor(input: Input, stream: Stream, rate?: number) {
    this.rate = rate;
    this.input = input;
    this.stream = stream;
    const { codecId } = stream.codecpar;
    const codec = findAllowedDecoder(codecId);
    if (!codec) throw new MissingDecoder(describeCodec(codecId), 'decode the sound');
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
   * Returns the next frame, which the caller frees. Skips damaged packets, as players do. If the file cannot
   * be read further, the sound ends.
   *
   * @returns undefined at the end.
   */
  next(): Frame | undefined {
    const frame = new Frame();
    frame.alloc();
    for (;;) {
      const code = this.context.receiveFrameSync(frame);
      if (code >= 0) {
        if (this.rate !== undefined) frame.sampleRate = this.rate;
        return frame;
      }
      if (code === AVERROR_EOF || (code !== AVERROR_EAGAIN && this.isDrained)) break;
      this.feed();
    }
    frame.free();
    return undefined;
  }

  /** Drops everything read so far. Call it before seeking in the input. */
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
      // An error counts as the end, because tagging tools append data that is not sound.
      // The file is local, so the code is there at once.
      if ((this.input.read(this.packet) as number) < 0) {
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
