import { type Encoder, type PacketSink, type PictureKind, stampPicture } from '../av/encoder.ts';
import type { Muxer, PictureSink } from '../av/muxer.ts';
import { type Picture, share } from '../av/picture.ts';
import { CodedGroup } from './coded-group.ts';
import { type StreamParameters, widened } from './h264/parameter-sets.ts';
import type { PictureTrack } from './picture-track.ts';

/** So many pictures that are seen again are encoded like any others: nothing would be saved. */
const FEW = 4;
/** Groups of a picture that stays, after which it is encoded anew: what comes after it in the file, and all sound meanwhile, waits in memory until then. */
const MOST_GROUPS = 30;

/** A picture that is seen at least once, and again as long as nothing changes. */
interface Run {
  readonly picture: Picture;
  /** Place in the file of the first of it whose group of pictures has nothing else; of the whole run at first. */
  from: number;
  /** Whether the encoder has given that one out: all that it looked ahead at is this picture, and its keyframes until now are known. */
  isOut: boolean;
}

/** What comes after pictures that are held. */
type Follows = 'another picture' | 'a keyframe' | 'nothing';

/**
 * The pictures of a file in the making, of which only those are encoded that show anything new. Of a picture that stays, the encoder gets as many as it
 * needs to see that it does, and until it has given out the first of them: up to there the stream is what it would be anyway. What
 * follows are pictures that repeat the last one, some bytes each, and at each keyframe the whole group again. Closes the encoder.
 */
export class VideoTrack implements PictureTrack {
  private readonly encoder: Encoder;
  private readonly keyframeEvery: number;
  private readonly group: CodedGroup;
  /** Places in the file, in the order in which the encoder got their pictures. */
  private readonly places: number[] = [];
  /** Pictures that were given. */
  private given = 0;
  private run: Run | undefined;
  /** The last pictures of the run, which the encoder has not got. */
  private held = 0;
  /** Place of the last keyframe that is known. */
  private key = 0;
  /** Where the next keyframe has to be, when the encoder cannot know it: it did not get all pictures since the last one. */
  private keyDue: number | undefined;
  /** Set while the last picture that the encoder got is repeated: how many pictures it got of this group. */
  private repeating: number | undefined;
  /** Whether the pictures held are to be those of the last group again. */
  private isCopying = false;

  private constructor(
    encoder: Encoder,
    sink: PictureSink,
    keyframeEvery: number,
    parameters: StreamParameters,
  ) {
    this.encoder = encoder;
    this.keyframeEvery = keyframeEvery;
    this.group = new CodedGroup(sink, parameters);
  }

  /** @param keyframeEvery pictures between two keyframes at the most, as the encoder, x264, has it. */
  static of(encoder: Encoder, keyframeEvery: number, muxer: Muxer): VideoTrack {
    const { extraData } = encoder.context;
    if (!extraData) throw new Error('x264 has not said what it makes.');
    const { parameters, stream } = widened(extraData);
    return new VideoTrack(encoder, muxer.addPictures(encoder, stream), keyframeEvery, parameters);
  }

  async add(picture: Picture, isRepeat: boolean): Promise<void> {
    if (!isRepeat || !this.run) {
      await this.endRun('another picture');
      this.run = { picture: share(picture), from: this.given, isOut: false };
      await this.encode(this.run, this.given++);
      return;
    }
    if (this.run.isOut && !this.isCopying && this.given === this.groupEnd()) await this.endGroup(this.run);
    this.given += 1;
    this.held += 1;
    if (!this.run.isOut) await this.encodeHeld(this.run);
    else if (this.isCopying) this.copyIfWhole();
  }

  async finish(): Promise<void> {
    await this.endRun('nothing');
    await this.encoder.finish((packet) => this.take(packet));
  }

  [Symbol.dispose](): void {
    this.run?.picture.free();
    this.encoder[Symbol.dispose]();
  }

  /** The first place behind the last group of pictures that has begun. */
  private groupEnd(): number {
    // The encoder begins a group by itself after so many pictures, and gives it out later.
    const latest = this.places.at(-1) ?? 0;
    while (this.keyDue === undefined && this.key + this.keyframeEvery <= latest) {
      this.key += this.keyframeEvery;
    }
    return this.key + this.keyframeEvery;
  }

  /** A keyframe is due: of the same pictures as the group before, or, if that shows others too, of a group that can be had again. */
  private async endGroup(run: Run): Promise<void> {
    await this.settle(run, 'a keyframe');
    this.keyDue = this.given;
    const isLong = this.given - run.from >= MOST_GROUPS * this.keyframeEvery;
    if (this.repeating !== undefined && this.key >= run.from && !isLong) {
      this.isCopying = true;
      return;
    }
    this.repeating = undefined;
    run.from = this.given;
    run.isOut = false;
  }

  /** Has the last group again as soon as there are as many pictures as the encoder got of it. */
  private copyIfWhole(): void {
    if (this.repeating === undefined || this.held < this.repeating) return;
    this.key = this.given - this.held;
    this.keyDue = undefined;
    this.isCopying = false;
    this.held = 0;
    this.group.copy(this.key, this.places.length);
  }

  private async endRun(follows: Follows): Promise<void> {
    const { run } = this;
    if (!run) return;
    if (this.isCopying) await this.encodeHeld(run);
    else await this.settle(run, follows);
    if (this.repeating !== undefined && !this.isCopying) this.keyDue = this.key + this.keyframeEvery;
    this.isCopying = false;
    this.repeating = undefined;
    this.run = undefined;
    run.picture.free();
  }

  /**
   * Lets the pictures held repeat the last one that the encoder got, or gives them to it where they are few. x264 weighs the two pictures that a B
   * picture is made of by their distances, and does not know how long the gap is: where another picture follows, it gets one more of those held.
   */
  private async settle(run: Run, follows: Follows): Promise<void> {
    if (this.repeating === undefined) {
      if (this.held <= FEW) return this.encodeHeld(run);
      const last = this.given - this.held;
      this.held -= 1;
      await this.encode(run, last, 'P');
      this.repeating = last - this.key + 1;
    }
    const encoded = follows === 'another picture' ? Math.min(this.held, 1) : 0;
    const repeats = this.held - encoded;
    if (repeats > 0) this.group.repeat(this.given - this.held, repeats, this.places.length);
    this.held = 0;
    if (encoded > 0) await this.encode(run, this.given - 1, 'P');
  }

  private async encodeHeld(run: Run): Promise<void> {
    for (; this.held > 0; this.held--) await this.encode(run, this.given - this.held);
  }

  /** @param kind P for a picture that none before it may be made of: the order of the stream is that of seeing there. */
  private async encode({ picture }: Run, place: number, kind: PictureKind = 'any'): Promise<void> {
    const isKey = this.keyDue !== undefined && place >= this.keyDue;
    if (isKey) {
      this.key = place;
      this.keyDue = undefined;
    }
    stampPicture(picture, this.places.length);
    this.places.push(place);
    await this.encoder.encode(picture, (packet) => this.take(packet), isKey ? 'key' : kind);
  }

  private take(packet: Parameters<PacketSink>[0]): void {
    const place = this.places[Number(packet.pts)] ?? 0;
    if (packet.isKeyframe && place > this.key) {
      this.key = place;
      this.keyDue = undefined;
    }
    if (place === this.run?.from) this.run.isOut = true;
    this.group.add(packet, place);
  }
}
