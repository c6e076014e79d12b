import { type Encoder, type FrameKind, type PacketSink, stampFrame } from '../av/encode/encoder.ts';
import type { EncodedFrameSink, Muxer } from '../av/encode/muxer.ts';
import { shareFrame, type VideoFrame } from '../av/video/video-frame.ts';
import { CodedGroup } from './coded-group.ts';
import { type StreamParameters, widenPictureOrder } from './h264/parameter-sets.ts';
import type { FrameTrack } from './frame-track.ts';

/**
 * Maximum number of repetitions that x264 encodes like any other picture. Replacing so few repetitions would
 * save nothing.
 */
const MIN_REPEATS = 4;
/**
 * Number of groups of pictures after which a still picture is encoded again. x264 returns its latest picture
 * only when it receives more pictures. Until then, all sound waits in memory, so the number of copied groups
 * must be limited.
 */
const MAX_COPIED_GROUPS = 30;

/** A picture and its repetitions: all frames up to the next different picture. */
interface RepeatedRun {
  readonly frame: VideoFrame;
  /**
   * Position in the file of a frame that the encoder must return before pictures can be repeated. At first,
   * this is the first frame of the run. If a later group of pictures is encoded, `from` becomes the position
   * of the keyframe of that group.
   */
  from: number;
  /**
   * True if the encoder has returned the frame at `from`. By then, the encoder's lookahead holds no other
   * picture than that of this run, and the positions of all keyframes so far are known.
   */
  isEncoded: boolean;
}

/** The kind of frame that follows the held pictures. */
type NextFrame = 'another picture' | 'a keyframe' | 'nothing';

/**
 * Video that encodes only new pictures. If a picture repeats, x264 receives the repetitions until it has
 * returned the picture for the first time. By then, x264 has detected that nothing changes. Up to this point,
 * the stream is the same as if x264 encoded every picture. Kinora itself writes the later repetitions, which
 * take a few bytes each. At each keyframe, Kinora copies the whole previous group of pictures. Owns the
 * encoder and closes it when disposed.
 */
export class ChangedFrameTrack implements FrameTrack {
  private readonly encoder: Encoder;
  private readonly keyframeEvery: number;
  private readonly group: CodedGroup;
  /** Positions in the file, in the order in which the encoder received their pictures. */
  private readonly encodedPositions: number[] = [];
  /** Number of added pictures. */
  private frameCount = 0;
  private run: RepeatedRun | undefined;
  /** Number of pictures that the encoder has not received. They are the last pictures of the run. */
  private heldCount = 0;
  /** Position of the last known keyframe. */
  private keyframePosition = 0;
  /**
   * Position of the next keyframe. Set only if the encoder cannot know this position because it did not
   * receive all pictures since the last keyframe.
   */
  private nextKeyframePosition: number | undefined;
  /**
   * Number of pictures that the encoder received in the current group. Set only while Kinora repeats the last
   * of these pictures.
   */
  private repeatedGroupSize: number | undefined;
  /** True if the held pictures will become a copy of the last group. */
  private isCopying = false;

  /**
   * @param encoder x264.
   * @param sink receives the coded pictures.
   * @param keyframeEvery maximum number of pictures between two keyframes, as set in the encoder.
   * @param parameters the parameters of the encoder's stream.
   */
  constructor(encoder: Encoder, sink: EncodedFrameSink, keyframeEvery: number, parameters: StreamParameters) {
    this.encoder = encoder;
    this.keyframeEvery = keyframeEvery;
    this.group = new CodedGroup(sink, parameters);
  }

  /** Opens the track of a whole file. @param encoder x264, which the track owns. */
  static create(encoder: Encoder, keyframeEvery: number, muxer: Muxer): ChangedFrameTrack {
    const { extraData } = encoder.context;
    if (!extraData) throw new Error('x264 has not provided its parameter sets.');
    const { parameters, stream } = widenPictureOrder(extraData);
    return new ChangedFrameTrack(encoder, muxer.addEncodedFrames(encoder, stream), keyframeEvery, parameters);
  }

  /** @param kind "P" if the picture must not become a keyframe before one is due. */
  async add(frame: VideoFrame, isRepeat: boolean, kind: FrameKind = 'any'): Promise<void> {
    if (!isRepeat || !this.run) {
      await this.endRun('another picture');
      this.run = { frame: shareFrame(frame), from: this.frameCount, isEncoded: false };
      await this.encode(this.run, this.frameCount++, kind);
      return;
    }
    if (this.run.isEncoded && !this.isCopying && this.frameCount === this.findGroupEnd())
      await this.endGroup(this.run);
    this.frameCount += 1;
    this.heldCount += 1;
    if (!this.run.isEncoded) await this.encodeHeld(this.run);
    else if (this.isCopying) this.copyGroupIfComplete();
  }

  async finish(): Promise<void> {
    await this.endRun('nothing');
    await this.encoder.finish((packet) => this.onPacket(packet));
  }

