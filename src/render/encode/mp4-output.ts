import type { Rate } from '../../base/time.ts';
import { openAacEncoder } from '../av/encode/sound-encoders.ts';
import { type H264Shape, openH264Encoder } from '../av/encode/h264.ts';
import { HARDWARE_ENCODERS, openHardwareEncoder } from '../av/encode/hardware-encoder.ts';
import { Muxer } from '../av/encode/muxer.ts';
import { VideoOutput } from './codecs/video-output.ts';
import type { OutputFileSettings } from './output-file.ts';
import { MP4_QUALITY } from './quality.ts';
import { EveryFrameTrack, type FrameTrack } from './frame-track.ts';
import { CodedSoundTrack } from './segments/coded-sound-track.ts';
import type { CodedStream } from './segments/coded-stream.ts';
import { SegmentedTrack } from './segments/segmented-track.ts';

/**
 * Maximum number of seconds between keyframes. Players seek to keyframes, and segments can only be cut at
 * keyframes.
 */
const KEYFRAME_SECONDS = 2;
/**
 * Preset of x264. On two cores, encoding with this preset is as fast as composing, and the files are small
 * enough for the web.
 */
export const H264_PRESET = 'veryfast';
/**
 * Numbers of x264 threads. They are fixed because they affect the output: the same edit must make the same
 * file on every machine.
 */
export const H264_THREADS = { 'few threads': 3, 'many threads': 12 } as const;

/** Describes everything besides the samples that decides the coded pictures and the coded sound of an MP4. */
export function describeMp4Encoding({
  quality,
  encoder,
}: Pick<OutputFileSettings, 'quality' | 'encoder'>): Record<'pictures' | 'sound', Record<string, unknown>> {
  const { crf, soundBitRate, ceiling } = MP4_QUALITY[quality];
  const threads = isSoftware(encoder) ? H264_THREADS[encoder] : encoder;
  return {
    pictures: { codec: 'h264', crf, preset: H264_PRESET, threads, keyframeSeconds: KEYFRAME_SECONDS },
    sound: { codec: 'aac', soundBitRate, ceiling },
  };
}

/** The coded media of an MP4, which can be kept and used again. */
interface CodedParts {
  /** Number of pictures of each segment. Each is coded alone. */
  readonly lengths: readonly number[];
  /** Called with each segment that was coded. */
  readonly onSegment?: (segment: CodedStream, index: number) => Promise<void>;
  /** Path of a file to which the coded sound is written, too. */
  readonly soundPath?: string;
}

/** Everything is one segment, and nothing is kept. */
const WHOLE: CodedParts = { lengths: [Infinity] };

/** Writes an MP4 file: H.264 High with BT.709 tags, and AAC. The index is at the beginning. */
export class Mp4Output extends VideoOutput {
  private readonly pictures: FrameTrack;
  private readonly sound: CodedSoundTrack | undefined;

  private constructor(muxer: Muxer, pictures: FrameTrack, sound: CodedSoundTrack | undefined) {
    super(muxer, pictures, sound);
    this.pictures = pictures;
    this.sound = sound;
  }

  /**
   * @param path the local file to write. An existing file is replaced.
   * @param parts how the pictures are divided, and what is kept.
   */
  static async open(path: string, shape: OutputFileSettings, parts = WHOLE): Promise<Mp4Output> {
    const { width, height, rate, hasSound } = shape;
    const { crf, soundBitRate } = MP4_QUALITY[shape.quality];
    const keyframeEvery = keyframeDistance(rate);
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const video = opened.use(
      await openVideoTrack({ width, height, rate, keyframeEvery }, shape.encoder, crf, { muxer, parts }),
    );
    const audio = hasSound
      ? opened.use(new CodedSoundTrack(await openAacEncoder(soundBitRate), muxer, parts.soundPath))
      : undefined;
    await muxer.begin({ movflags: '+faststart' });
    opened.move();
    return new Mp4Output(muxer, video, audio);
  }

