import type { Rate } from '../../base/time.ts';
import { openAacEncoder } from '../av/encode/sound-encoders.ts';
import { type H264Shape, openH264Encoder } from '../av/encode/h264.ts';
import { HARDWARE_ENCODERS, openHardwareEncoder } from '../av/encode/hardware-encoder.ts';
import { Muxer } from '../av/encode/muxer.ts';
import { VideoOutput } from './codecs/video-output.ts';
import type { OutputFileSettings } from './output-file.ts';
import { MP4_QUALITY } from './quality.ts';
import { EveryFrameTrack, type FrameTrack } from './frame-track.ts';
import { AAC_FRAME_SAMPLES } from './sound-output.ts';
import { SoundTrack } from './sound-track.ts';
import { ChangedFrameTrack } from './changed-frame-track.ts';

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

/** Writes an MP4 file: H.264 High with BT.709 tags, and AAC. The index is at the beginning. */
export class Mp4Output extends VideoOutput {
  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string, shape: OutputFileSettings): Promise<Mp4Output> {
    const { width, height, rate, hasSound } = shape;
    const { crf, soundBitRate } = MP4_QUALITY[shape.quality];
    const keyframeEvery = keyframeDistance(rate);
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const video = opened.use(
      await createVideoTrack({ width, height, rate, keyframeEvery }, shape.encoder, crf, muxer),
    );
    const audio = hasSound ? opened.use(await openAacTrack(soundBitRate, muxer)) : undefined;
    await muxer.begin({ movflags: '+faststart' });
    opened.move();
    return new Mp4Output(muxer, video, audio);
  }
}

/** Opens the AAC sound of a file. @param bitRate bits per second. */
export async function openAacTrack(bitRate: number, muxer: Muxer): Promise<SoundTrack> {
  const encoder = await openAacEncoder(bitRate);
  return new SoundTrack(encoder, muxer.add(encoder), AAC_FRAME_SAMPLES);
}

/** Returns the maximum number of frames between two keyframes. */
export function keyframeDistance(rate: Rate): number {
  return rate.mul(KEYFRAME_SECONDS).floor().valueOf();
}

async function createVideoTrack(
  shape: H264Shape,
  encoder: OutputFileSettings['encoder'],
  crf: number,
  muxer: Muxer,
): Promise<FrameTrack> {
  if (encoder !== 'few threads' && encoder !== 'many threads')
    return new EveryFrameTrack(await openHardwareEncoder(HARDWARE_ENCODERS[encoder], shape, crf), muxer);
  const x264 = await openH264Encoder({ ...shape, preset: H264_PRESET, crf, threads: H264_THREADS[encoder] });
  return ChangedFrameTrack.create(x264, shape.keyframeEvery, muxer);
}
