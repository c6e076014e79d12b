import { type Encoder, type FrameKind, type PacketSink, stampFrame } from '../av/encode/encoder.ts';
import type { EncodedFrameSink, Muxer } from '../av/encode/muxer.ts';
import { shareFrame, type VideoFrame } from '../av/video/video-frame.ts';
import { CodedGroup } from './coded-group.ts';
import { type StreamParameters, widenPictureOrder } from './h264/parameter-sets.ts';
import type { FrameTrack } from './frame-track.ts';

/** So many pictures that are seen again are encoded like any others: nothing would be saved. */
const MIN_REPEATS = 4;
/** Groups of a picture that stays, after which it is encoded anew: what comes after it in the file, and all sound meanwhile, waits in memory until then. */
const MAX_COPIED_GROUPS = 30;

/** A picture that is seen at least once, and again as long as nothing changes. */
interface RepeatedRun {
  readonly frame: VideoFrame;
  /** Place in the file of the first of it whose group of pictures has nothing else; of the whole run at first. */
  from: number;
  /** Whether the encoder has given that one out: all that it looked ahead at is this picture, and its keyframes until now are known. */
  isEncoded: boolean;
}

/** What comes after pictures that are held. */
type NextFrame = 'another picture' | 'a keyframe' | 'nothing';

/**
 * The pictures of a file in the making, of which only those are encoded that show anything new. Of a picture that stays, the encoder gets as many as it
 * needs to see that it does, and until it has given out the first of them: up to there the stream is what it would be anyway. What
 * follows are pictures that repeat the last one, some bytes each, and at each keyframe the whole group again. Closes the encoder.
 */
export class ChangedFrameTrack implements FrameTrack {
  private readonly encoder: Encoder;
  private readonly keyframeEvery: number;
  private readonly group: CodedGroup;
  /** Places in the file, in the order in which the encoder got their pictures. */
  private readonly encodedPositions: number[] = [];
  /** Pictures that were given. */
  private frameCount = 0;
  private run: RepeatedRun | undefined;
  /** The last pictures of the run, which the encoder has not got. */
  private heldCount = 0;
  /** Place of the last keyframe that is known. */
  private keyframePosition = 0;
  /** Where the next keyframe has to be, when the encoder cannot know it: it did not get all pictures since the last one. */
  private nextKeyframePosition: number | undefined;
  /** Set while the last picture that the encoder got is repeated: how many pictures it got of this group. */
  private repeatedGroupSize: number | undefined;
  /** Whether the pictures held are to be those of the last group again. */
  private isCopying = false;

  private constructor(
    encoder: Encoder,
    sink: EncodedFrameSink,
    keyframeEvery: number,
    parameters: StreamParameters,
  ) {
    this.encoder = encoder;
    this.keyframeEvery = keyframeEvery;
    this.group = new CodedGroup(sink, parameters);
  }

  /** @param keyframeEvery pictures between two keyframes at the most, as the encoder, x264, has it. */
  static create(encoder: Encoder, keyframeEvery: number, muxer: Muxer): ChangedFrameTrack {
    const { extraData } = encoder.context;
    if (!extraData) throw new Error('x264 has not said what it makes.');
    const { parameters, stream } = widenPictureOrder(extraData);
    return new ChangedFrameTrack(encoder, muxer.addEncodedFrames(encoder, stream), keyframeEvery, parameters);
  }

  async add(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    if (!isRepeat || !this.run) {
      await this.endRun('another picture');
      this.run = { frame: shareFrame(frame), from: this.frameCount, isEncoded: false };
      await this.encode(this.run, this.frameCount++);
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

  /** The first place behind the last group of pictures that has begun. */
  private findGroupEnd(): number {
    // The encoder begins a group by itself after so many pictures, and gives it out later.
    const latest = this.encodedPositions.at(-1) ?? 0;
    while (this.nextKeyframePosition === undefined && this.keyframePosition + this.keyframeEvery <= latest) {
      this.keyframePosition += this.keyframeEvery;
    }
    return this.keyframePosition + this.keyframeEvery;
  }

  /** A keyframe is due: of the same pictures as the group before, or, if that shows others too, of a group that can be had again. */
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

  /** Has the last group again as soon as there are as many pictures as the encoder got of it. */
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
   * Lets the pictures held repeat the last one that the encoder got, or gives them to it where they are few. x264 weighs the two pictures that a B
   * picture is made of by their distances, and does not know how long the gap is: where another picture follows, it gets one more of those held.
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

  /** @param kind P for a picture that none before it may be made of: the order of the stream is that of seeing there. */
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
