import { openAacEncoder } from '../av/encode/sound-encoders.ts';
import { type H264Shape, openH264Encoder } from '../av/encode/h264.ts';
import { HARDWARE_ENCODERS, openHardwareEncoder } from '../av/encode/hardware-encoder.ts';
import { Muxer } from '../av/encode/muxer.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';
import type { Stereo } from '../media/stereo.ts';
import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { BoundedQueue } from './bounded-queue.ts';
import { MP4_QUALITY } from './quality.ts';
import { EveryFrameTrack, type FrameTrack } from './frame-track.ts';
import type { CodedStream } from './coded-stream.ts';
import { CodedSoundTrack } from './coded-sound-track.ts';
import { SegmentedTrack } from './segmented-track.ts';

/** Maximum number of seconds between keyframes. Players seek to keyframes. */
const KEYFRAME_SECONDS = 2;
/**
 * Preset of x264. On two cores, encoding with this preset is as fast as composing, and the files are small
 * enough for the web.
 */
const PRESET = 'veryfast';
/**
 * Numbers of x264 threads. They are fixed because they affect the output: the same edit must make the same
 * file on every machine.
 */
const THREADS = { 'few threads': 3, 'many threads': 12 } as const;
/**
 * Number of finished pictures that may wait for the encoder. Waiting pictures keep the encoder busy while a
 * slow picture is composed.
 */
const MAX_WAITING_FRAMES = 4;
/** Number of blocks of sound that may wait for the encoder. Each block lasts as long as one picture. */
const MAX_WAITING_SOUNDS = 4;

/** The coded media of an MP4, which can be kept and used again. */
export interface CodedParts {
  /** Number of pictures of each segment. Each is coded alone. */
  readonly lengths: readonly number[];
  /** Called with each segment that was coded. */
  readonly onSegment?: (segment: CodedStream, index: number) => Promise<void>;
  /** Path of a file to which the coded sound is written, too. */
  readonly soundPath?: string;
}

/** Describes everything besides the samples that decides the coded pictures and the coded sound of an MP4. */
export function describeMp4Encoding({
  quality,
  encoder,
}: Pick<OutputFileSettings, 'quality' | 'encoder'>): Record<'pictures' | 'sound', Record<string, unknown>> {
  const { crf, soundBitRate, ceiling } = MP4_QUALITY[quality];
  const threads = encoder === 'few threads' || encoder === 'many threads' ? THREADS[encoder] : encoder;
  return {
    pictures: { codec: 'h264', crf, preset: PRESET, threads, keyframeSeconds: KEYFRAME_SECONDS },
    sound: { codec: 'aac', soundBitRate, ceiling },
  };
}

/** Everything is one segment, and nothing is kept. */
const WHOLE: CodedParts = { lengths: [Infinity] };

/** Writes an MP4 file: H.264 High with BT.709 tags, and AAC. The index is at the beginning. */
export class Mp4Output implements OutputFile {
  private readonly muxer: Muxer;
  private readonly video: FrameTrack;
  private readonly audio: CodedSoundTrack | undefined;
  /**
   * The queues encode pictures and sound at the same time, while the caller produces more. Each queue keeps
   * the order of its tasks.
   */
  private readonly frameQueue = new BoundedQueue(MAX_WAITING_FRAMES);
  private readonly soundQueue = new BoundedQueue(MAX_WAITING_SOUNDS);

  private constructor(muxer: Muxer, video: FrameTrack, audio: CodedSoundTrack | undefined) {
    this.muxer = muxer;
    this.video = video;
    this.audio = audio;
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string, shape: OutputFileSettings, parts = WHOLE): Promise<Mp4Output> {
    const { width, height, rate, hasSound } = shape;
    const { crf, soundBitRate } = MP4_QUALITY[shape.quality];
    const keyframeEvery = rate.mul(KEYFRAME_SECONDS).floor().valueOf();
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const video = opened.use(
      await openVideoTrack({ width, height, rate, keyframeEvery }, shape.encoder, crf, { muxer, parts }),
    );
    const audio = hasSound
      ? opened.use(new CodedSoundTrack(await openAacEncoder(soundBitRate), muxer, parts.soundPath))
      : undefined;
    const output = new Mp4Output(muxer, video, audio);
    await muxer.begin({ movflags: '+faststart' });
    opened.move();
    return output;
  }

  async writeFrame(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    await this.frameQueue.add(
      () => this.video.add(frame, isRepeat),
      () => frame.free(),
    );
  }

  async writeSound(samples: Stereo): Promise<void> {
    await this.soundQueue.add(async () => this.audio?.add(samples));
  }

  /** Writes the next segment as it was coded before. Returns false if it does not fit and must be coded. */
  async writeCodedSegment(segment: CodedStream): Promise<boolean> {
    await this.frameQueue.drain();
    return this.video instanceof SegmentedTrack && this.video.addCoded(segment);
  }

  /**
   * Writes the whole sound as it was coded before. Returns false if it does not fit and must be mixed. Call it
   * before any picture is written.
   */
  writeCodedSound(sound: CodedStream): boolean {
    return this.audio?.addCoded(sound) ?? false;
  }

  /** @param warnings warnings about the sound, which are kept with it. */
  async finish(warnings: CodedStream['warnings'] = []): Promise<void> {
    await this.frameQueue.drain();
    await this.video.finish();
    await this.soundQueue.drain();
    await this.audio?.finish(warnings);
    await this.muxer.finish();
  }

  /**
   * Waits for pending encoding, because the memory of an encoder must not be freed while the encoder is
   * running.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.frameQueue.drain(), this.soundQueue.drain()]);
    this.video[Symbol.dispose]();
    this.audio?.[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }
}

async function openVideoTrack(
  shape: H264Shape,
  encoder: OutputFileSettings['encoder'],
  crf: number,
  { muxer, parts }: { muxer: Muxer; parts: CodedParts },
): Promise<FrameTrack> {
  if (encoder !== 'few threads' && encoder !== 'many threads')
    return new EveryFrameTrack(await openHardwareEncoder(HARDWARE_ENCODERS[encoder], shape, crf), muxer);
  const { lengths, onSegment = () => Promise.resolve() } = parts;
  return await SegmentedTrack.open(muxer, {
    ...{ lengths, onSegment, keyframeEvery: shape.keyframeEvery },
    openEncoder: (keyframeEvery) =>
      openH264Encoder({ ...shape, keyframeEvery, preset: PRESET, crf, threads: THREADS[encoder] }),
  });
}
