import { readFile, writeFile } from 'node:fs/promises';
import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVA420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_LIBX264,
  Frame,
  Rational,
} from 'node-av';
import { toRate, SAMPLE_RATE } from '../../src/base/time.ts';
import { Encoder, openFfv1Encoder } from '../../src/render/av/encode/encoder.ts';
import { createAudioFrame } from '../../src/render/av/sound/create-audio-frame.ts';
import { openAacEncoder } from '../../src/render/av/encode/sound-encoders.ts';
import { Muxer } from '../../src/render/av/encode/muxer.ts';
import { createVideoFrame, type Planes, planesOf } from '../../src/render/av/video/video-frame.ts';

/** Paints frame `index` of a clip. */
export type Painter = (planes: Planes, index: number) => void;

/** Returns sample `index` of the sound of a clip, from -1 to 1. */
export type Wave = (index: number) => number;

/** The properties of a clip to write. */
export interface ClipOptions {
  readonly width: number;
  readonly height: number;
  /** Ticks per second in `ticks`. */
  readonly clock: number;
  /** The time of each frame in ticks, in ascending order. */
  readonly ticks: readonly number[];
  readonly paint: Painter;
  /** The sound. `starts` is its first sample on the timeline of the clip. Default 0. */
  readonly sound?: { readonly samples: number; readonly wave: Wave; readonly starts?: number };
  readonly container?: 'mp4' | 'matroska';
  /** Ticks per second of the video track of an MP4. Default: a fine timescale chosen by FFmpeg. */
  readonly timescale?: number;
  readonly keyframeEvery?: number;
  /** The colour tags. Default: BT.709 in limited range. */
  readonly colours?: { readonly matrix: keyof typeof MATRICES | undefined; readonly range: 'tv' | 'pc' };
  /** The CRF of x264. The default is nearly lossless. */
  readonly crf?: number;
}

const MATRICES = { bt709: AVCOL_SPC_BT709, smpte170m: AVCOL_SPC_SMPTE170M };

const AAC_FRAME = 1024;

/** Writes an H.264 clip with B-frames. */
export async function makeClip(path: string, options: ClipOptions): Promise<void> {
  const { width, height, ticks, paint, sound, keyframeEvery = 30, crf = 6 } = options;
  using video = await openEncoder({ ...options, keyframeEvery, crf });
  using audio = await openAacEncoder(128_000);
  using muxer = new Muxer(path, options.container ?? 'mp4');
  const toVideo = muxer.add(video);
  const toAudio = sound && muxer.add(audio);
  await muxer.begin(options.timescale ? { video_track_timescale: `${options.timescale}` } : {});
  for (const [index, tick] of ticks.entries()) {
    using picture = createVideoFrame(width, height);
    paint(planesOf(picture), index);
    picture.pts = BigInt(tick);
    picture.colorRange = video.context.colorRange;
    picture.colorSpace = video.context.colorSpace;
    picture.duration = BigInt((ticks[index + 1] ?? 2 * tick - (ticks[index - 1] ?? 0)) - tick);
    await video.encode(picture, toVideo);
  }
  for (let at = 0; sound && toAudio && at < sound.samples; at += AAC_FRAME) {
    const count = Math.min(AAC_FRAME, sound.samples - at);
    const left = Float32Array.from({ length: count }, (_, index) => sound.wave(at + index));
    using frame = createAudioFrame({ left, right: left }, at + (sound.starts ?? 0));
    await audio.encode(frame, toAudio);
  }
  await video.finish(toVideo);
  if (toAudio) await audio.finish(toAudio);
  await muxer.finish();
}

/**
 * Writes a red clip with alpha at 25 fps. From left to right, its thirds are transparent, half transparent
 * and opaque.
 */