  /** Writes the next segment as it was coded before. Returns false if it does not fit and must be coded. */
  async writeCodedSegment(segment: CodedStream): Promise<boolean> {
    await this.drainFrames();
    return this.pictures instanceof SegmentedTrack && this.pictures.addCoded(segment);
  }

  /**
   * Writes the whole sound as it was coded before. Returns false if it does not fit and must be mixed. Call it
   * before any picture is written.
   */
  writeCodedSound(sound: CodedStream): boolean {
    return this.sound?.addCoded(sound) ?? false;
  }

  /** @param warnings warnings about the sound, which are kept with it. */
  override async finish(warnings: CodedStream['warnings'] = []): Promise<void> {
    if (this.sound) this.sound.warnings = warnings;
    await super.finish();
  }
}

/** Returns the maximum number of frames between two keyframes. */
export function keyframeDistance(rate: Rate): number {
  return rate.mul(KEYFRAME_SECONDS).floor().valueOf();
}

async function openVideoTrack(
  shape: H264Shape,
  encoder: OutputFileSettings['encoder'],
  crf: number,
  { muxer, parts }: { muxer: Muxer; parts: CodedParts },
): Promise<FrameTrack> {
  if (!isSoftware(encoder))
    return new EveryFrameTrack(await openHardwareEncoder(HARDWARE_ENCODERS[encoder], shape, crf), muxer);
  return await openSegmentedTrack(shape, encoder, crf, { muxer, parts });
}

async function openSegmentedTrack(
  shape: H264Shape,
  encoder: keyof typeof H264_THREADS,
  crf: number,
  {
    muxer,
    parts: { lengths, onSegment = () => Promise.resolve() },
  }: { muxer: Pick<Muxer, 'addEncodedFrames'>; parts: Pick<CodedParts, 'lengths' | 'onSegment'> },
): Promise<FrameTrack> {
  const threads = H264_THREADS[encoder];
  return await SegmentedTrack.open(muxer, {
    lengths,
    onSegment,
    keyframeEvery: shape.keyframeEvery,
    openEncoder: (keyframeEvery) =>
      openH264Encoder({ ...shape, keyframeEvery, preset: H264_PRESET, crf, threads }),
  });
}

/** Receives packets that belong to no file. */
const NO_FILE: Pick<Muxer, 'addEncodedFrames' | 'addSound'> = {
  addEncodedFrames: () => () => undefined,
  addSound: () => ({ packets: () => undefined, encoded: () => undefined }),
};

/**
 * Opens the pictures of one segment, which another process writes to the MP4.
 *
 * @param length number of pictures.
 * @param onSegment called with the segment when its last picture was added.
 */
export async function openSegment(
  {
    width,
    height,
    rate,
    quality,
    encoder,
  }: Pick<OutputFileSettings, 'width' | 'height' | 'rate' | 'quality'> & {
    readonly encoder: keyof typeof H264_THREADS;
  },
  length: number,
  onSegment: (segment: CodedStream) => Promise<void>,
): Promise<FrameTrack> {
  const shape = { width, height, rate, keyframeEvery: keyframeDistance(rate) };
  const parts = { lengths: [length], onSegment };
  return await openSegmentedTrack(shape, encoder, MP4_QUALITY[quality].crf, { muxer: NO_FILE, parts });
}

/** Opens the sound of an MP4, which another process writes to the file. @param path the file of the stream. */
export async function openSound(
  { quality }: Pick<OutputFileSettings, 'quality'>,
  path: string,
): Promise<CodedSoundTrack> {
  return new CodedSoundTrack(await openAacEncoder(MP4_QUALITY[quality].soundBitRate), NO_FILE, path);
}

/** True for x264. */
export function isSoftware(encoder: OutputFileSettings['encoder']): encoder is keyof typeof H264_THREADS {
  return encoder in H264_THREADS;
}
