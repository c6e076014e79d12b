import {
  AV_CODEC_ID_VP8,
  AV_NOPTS_VALUE,
  AV_CODEC_ID_VP9,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_UNSPECIFIED,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Codec,
  CodecContext,
  FF_DECODER_LIBVPX_VP8,
  FF_DECODER_LIBVPX_VP9,
  Frame,
  Packet,
  type Stream,
} from '../ffmpeg.ts';
import { check, MissingDecoder } from '../check.ts';
import { describeCodec, findAllowedDecoder } from '../input/allowed-formats.ts';
import { discardOtherStreams, type Input } from '../input/input.ts';
import { type DecodedFrame, FrameClock } from './frame-clock.ts';
import { FrameOrder } from './frame-order.ts';
import { PacketLookahead } from './packet-lookahead.ts';
import { mediaThreadCount } from '../threads.ts';

/**
 * Decodes the frames of one stream in presentation order. Close it with `using`. The {@link Input} stays
 * open.
 */
export class VideoDecoder implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly context: CodecContext;
  private readonly packet: Packet;
  private readonly lookahead: PacketLookahead;
  /** The next frame, if it is being decoded ahead. */
  private pendingFrame: Promise<Frame | undefined> | undefined;
  private isDrained = false;
  private skipsUnreferenced = false;
  private latestTimestamp: bigint | undefined;
  private readonly usesDecodingTimes: boolean;
  private readonly order = new FrameOrder();
  private readonly clock: FrameClock;

  /**
   * @param usesDecodingTimes true to give a packet that does not say when it is shown the time at which it is
   *   decoded. See `SortedFrames`.
   * @throws {MissingDecoder} if Kinora has no decoder for the video.
   * @throws {MediaError} if the decoder cannot be opened.
   */
  constructor(input: Input, stream: Stream, usesDecodingTimes = false) {
    this.usesDecodingTimes = usesDecodingTimes;
    this.input = input;
    this.stream = stream;
    this.clock = new FrameClock(stream, () => this.receive());
    const codec = findDecoder(stream);
    if (!codec) throw new MissingDecoder(describeCodec(stream.codecpar.codecId), 'decode the video');
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

  /** True if the codec shows frames in another order than that of their packets, as far as is known. */
  get reorders(): boolean {
    return this.context.hasBFrames > 0;
  }

  /** The latest timestamp of the packets read so far; undefined before the first one. */
  get lastTimestamp(): bigint | undefined {
    return this.latestTimestamp;
  }

  /**
   * Returns the next frame, which the caller frees. Skips damaged packets, as players do, and frames that
   * come too late because of the damage.
   *
   * @returns undefined at the end of the stream.
   * @throws {MediaError} if the file is truncated or too damaged to read on.
   */
  next(): Promise<Frame | undefined> {
    const next = this.pendingFrame ?? this.decode();
    this.pendingFrame = undefined;
    return next;
  }

  /**
   * Returns the first frame. Call it before any other read, and do not decode anything else afterwards.
   * Decodes only the first packet, unless this packet yields no frame. Unlike
   * {@link VideoDecoder.next}, this method does not decode further packets to find out which frame is shown
   * first.
   *
   * @returns undefined if the stream has no frame.
   * @throws {MediaError} if the file is truncated or too damaged to read on.
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

  /** Starts decoding the next frame in the background. */
  decodeAhead(): void {
    if (this.pendingFrame) return;
    this.pendingFrame = this.decode();
    // `next` throws the error. Until then, Node.js must not treat it as an unhandled rejection.
    this.pendingFrame.catch(() => undefined);
  }

  private async decode(): Promise<Frame | undefined> {
    for (;;) {
      const decoded = await (this.usesDecodingTimes ? this.receive() : this.clock.next());
      if (!decoded) return undefined;
      const { frame, isLast } = decoded;
      if (this.usesDecodingTimes || !this.order.isLate(frame, isLast)) {
        this.fillColourTags(frame);
        return frame;
      }
      frame.free();
    }
  }

  private async receive(): Promise<DecodedFrame | undefined> {
    const frame = new Frame();
    frame.alloc();
    for (;;) {
      // `sendPacket` does the decoding, so receiving a frame is fast and can be synchronous. While the
      // decoder is drained, receiving a frame also decodes it and must be asynchronous.
      const code = this.isDrained
        ? await this.context.receiveFrame(frame)
        : this.context.receiveFrameSync(frame);
      if (code >= 0) return { frame, isLast: this.isDrained };
      if (code === AVERROR_EOF || (code !== AVERROR_EAGAIN && this.isDrained)) break;
      await this.feed();
    }
    frame.free();
    return undefined;
  }

  /**
   * Skips frames that are not needed to decode the frame shown at a timestamp: those before the last
   * keyframe, and those that no other frame refers to.
   *
   * @param timestamp a timestamp of the stream, later than those of all frames returned so far.
   * @returns true if the next frame is a keyframe. In that case, all frames decoded before it have been
   *   dropped.
   */
  async skipTo(timestamp: bigint): Promise<boolean> {
    await this.pendingFrame?.catch(() => undefined);
    if (!(await this.lookahead.skipTo(timestamp))) return false;
    await this.discardDecodedAhead();
    this.forget();
    return true;
  }

  /**
   * Waits for the frame that is being decoded ahead, and frees it. Call it before seeking in the input, or
   * closing the decoder.
   */
  async discardDecodedAhead(): Promise<void> {
    const { pendingFrame } = this;
    this.pendingFrame = undefined;
    const frame = await pendingFrame?.catch(() => undefined);
    frame?.free();
  }

  /** Drops everything read so far. Call it after seeking in the input. */
  reset(): void {
    this.lookahead.clear();
    this.forget();
  }

  private forget(): void {
    this.context.flushBuffers();
    this.clock.reset();
    this.order.reset();
    this.isDrained = false;
  }

  /** Frees the decoder. After decoding ahead, call {@link VideoDecoder.discardDecodedAhead} first. */
  [Symbol.dispose](): void {
    this.lookahead.clear();
    this.clock.reset();
    this.packet.free();
    this.context.freeContext();
  }

  /**
   * Sets missing colour tags of a frame to those of the container. VP8, for example, stores no tags in its
   * frames.
   */
  private fillColourTags(frame: Frame): void {
    const { codecpar } = this.stream;
    if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = codecpar.colorSpace;
    if (frame.colorRange === AVCOL_RANGE_UNSPECIFIED) frame.colorRange = codecpar.colorRange;
    if (frame.colorTrc === AVCOL_TRC_UNSPECIFIED) frame.colorTrc = codecpar.colorTrc;
    if (frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED) frame.colorPrimaries = codecpar.colorPrimaries;
  }

  /** Makes the decoder skip frames that no other frame refers to, or decode all frames. */
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

  /** Ends the input, so that the decoder returns all remaining frames. */
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
        // An error must not count as the end, because the rest of the video would be missing.
        if (code !== AVERROR_EOF) check(code, 'read the file');
        return false;
      }
      if (this.usesDecodingTimes && this.packet.pts === AV_NOPTS_VALUE) this.packet.pts = this.packet.dts;
      const { streamIndex, pts } = this.packet;
      if (streamIndex === this.stream.index) {
        if (this.latestTimestamp === undefined || pts > this.latestTimestamp) this.latestTimestamp = pts;
        return true;
      }
      this.packet.unref();
    }
  }
}

/**
 * Finds the decoder for a stream: libvpx for VP8 and VP9 with alpha, because FFmpeg's own decoders drop the
 * alpha plane.
 */
function findDecoder(stream: Stream): Codec | null | undefined {
  const { codecId } = stream.codecpar;
  if (hasAlphaTag(stream)) {
    if (codecId === AV_CODEC_ID_VP8) return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP8);
    if (codecId === AV_CODEC_ID_VP9) return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP9);
  }
  return findAllowedDecoder(codecId);
}

/** Returns true if a WebM stream is tagged as having an alpha plane. */
export function hasAlphaTag(stream: Stream): boolean {
  const tags = stream.metadata?.getAll() ?? {};
  return Object.entries(tags).some(([name, value]) => name.toLowerCase() === 'alpha_mode' && value === '1');
}
