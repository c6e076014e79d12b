import {
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_UNSPECIFIED,
  AVERROR_DECODER_NOT_FOUND,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Codec,
  CodecContext,
  FF_DECODER_LIBVPX_VP8,
  FF_DECODER_LIBVPX_VP9,
  Frame,
  Packet,
  type Stream,
} from 'node-av';
import { check, MediaError } from '../check.ts';
import { discardOtherStreams, type Input } from '../input/input.ts';
import { PacketLookahead } from './packet-lookahead.ts';
import { mediaThreadCount } from '../threads.ts';

/** Reads the pictures of one stream in presentation order. Close it with `using`; the {@link Input} stays open. */
export class VideoDecoder implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly context: CodecContext;
  private readonly packet: Packet;
  private readonly lookahead: PacketLookahead;
  /** The next picture, where it is decoded before anybody asks for it. */
  private pendingFrame: Promise<Frame | undefined> | undefined;
  private isDrained = false;
  private skipsUnreferenced = false;
  private latestTimestamp: bigint | undefined;

  /** @throws {MediaError} when FFmpeg has no decoder for the pictures, or cannot open it. */
  constructor(input: Input, stream: Stream) {
    this.input = input;
    this.stream = stream;
    const codec = findDecoder(stream);
    if (!codec) throw new MediaError(AVERROR_DECODER_NOT_FOUND, 'decode the pictures');
    discardOtherStreams(input, stream);
    using resources = new DisposableStack();
    this.context = resources.use(new CodecContext());
    this.packet = resources.use(new Packet());
    this.packet.alloc();
    this.lookahead = new PacketLookahead(input, stream);
    this.context.allocContext3(codec);
    check(this.context.parametersToContext(stream.codecpar), 'set up the decoder');
    this.context.pktTimebase = stream.timeBase;
    this.context.threadCount = mediaThreadCount();
    check(this.context.open2Sync(codec), 'open the decoder');
    resources.move();
  }

  /** The latest timestamp of all packets that were read in their order: what is read on from the input, and lies behind it, has no gaps. */
  get lastTimestamp(): bigint | undefined {
    return this.latestTimestamp;
  }

  /**
   * The next frame; the caller frees it. Packets that cannot be decoded are passed over, as a player would.
   *
   * @returns undefined at the end of the stream.
   * @throws {MediaError} when the file is cut off or damaged so that it cannot be read on.
   */
  next(): Promise<Frame | undefined> {
    const next = this.pendingFrame ?? this.decode();
    this.pendingFrame = undefined;
    return next;
  }

  /**
   * The first frame, as {@link VideoDecoder.next} gives it, of a stream of which nothing was read. What comes after it is not decoded, as it would
   * be to learn which picture is shown first, unless there is none without it. Nothing can be read afterwards.
   *
   * @returns undefined, or throws, as {@link VideoDecoder.next}.
   */
  async decodeFirst(): Promise<Frame | undefined> {
    if (!(await this.read())) return undefined;
    await this.context.sendPacket(this.packet);
    await this.drain();
    const frame = await this.decode();
    if (!frame) {
      this.reset();
      await this.context.sendPacket(this.packet);
    }
    this.packet.unref();
    return frame ?? this.next();
  }

  /** Begins to decode the next picture while the caller does something else. */
  decodeAhead(): void {
    if (this.pendingFrame) return;
    this.pendingFrame = this.decode();
    // The failure is that of the next call; until then it must not count as unhandled.
    this.pendingFrame.catch(() => undefined);
  }

  private async decode(): Promise<Frame | undefined> {
    const frame = new Frame();
    frame.alloc();
    for (;;) {
      // What was sent is decoded as far as it goes: only after the end does asking for a picture decode more.
      const code = this.isDrained
        ? await this.context.receiveFrame(frame)
        : this.context.receiveFrameSync(frame);
      if (code >= 0) {
        this.fillColourTags(frame);
        return frame;
      }
      if (code === AVERROR_EOF || (code !== AVERROR_EAGAIN && this.isDrained)) break;
      await this.feed();
    }
    frame.free();
    return undefined;
  }

  /**
   * Leaves pictures before a timestamp undecoded that are not needed for the one that is shown then: those before a keyframe, and
   * those that no other picture refers to.
   *
   * @param timestamp a timestamp of the stream, after those of all pictures that were taken.
   * @returns whether the next picture is a keyframe, and all that were decoded before are forgotten.
   */
  async skipTo(timestamp: bigint): Promise<boolean> {
    await this.pendingFrame?.catch(() => undefined);
    if (!(await this.lookahead.skipTo(timestamp))) return false;
    await this.discardDecodedAhead();
    this.context.flushBuffers();
    this.isDrained = false;
    return true;
  }

  /** Forgets what is decoded ahead, once it is: before the input is moved to another place, or anything is closed. */
  async discardDecodedAhead(): Promise<void> {
    const { pendingFrame } = this;
    this.pendingFrame = undefined;
    const frame = await pendingFrame?.catch(() => undefined);
    frame?.free();
  }

  /** Forgets everything read, after the input was moved to another place. */
  reset(): void {
    this.lookahead.clear();
    this.context.flushBuffers();
    this.isDrained = false;
  }

  /** Call {@link VideoDecoder.discardDecodedAhead} first if it has decoded ahead. */
  [Symbol.dispose](): void {
    this.lookahead.clear();
    this.packet.free();
    this.context.freeContext();
  }

  /** What a picture does not say of its colours, as in VP8, its container may. */
  private fillColourTags(frame: Frame): void {
    const { codecpar } = this.stream;
    if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = codecpar.colorSpace;
    if (frame.colorRange === AVCOL_RANGE_UNSPECIFIED) frame.colorRange = codecpar.colorRange;
    if (frame.colorTrc === AVCOL_TRC_UNSPECIFIED) frame.colorTrc = codecpar.colorTrc;
    if (frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED) frame.colorPrimaries = codecpar.colorPrimaries;
  }

  /** Whether pictures that no other refers to are passed over. */
  private setSkipUnreferenced(skips: boolean): void {
    if (skips === this.skipsUnreferenced) return;
    this.context.setOption('skip_frame', skips ? 'noref' : 'default');
    this.skipsUnreferenced = skips;
  }

  private async feed(): Promise<void> {
    const queued = this.lookahead.take();
    this.setSkipUnreferenced(queued?.isNeeded === false);
    if (queued) {
      await this.context.sendPacket(queued.packet);
      queued.packet.free();
    } else if (await this.read()) {
      await this.context.sendPacket(this.packet);
      this.packet.unref();
    } else {
      await this.drain();
    }
  }

  /** Lets the decoder give out all that it has: no packet comes any more. */
  private async drain(): Promise<void> {
    this.isDrained = true;
    await this.context.sendPacket(null);
  }

  /** Reads the next packet of the stream. @returns false at the end. */
  private async read(): Promise<boolean> {
    for (;;) {
      const code = await this.input.read(this.packet);
      if (code < 0) {
        this.input.assertFetched();
        // A picture that is cut off would leave a hole.
        if (code !== AVERROR_EOF) check(code, 'read the file');
        return false;
      }
      const { streamIndex, pts } = this.packet;
      if (streamIndex === this.stream.index) {
        if (this.latestTimestamp === undefined || pts > this.latestTimestamp) this.latestTimestamp = pts;
        return true;
      }
      this.packet.unref();
    }
  }
}

/** FFmpeg's own VP8 and VP9 decoders drop the alpha plane; libvpx keeps it. */
function findDecoder(stream: Stream): Codec | null {
  const { codecId } = stream.codecpar;
  if (hasAlphaTag(stream)) {
    if (codecId === AV_CODEC_ID_VP8) return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP8);
    if (codecId === AV_CODEC_ID_VP9) return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP9);
  }
  return Codec.findDecoder(codecId);
}

/** Whether a WebM stream says that it carries an alpha plane beside its pictures. */
export function hasAlphaTag(stream: Stream): boolean {
  const tags = stream.metadata?.getAll() ?? {};
  return Object.entries(tags).some(([name, value]) => name.toLowerCase() === 'alpha_mode' && value === '1');
}
