import type { PacketSink } from '../av/encoder.ts';
import type { PictureSink } from '../av/muxer.ts';
import type { StreamParameters } from './h264/parameter-sets.ts';
import { RepeatedPictures } from './h264/repeated.ts';
import { type PlacedPicture, placed } from './h264/slices.ts';

/** A picture of the group, and its place in it. */
interface Member extends PlacedPicture {
  readonly place: number;
}

/** What follows once the encoder has given out so many pictures. */
interface Insertion {
  readonly after: number;
  readonly write: () => void;
}

/**
 * The pictures of an H.264 stream on their way to the file: those that the encoder makes, each with its place among all, and between
 * them those that it does not make. It keeps the last group: what came since the last keyframe.
 */
export class CodedGroup {
  private readonly sink: PictureSink;
  private readonly parameters: StreamParameters;
  private readonly repeated: RepeatedPictures;
  private readonly members: Member[] = [];
  /** Place of the keyframe in the file; of the last copy of it, if there are any. */
  private key = 0;
  private readonly insertions: Insertion[] = [];
  private encoded = 0;
  private written = 0;
  /** By how much the order of decoding is ahead of that of seeing. */
  private ahead = 0;

  /** @param parameters of the encoder's stream. */
  constructor(sink: PictureSink, parameters: StreamParameters) {
    this.sink = sink;
    this.parameters = parameters;
    this.repeated = new RepeatedPictures(parameters);
  }

  /** Takes the next picture from the encoder. @param at its place in the file. */
  add(packet: Parameters<PacketSink>[0], at: number): void {
    if (this.encoded === 0) this.ahead = Number(packet.pts - packet.dts);
    if (packet.isKeyframe) {
      this.members.length = 0;
      this.key = at;
    }
    if (!packet.data) throw new Error('The encoder has made an empty packet.');
    const place = at - this.key;
    const member = { place, ...placed(packet.data, this.parameters, place) };
    this.members.push(member);
    this.write(member);
    this.encoded += 1;
    this.insert();
  }

  /**
   * Repeats the picture that is seen before.
   *
   * @param at place in the file of the first of them.
   * @param after how many pictures of the encoder come before.
   */
  repeat(at: number, count: number, after: number): void {
    const write = (): void => {
      const last = this.members.reduce((one, other) => (other.place > one.place ? other : one));
      const lastReference = this.members.findLast(({ isReference }) => isReference)?.frameNumber ?? 0;
      for (let place = at - this.key; place < at - this.key + count; place++) {
        const stream = this.repeated.at({ place, lastReference, repeated: last.frameNumber });
        this.write({ stream, place, isReference: false });
      }
    };
    this.insertions.push({ after, write });
    this.insert();
  }

  /** Has all that the encoder made since the last keyframe once more, as {@link CodedGroup.repeat}. */
  copy(at: number, after: number): void {
    const write = (): void => {
      this.key = at;
      for (const member of this.members) this.write(member);
    };
    this.insertions.push({ after, write });
    this.insert();
  }

  private insert(): void {
    for (let next = this.insertions[0]; next?.after === this.encoded; next = this.insertions[0]) {
      this.insertions.shift();
      next.write();
    }
  }

  private write({ stream, place, isReference }: Pick<Member, 'stream' | 'place' | 'isReference'>): void {
    this.sink({
      stream,
      shownAt: this.key + place,
      decodedAt: this.written - this.ahead,
      isKey: place === 0,
      isReference,
    });
    this.written += 1;
  }
}
