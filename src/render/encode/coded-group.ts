import type { PacketSink } from '../av/encode/encoder.ts';
import type { EncodedFrameSink } from '../av/encode/muxer.ts';
import type { StreamParameters } from './h264/parameter-sets.ts';
import { RepeatedPictures } from './h264/repeated-pictures.ts';
import { type OrderedPicture, setPictureOrder } from './h264/slices.ts';

/** A picture of the group and its position in it. */
interface GroupMember extends OrderedPicture {
  readonly position: number;
}

/** A write that waits until the encoder has returned a number of pictures. */
interface Insertion {
  readonly afterEncoded: number;
  readonly write: () => void;
}

/**
 * Writes the pictures of an H.264 stream to the file: the pictures of the encoder and, between them,
 * repetitions that the encoder does not produce. Sets the display position in the header of each picture.
 * Keeps all pictures since the last keyframe, so that this group of pictures can be copied.
 */
export class CodedGroup {
  private readonly sink: EncodedFrameSink;
  private readonly parameters: StreamParameters;
  private readonly repeatedPictures: RepeatedPictures;
  private readonly members: GroupMember[] = [];
  /** Position of the keyframe in the file. If the keyframe has been copied, position of its last copy. */
  private keyframePosition = 0;
  private readonly insertions: Insertion[] = [];
  private encoded = 0;
  private written = 0;
  /** Number of pictures by which decoding order is ahead of display order. */
  private decodingLead = 0;

  /** @param parameters the parameters of the encoder's stream. */
  constructor(sink: EncodedFrameSink, parameters: StreamParameters) {
    this.sink = sink;
    this.parameters = parameters;
    this.repeatedPictures = new RepeatedPictures(parameters);
  }

  /**
   * Adds the next picture of the encoder.
   *
   * @param at position of the picture in the file.
   */
  add(packet: Parameters<PacketSink>[0], at: number): void {
    if (this.encoded === 0) this.decodingLead = Number(packet.pts - packet.dts);
    if (packet.isKeyframe) {
      this.members.length = 0;
      this.keyframePosition = at;
    }
    if (!packet.data) throw new Error('The encoder has produced an empty packet.');
    const position = at - this.keyframePosition;
    const member = { position, ...setPictureOrder(packet.data, this.parameters, position) };
    this.members.push(member);
    this.write(member);
    this.encoded += 1;
    this.writeInsertions();
  }

  /**
   * Repeats the previous picture in display order.
   *
   * @param at position of the first repetition in the file.
   * @param count number of repetitions.
   * @param after number of pictures that the encoder must return before the repetitions are written.
   */
  repeat(at: number, count: number, after: number): void {
    const write = (): void => {
      const last = this.members.reduce((one, other) => (other.position > one.position ? other : one));
      const lastReference = this.members.findLast(({ isReference }) => isReference)?.frameNumber ?? 0;
      const first = at - this.keyframePosition;
      for (let position = first; position < first + count; position++) {
        const repeatedReference = last.frameNumber;
        const stream = this.repeatedPictures.encodeAt({ position, lastReference, repeatedReference });
        this.write({ stream, position, isReference: false });
      }
    };
    this.insertions.push({ afterEncoded: after, write });
    this.writeInsertions();
  }

  /**
   * Writes all pictures since the last keyframe again.
   *
   * @param at position of the first picture in the file.
   * @param after number of pictures that the encoder must return before the copy is written.
   */
  copy(at: number, after: number): void {
    const write = (): void => {
      this.keyframePosition = at;
      for (const member of this.members) this.write(member);
    };
    this.insertions.push({ afterEncoded: after, write });
    this.writeInsertions();
  }

  private writeInsertions(): void {
    for (let next = this.insertions[0]; next?.afterEncoded === this.encoded; next = this.insertions[0]) {
      this.insertions.shift();
      next.write();
    }
  }

  private write({
    stream,
    position,
    isReference,
  }: Pick<GroupMember, 'stream' | 'position' | 'isReference'>): void {
    this.sink({
      stream,
      presentationIndex: this.keyframePosition + position,
      decodeIndex: this.written - this.decodingLead,
      isKey: position === 0,
      isReference,
    });
    this.written += 1;
  }
}