export async function makeAlphaClip(
  path: string,
  size: { width: number; height: number },
  count: number,
): Promise<void> {
  using video = await openFfv1Encoder({ ...size, format: AV_PIX_FMT_YUVA420P, clock: toRate(25) });
  using muxer = new Muxer(path, 'matroska');
  const sink = muxer.add(video);
  await muxer.begin({});
  for (let index = 0; index < count; index++) {
    using picture = new Frame();
    picture.alloc();
    picture.width = size.width;
    picture.height = size.height;
    picture.format = AV_PIX_FMT_YUVA420P;
    picture.getBuffer();
    const planes = planesOf(picture);
    fillRect(planes, [0, 0, size.width, size.height], [63, 102, 240]);
    const alpha = planes.alpha ?? planes.y;
    for (let at = 0; at < alpha.stride * size.height; at++) {
      alpha.data[at] = [0, 128, 255][Math.floor((3 * (at % alpha.stride)) / size.width)] ?? 255;
    }
    picture.pts = BigInt(index);
    picture.duration = 1n;
    await video.encode(picture, sink);
  }
  await video.finish(sink);
  await muxer.finish();
}

/** Opens an encoder with the given colour tags. The encoder of the renderer has fixed tags. */
async function openEncoder(
  clip: ClipOptions & { readonly keyframeEvery: number; readonly crf: number },
): Promise<Encoder> {
  const { matrix, range } = clip.colours ?? { matrix: 'bt709', range: 'tv' };
  const context = new CodecContext();
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  context.allocContext3(codec);
  context.width = clip.width;
  context.height = clip.height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, clip.clock);
  context.gopSize = clip.keyframeEvery;
  context.colorRange = range === 'pc' ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  context.colorSpace = matrix ? MATRICES[matrix] : AVCOL_SPC_UNSPECIFIED;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION);
  using options = Dictionary.fromObject({ preset: 'fast', crf: clip.crf });
  await context.open2(codec, options);
  return new Encoder(context);
}

/** Fills a rectangle of a frame, in pixels, with a Y, U, V colour. */
export function fillRect(
  planes: Planes,
  [x, y, width, height]: readonly [number, number, number, number],
  [luma, blue, red]: readonly [number, number, number],
): void {
  for (let row = y; row < y + height; row++) {
    planes.y.data.fill(luma, row * planes.y.stride + x, row * planes.y.stride + x + width);
    if (row % 2 === 1) continue;
    const chroma = (row / 2) * planes.u.stride + x / 2;
    planes.u.data.fill(blue, chroma, chroma + width / 2);
    planes.v.data.fill(red, chroma, chroma + width / 2);
  }
}

const BITS = 12;

/** Paints the frame index, below 4096, as black and white bars from left to right, highest bit first. */
export const paintNumber: Painter = (planes, index) => {
  const bar = Math.floor(planes.width / BITS / 2) * 2;
  for (let bit = 0; bit < BITS; bit++) {
    const white = (index >> (BITS - 1 - bit)) & 1;
    fillRect(planes, [bit * bar, 0, bar, planes.height], [white ? 235 : 16, 128, 128]);
  }
};

/** Reads the number of a frame painted by {@link paintNumber}. */
export function readNumber(planes: Planes): number {
  const bar = Math.floor(planes.width / BITS / 2) * 2;
  const row = (planes.height >> 1) * planes.y.stride;
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const luma = planes.y.data[row + bit * bar + (bar >> 1)] ?? 0;
    number = number * 2 + (luma > 125 ? 1 : 0);
  }
  return number;
}

/**
 * Creates a wave with a 1 kHz tone at each of the given seconds.
 *
 * @param lasts Length of each tone, in seconds.
 */
export function createBeeps(at: readonly number[], lasts: number): Wave {
  return (index) => {
    const time = index / SAMPLE_RATE;
    const beep = at.some((second) => time >= second && time < second + lasts);
    return beep ? 0.8 * Math.sin(2 * Math.PI * 1000 * time) : 0;
  };
}

/**
 * Writes a display matrix into the track header of an MP4 with one track, as phones do to record their
 * orientation.
 */
export async function setDisplayMatrix(
  path: string,
  [a, b, c, d]: readonly [number, number, number, number],
): Promise<void> {
  const file = await readFile(path);
  const matrix = file.indexOf('tkhd') + 44;
  const one = 0x10000;
  for (const [place, value] of [a * one, b * one, 0, c * one, d * one, 0, 0, 0, 0x40000000].entries()) {
    file.writeInt32BE(value, matrix + 4 * place);
  }
  await writeFile(path, file);
}
