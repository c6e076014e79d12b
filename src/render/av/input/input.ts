import { open } from 'node:fs/promises';
import { fromRatio, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import type { SourceFile } from '../../media/source-file.ts';
import { check, requireValue } from '../check.ts';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Dictionary,
  FormatContext,
  InputFormat,
  Packet,
  type Stream,
} from '../ffmpeg.ts';
import { ANIMATIONS, AnimationClock } from './animation-clock.ts';
import { describeCodec, findAllowedDecoder, isAllowedDemuxer, RESTRICTIONS } from './allowed-formats.ts';
import { PacketClock } from './packet-clock.ts';
import { RemoteIo } from './remote-io.ts';

/** Length in bytes of the header of an ID3 tag. */
const HEADER = 10;

/**
 * Returns the length in bytes of the ID3 tag with which a file begins; 0 if there is none.
 *
 * @throws {RemoteReadError} if bytes of the file cannot be fetched.
 */
async function readTagLength(file: SourceFile): Promise<number> {
  if (typeof file !== 'string') await file.fetchRange(0, HEADER);
  await using handle = await open(typeof file === 'string' ? file : file.path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER), 0, HEADER, 0);
  if (bytesRead < HEADER || buffer.toString('latin1', 0, 3) !== 'ID3') return 0;
  // Four bytes with seven bits each.
  return HEADER + buffer.subarray(6).reduce((length, byte) => length * 128 + (byte & 127), 0);
}

/** A name that no protocol of FFmpeg has. FFmpeg opens nothing itself if Kinora fetches the file. */
const NO_PROTOCOL = 'none';

/**
 * The demuxer that does not skip an ID3 tag at the start of a file, although some programs write one
 * before a WAV.
 */
const WITHOUT_TAG = 'wav';

/** The demuxers of formats whose clock overflows, after 26 hours. FFmpeg counts the times before that below 0. */
const OVERFLOWING: readonly string[] = ['mpegts', 'mpeg'];

/** An open media file. Close it with `using`. */
export class Input implements Disposable {
  readonly format = new FormatContext();
  private readonly io: RemoteIo | undefined;
  private readonly mayBeginBelowZero: boolean;
  private readonly demuxer: string;
  private animation: AnimationClock | undefined;
  private clock: PacketClock | undefined;
  /** The length of an animated image in ticks of its stream. Undefined for other files. */
  private readonly animationLength: bigint | undefined;

  private constructor(file: SourceFile, demuxer: string, animationLength?: bigint) {
    this.demuxer = demuxer;
    this.animationLength = animationLength;
    this.mayBeginBelowZero = OVERFLOWING.includes(demuxer);
    this.io = typeof file === 'string' ? undefined : new RemoteIo(file);
  }

  /**
   * Opens a media file.
   *
   * @param file a local file, or a remote one that is fetched piece by piece.
   * @param demuxer the FFmpeg demuxer to use. No other is tried.
   * @throws {MediaError} if the demuxer cannot read the file, or if Kinora does not use it.
   * @throws {RemoteReadError} if bytes of the file cannot be fetched.
   */
  static async open(file: SourceFile, demuxer: string): Promise<Input> {
    if (!(demuxer in ANIMATIONS) || typeof file !== 'string') return await Input.openAt(file, demuxer);
    using whole = await Input.openAt(file, demuxer);
    return await Input.openAt(file, demuxer, whole.measureAnimation());
  }

  /** Opens the file of a stream as {@link Input.open} does. If its clock starts again, {@link Input.read} undoes that. */
  static async openStream({ file, demuxer, stream, clock }: StreamLocation): Promise<Input> {
    const input = await Input.open(file, demuxer);
    if (clock) input.clock = new PacketClock(input.getStream(stream), clock);
    return input;
  }

