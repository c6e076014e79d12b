import { laterOf, type Seconds, timeAtFrame, toRate, toSeconds } from '../../../base/time.ts';
import { type Encoder, type PacketSink } from '../../av/encode/encoder.ts';
import { openH264Encoder } from '../../av/encode/h264.ts';
import { Muxer } from '../../av/encode/muxer.ts';
import { PieceConverter, type RemoveColour } from '../../av/video/piece-converter.ts';
import { VideoReader } from '../../av/video/video-reader.ts';
import { PICTURE_PIECE_SECONDS } from '../../media/piece-seconds.ts';
import type { VideoTrack } from '../../media/media.ts';
import type { PieceWriter } from './piece-writer.ts';

/** Ticks per second: at most common frame rates, a frame lasts a whole number of them. */
const CLOCK_RATE = 90_000;
/** Seconds between two keyframes: a page that seeks decodes at most so many. */
const KEYFRAME_SECONDS = toSeconds(0.25);
/** Visually lossless at a speed that keeps ahead of a page. */
const H264 = { preset: 'superfast', crf: 17, threads: 2, isDecodedFast: true };
/** Fragments, whose times are those of the source, not counted from the first frame. */
const FRAGMENTED = {
  movflags: 'empty_moov+default_base_moof+frag_keyframe+frag_discont',
  avoid_negative_ts: 'disabled',
  use_editlist: '0',
};
/** Frames per second that the encoder may expect. The times of the frames are uneven. */
const USUAL_RATE = 25;

/**
 * The pieces of a video track: fragmented MP4 files with H.264. Their times are source seconds. The first frame of a
 * piece is the one that is shown at its beginning, so it may be earlier.
 */
export class PicturePieces implements PieceWriter {
  private readonly reader: VideoReader;
  private readonly converter: PieceConverter;
  private readonly cutter: CutFrames | undefined;

  private constructor(reader: VideoReader, converter: PieceConverter, cutter: CutFrames | undefined) {
    this.reader = reader;
    this.converter = converter;
    this.cutter = cutter;
  }

  /**
   * Opens a track.
   *
   * @param size the size of the pictures in pixels, even. A video with alpha has its alpha below the colours, as a
   * picture of the same size.
   * @param how `removeColour` removes the colour of a chroma key; the pieces then have alpha. `cutter` makes the frames
   *   transparent in part, and is closed with the pieces.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(
    track: VideoTrack,
    size: Readonly<Record<'width' | 'height', number>>,
    {
      removeColour,
      cutter,
    }: { readonly removeColour?: RemoveColour | undefined; readonly cutter?: CutFrames } = {},
  ): Promise<PicturePieces> {
    const converter = new PieceConverter(track, size, removeColour);
    return new PicturePieces(await VideoReader.open(track.location), converter, cutter);
  }

  async write(piece: number, path: string): Promise<boolean> {
    const from = toSeconds(piece * PICTURE_PIECE_SECONDS);
    const to = from.add(PICTURE_PIECE_SECONDS);
    let file: PieceFile | undefined;
    try {
      for await (const { frame, time } of this.reader.framesBetween(from, to)) {
        using cut = await this.cutter?.cut(frame);
        using converted = await this.converter.convert(cut ?? frame);
        file ??= await PieceFile.open(path, converted);
        await file.add(converted, time, from);
      }
      await file?.finish();
      return file !== undefined;
    } finally {
      file?.[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    this.cutter?.[Symbol.dispose]();
    this.converter[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }
}

/** Makes frames transparent in part. The caller frees each of them before the next one. */
interface CutFrames extends Disposable {
  cut(frame: Parameters<PieceConverter['convert']>[0]): Promise<Picture>;
}

/** A picture that was converted. */
type Picture = Parameters<Encoder['encode']>[0];

/** The file of a piece. */
class PieceFile implements Disposable {
  private readonly muxer: Muxer;
  private readonly encoder: Encoder;
  private readonly sink: PacketSink;
  private nextKey: Seconds | undefined;

  private constructor(muxer: Muxer, encoder: Encoder, sink: PacketSink) {
    this.muxer = muxer;
    this.encoder = encoder;
    this.sink = sink;
  }

  static async open(path: string, { width, height }: Picture): Promise<PieceFile> {
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const clock = toRate(CLOCK_RATE);
    const shape = { width, height, rate: toRate(USUAL_RATE), clock, keyframeEvery: CLOCK_RATE, bFrames: 0 };
    const encoder = opened.use(await openH264Encoder({ ...shape, ...H264, hasEvenKeyframes: true }));
    const sink = muxer.add(encoder);
    await muxer.begin(FRAGMENTED);
    opened.move();
    return new PieceFile(muxer, encoder, sink);
  }

  /** @param begin the second at which the piece begins. Its first picture may be earlier. */
  async add(picture: Picture, time: Seconds, begin: Seconds): Promise<void> {
    const isKey = this.nextKey === undefined || time.gte(this.nextKey);
    if (isKey) this.nextKey = laterOf(time, begin).div(KEYFRAME_SECONDS).floor().add(1).mul(KEYFRAME_SECONDS);
    picture.pts = BigInt(time.mul(CLOCK_RATE).round().valueOf());
    picture.duration = BigInt(timeAtFrame(1, toRate(USUAL_RATE)).mul(CLOCK_RATE).valueOf());
    await this.encoder.encode(picture, this.sink, isKey ? 'key' : 'any');
  }

  async finish(): Promise<void> {
    await this.encoder.finish(this.sink);
    await this.muxer.finish();
  }

  [Symbol.dispose](): void {
    this.encoder[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }
}