  [Symbol.dispose](): void {
    this.run?.frame.free();
    this.encoder[Symbol.dispose]();
  }

  /** Returns the position after the last frame of the current group of pictures. */
  private findGroupEnd(): number {
    // After `keyframeEvery` pictures, the encoder starts a new group automatically. The keyframe of that group is
    // returned only later, so its position must be computed.
    const latest = this.encodedPositions.at(-1) ?? 0;
    while (this.nextKeyframePosition === undefined && this.keyframePosition + this.keyframeEvery <= latest) {
      this.keyframePosition += this.keyframeEvery;
    }
    return this.keyframePosition + this.keyframeEvery;
  }

  /**
   * Starts a new group because a keyframe is due. If the previous group shows only the picture of the run,
   * the new group becomes a copy of the previous group. Otherwise, or after {@link MAX_COPIED_GROUPS} groups,
   * the new group is encoded, and later groups can be copies of the new group.
   */
  private async endGroup(run: RepeatedRun): Promise<void> {
    await this.resolveHeld(run, 'a keyframe');
    this.nextKeyframePosition = this.frameCount;
    const isLong = this.frameCount - run.from >= MAX_COPIED_GROUPS * this.keyframeEvery;
    if (this.repeatedGroupSize !== undefined && this.keyframePosition >= run.from && !isLong) {
      this.isCopying = true;
      return;
    }
    this.repeatedGroupSize = undefined;
    run.from = this.frameCount;
    run.isEncoded = false;
  }

  /** Copies the last group as soon as there are as many held pictures as encoded pictures in that group. */
  private copyGroupIfComplete(): void {
    if (this.repeatedGroupSize === undefined || this.heldCount < this.repeatedGroupSize) return;
    this.keyframePosition = this.frameCount - this.heldCount;
    this.nextKeyframePosition = undefined;
    this.isCopying = false;
    this.heldCount = 0;
    this.group.copy(this.keyframePosition, this.encodedPositions.length);
  }

  private async endRun(follows: NextFrame): Promise<void> {
    const { run } = this;
    if (!run) return;
    if (this.isCopying) await this.encodeHeld(run);
    else await this.resolveHeld(run, follows);
    if (this.repeatedGroupSize !== undefined && !this.isCopying)
      this.nextKeyframePosition = this.keyframePosition + this.keyframeEvery;
    this.isCopying = false;
    this.repeatedGroupSize = undefined;
    this.run = undefined;
    run.frame.free();
  }

  /**
   * Turns the held pictures into repetitions of the last encoded picture. If there are only a few held
   * pictures, encodes them instead. If another picture follows, x264 encodes the last held picture as a P
   * picture. Otherwise, later B pictures could refer to a picture before the repetitions. x264 does not know
   * the number of repetitions, so it would weight the two references of such a B picture incorrectly.
   */
  private async resolveHeld(run: RepeatedRun, follows: NextFrame): Promise<void> {
    if (this.repeatedGroupSize === undefined) {
      if (this.heldCount <= MIN_REPEATS) return this.encodeHeld(run);
      const last = this.frameCount - this.heldCount;
      this.heldCount -= 1;
      await this.encode(run, last, 'P');
      this.repeatedGroupSize = last - this.keyframePosition + 1;
    }
    const encoded = follows === 'another picture' ? Math.min(this.heldCount, 1) : 0;
    const repeats = this.heldCount - encoded;
    if (repeats > 0)
      this.group.repeat(this.frameCount - this.heldCount, repeats, this.encodedPositions.length);
    this.heldCount = 0;
    if (encoded > 0) await this.encode(run, this.frameCount - 1, 'P');
  }

  private async encodeHeld(run: RepeatedRun): Promise<void> {
    for (; this.heldCount > 0; this.heldCount--) await this.encode(run, this.frameCount - this.heldCount);
  }

  /**
   * @param kind "P" if no earlier picture may refer to this picture. Then, the decoding order equals the
   * display order at this point.
   */
  private async encode({ frame }: RepeatedRun, position: number, kind: FrameKind = 'any'): Promise<void> {
    const isKey = this.nextKeyframePosition !== undefined && position >= this.nextKeyframePosition;
    if (isKey) {
      this.keyframePosition = position;
      this.nextKeyframePosition = undefined;
    }
    stampFrame(frame, this.encodedPositions.length);
    this.encodedPositions.push(position);
    await this.encoder.encode(frame, (packet) => this.onPacket(packet), isKey ? 'key' : kind);
  }

  private onPacket(packet: Parameters<PacketSink>[0]): void {
    const position = this.encodedPositions[Number(packet.pts)] ?? 0;
    if (packet.isKeyframe && position > this.keyframePosition) {
      this.keyframePosition = position;
      this.nextKeyframePosition = undefined;
    }
    if (position === this.run?.from) this.run.isEncoded = true;
    this.group.add(packet, position);
  }
}