  private static async openAt(file: SourceFile, demuxer: string, animationLength?: bigint): Promise<Input> {
    const allowed = isAllowedDemuxer(demuxer) ? InputFormat.findInputFormat(demuxer) : undefined;
    const format = requireValue(allowed, `find the demuxer ${demuxer}`);
    const input = new Input(file, demuxer, animationLength);
    try {
      const tagLength = demuxer === WITHOUT_TAG ? await readTagLength(file) : 0;
      await input.openFormat(typeof file === 'string' ? `file:${file}` : '', format, tagLength);
      return input;
    } catch (error) {
      input[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Reads the next packet of any stream. A local file is read synchronously, because that is faster than
   * waking another thread.
   *
   * @returns FFmpeg's code, below 0 if there is no packet. In that case, call {@link Input.assertFetched}.
   */
  read(packet: Packet): number | Promise<number> {
    if (this.io) return this.format.readFrame(packet);
    const code = this.format.readFrameSync(packet);
    if (code >= 0) (this.animation ?? this.clock)?.stamp(packet);
    return code;
  }

  /** Reads all packets of an animated image, and returns the end of the last one. */
  private measureAnimation(): bigint {
    using packet = new Packet();
    packet.alloc();
    while ((this.read(packet) as number) >= 0) packet.unref();
    return this.animation?.end ?? 0n;
  }

  /**
   * Throws if a read failed because bytes could not be fetched. FFmpeg reports such a failure as the end of
   * the file, or as damage.
   *
   * @throws {RemoteReadError} if bytes could not be fetched.
   */
  assertFetched(): void {
    if (this.io?.failure) throw this.io.failure;
  }

  /** The best video stream; undefined if the file has no video, or if the best stream is cover art. */
  get video(): Stream | undefined {
    const index = this.format.findBestStream(AVMEDIA_TYPE_VIDEO);
    const stream = index < 0 ? undefined : this.format.streams[index];
    // Do not use `attachedPic` to identify cover art: reading this property makes node-av free a packet
    // twice.
    return stream && (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0 ? undefined : stream;
  }

  /**
   * The audio stream that FFmpeg prefers among those that it can decode; undefined if there is none. If Kinora
   * does not use the decoder of that stream, the first stream whose decoder it uses.
   */
  get audio(): Stream | undefined {
    const { streamIndex } = this.format.findBestStream(AVMEDIA_TYPE_AUDIO, -1, -1, true);
    const preferred = this.format.streams[streamIndex];
    if (!preferred || findAllowedDecoder(preferred.codecpar.codecId)) return preferred;
    return this.format.streams.find(
      ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO && findAllowedDecoder(codecpar.codecId),
    );
  }

  /** All audio streams whose decoder Kinora uses, with their numbers among the audio streams, from 1. */
  get audioStreams(): { readonly number: number; readonly stream: Stream }[] {
    return this.format.streams
      .filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
      .map((stream, index) => ({ number: index + 1, stream }))
      .filter(({ stream }) => findAllowedDecoder(stream.codecpar.codecId) !== undefined);
  }

  /** The name of the first codec that Kinora cannot decode; undefined if there is none with a known name. */
  get unreadCodec(): string | undefined {
    return this.format.streams
      .filter(
        ({ codecpar: { codecType } }) => codecType === AVMEDIA_TYPE_AUDIO || codecType === AVMEDIA_TYPE_VIDEO,
      )
      .filter(({ codecpar: { codecId } }) => !findAllowedDecoder(codecId))
      .map(({ codecpar: { codecId } }) => describeCodec(codecId))
      .find((name) => name !== undefined);
  }

  /** The length of the whole file in microseconds; AV_NOPTS_VALUE if it is unknown. */
  get duration(): bigint {
    const [pictures] = this.format.streams;
    if (this.animationLength === undefined || !pictures) return this.format.duration;
    return BigInt(streamTime(pictures, this.animationLength).mul(1_000_000).round().valueOf());
  }

  /** Returns a stream. @throws {MediaError} if there is none with this index. */
  getStream(index: number): Stream {
    return requireValue(this.format.streams[index], `find the stream ${String(index)}`);
  }

  /**
   * The timestamp of source second 0: the start of the video or the audio, whichever is earlier, after edit
   * lists are applied. A negative start counts as 0, because the decoder discards the samples before 0
   * (encoder priming). MPEG streams do not state priming: their times below 0 are those before their clock
   * overflows.
   */
  get start(): Seconds {
    const starts = [this.video, this.audio]
      .filter((stream) => stream !== undefined && stream.startTime !== AV_NOPTS_VALUE)
      .map((stream) => streamTime(stream as Stream, (stream as Stream).startTime));
    const first = starts.reduce<Seconds | undefined>(
      (earliest, start) => (earliest && earliest.lte(start) ? earliest : start),
      undefined,
    );
    if (first && (first.gt(0) || this.mayBeginBelowZero)) return first;
    return ZERO;
  }

  [Symbol.dispose](): void {
    this.format.closeInputSync();
    this.io?.[Symbol.dispose]();
  }

  private async openFormat(url: string, format: InputFormat, tagLength: number): Promise<void> {
    using options = Dictionary.fromObject({
      ...RESTRICTIONS,
      ...(this.io && { protocol_whitelist: NO_PROTOCOL }),
      ...(tagLength > 0 && { skip_initial_bytes: String(tagLength) }),
      ...ANIMATIONS[this.demuxer],
    });
    if (this.io) {
      this.format.allocContext();
      this.format.pb = this.io.context;
    }
    // Asynchronous, because the synchronous calls of node-av free a dictionary twice.
    const openCode = await this.format.openInput(url, format, options);
    this.assertFetched();
    check(openCode, 'open the file');
    const infoCode = await this.format.findStreamInfo();
    this.assertFetched();
    check(infoCode, 'read the streams');
    const [pictures] = this.format.streams;
    if (this.io || !(this.demuxer in ANIMATIONS) || !pictures) return;
    this.animation = new AnimationClock(pictures);
    if (this.animationLength !== undefined) pictures.duration = this.animationLength;
  }
}

/** Makes FFmpeg skip the packets of all other streams. */
export function discardOtherStreams({ format }: Input, { index }: Stream): void {
  for (const other of format.streams) if (other.index !== index) other.discard = AVDISCARD_ALL;
}

/** Converts a timestamp of a stream to exact seconds on the clock of its file. */
export function streamTime(stream: Pick<Stream, 'timeBase'>, timestamp: bigint): Seconds {
  return fromRatio(timestamp * BigInt(stream.timeBase.num), stream.timeBase.den);
}

/** Maximum rounding error to assume for a timestamp, in seconds. */
const MAX_ROUNDING = toSeconds(0.001);

/**
 * Returns the largest rounding error of a stream's timestamps, in seconds: half a tick of its clock. The
 * value is capped, because a clock with long ticks, such as one tick per frame, does not round its
 * timestamps.
 */
export function timestampRoundingOf({ timeBase }: Pick<Stream, 'timeBase'>): Seconds {
  const tick = fromRatio(timeBase.num, timeBase.den);
  return tick.gt(MAX_ROUNDING.mul(2)) ? MAX_ROUNDING : tick.div(2);
}
