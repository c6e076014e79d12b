import type { Encoder } from '../../av/encode/encoder.ts';
import type { EncodedFrame, EncodedFrameSink, Muxer } from '../../av/encode/muxer.ts';
import type { VideoFrame } from '../../av/video/video-frame.ts';
import { ChangedFrameTrack } from '../changed-frame-track.ts';
import type { CodedPacket, CodedStream } from './coded-stream.ts';
import type { FrameTrack } from '../frame-track.ts';
import { type StreamParameters, widenPictureOrder } from '../h264/parameter-sets.ts';

/** The division of a video into segments, and their encoder. */
export interface SegmentedTrackSettings {
  /** Number of pictures of each segment. */
  readonly lengths: readonly number[];
  /** Maximum number of pictures between two keyframes. */
  readonly keyframeEvery: number;
  /** Opens x264 for one segment. */
  readonly openEncoder: (keyframeEvery: number) => Promise<Encoder>;
  /** Called with each segment that was coded. */
  readonly onSegment: (segment: CodedStream, index: number) => Promise<void>;
}

/** A segment that is being coded. */
interface OpenSegment {
  readonly track: ChangedFrameTrack;
  readonly pictures: CodedPacket[];
  added: number;
}

/**
 * Video whose segments are coded alone, each with an encoder of its own. A segment that is coded already can
 * be added as it is. The file is the same in both cases. Closes its encoders when disposed.
 */
export class SegmentedTrack implements FrameTrack {
  private readonly settings: SegmentedTrackSettings;
  private readonly sink: EncodedFrameSink;
  private readonly parameters: StreamParameters;
  private readonly parameterSets: Buffer;
  /** Number of pictures by which the decoding order is ahead of the presentation order. */
  private readonly decodingLead: number;
  /** The encoder that was opened for its parameter sets. The first segment that is coded uses it. */
  private spare: Encoder | undefined;
  private current: OpenSegment | undefined;
  /** Index of the current or next segment. */
  private index = 0;
  /** Position of the first picture of this segment in the file. */
  private start = 0;
  private written = 0;

  private constructor(
    encoder: Encoder,
    muxer: Pick<Muxer, 'addEncodedFrames'>,
    settings: SegmentedTrackSettings,
  ) {
    const { parameters, stream } = readParameters(encoder);
    this.settings = settings;
    this.spare = encoder;
    this.parameters = parameters;
    this.parameterSets = stream;
    this.decodingLead = encoder.context.hasBFrames;
    this.sink = muxer.addEncodedFrames(encoder, stream);
  }

  /** Opens the video of a file. @throws {MediaError} if the encoder cannot be opened. */
  static async open(
    muxer: Pick<Muxer, 'addEncodedFrames'>,
    settings: SegmentedTrackSettings,
  ): Promise<SegmentedTrack> {
    return new SegmentedTrack(await settings.openEncoder(settings.keyframeEvery), muxer, settings);
  }

  async add(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    const segment = (this.current ??= await this.begin());
    const isLast = segment.added === this.length - 1;
    // The picture before may belong to a segment that was not coded now.
    await segment.track.add(frame, isRepeat && segment.added > 0, isLast ? 'P' : 'any');
    segment.added += 1;
    if (isLast) await this.end(segment);
  }

  /**
   * Adds the next segment as it was coded before. Returns false if it does not fit to the others, so that it
   * must be coded.
   */
  addCoded({ parameters, packets }: CodedStream): boolean {
    if (this.current) throw new Error('A segment is still being coded.');
    if (!parameters.equals(this.parameterSets) || packets.length !== this.length) return false;
    this.write(packets);
    return true;
  }

  async finish(): Promise<void> {
    if (this.current) await this.end(this.current);
  }

  [Symbol.dispose](): void {
    this.current?.track[Symbol.dispose]();
    this.spare?.[Symbol.dispose]();
  }

  private get length(): number {
    return this.settings.lengths[this.index] ?? Infinity;
  }

  private async begin(): Promise<OpenSegment> {
    const { keyframeEvery, openEncoder } = this.settings;
    // A keyframe alone at the end would be next to the keyframe of the next segment. Both may have the same
    // number, and H.264 (7.4.3, idr_pic_id) forbids that.
    const every = this.length % keyframeEvery === 1 ? keyframeEvery + 1 : keyframeEvery;
    const encoder =
      every === keyframeEvery ? (this.spare ?? (await openEncoder(every))) : await openEncoder(every);
    if (encoder === this.spare) this.spare = undefined;
    if (!readParameters(encoder).stream.equals(this.parameterSets)) {
      encoder[Symbol.dispose]();
      throw new Error('x264 has changed its parameter sets between two segments.');
    }
    const pictures: CodedPacket[] = [];
    const onPicture = ({ stream, presentationIndex, isKey, isReference }: EncodedFrame): void =>
      void pictures.push({ data: stream, at: presentationIndex, duration: 1, isKey, isReference });
    return { track: new ChangedFrameTrack(encoder, onPicture, every, this.parameters), pictures, added: 0 };
  }

  private async end({ track, pictures }: OpenSegment): Promise<void> {
    await track.finish();
    track[Symbol.dispose]();
    this.current = undefined;
    const { index } = this;
    this.write(pictures);
    await this.settings.onSegment({ parameters: this.parameterSets, packets: pictures }, index);
  }

  private write(pictures: readonly CodedPacket[]): void {
    for (const { data, at, isKey, isReference } of pictures) {
      this.sink({
        stream: data,
        presentationIndex: this.start + at,
        decodeIndex: this.written - this.decodingLead,
        isKey,
        isReference,
      });
      this.written += 1;
    }
    this.start += pictures.length;
    this.index += 1;
  }
}

function readParameters({ context: { extraData } }: Encoder): ReturnType<typeof widenPictureOrder> {
  if (!extraData) throw new Error('x264 has not provided its parameter sets.');
  return widenPictureOrder(extraData);
}
