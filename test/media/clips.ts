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

/** Paints picture `index` of a clip. */
export type Painter = (planes: Planes, index: number) => void;

/** Sample `index` of a clip's sound, -1 to 1. */
export type Wave = (index: number) => number;

export interface ClipShape {
  readonly width: number;
  readonly height: number;
  /** Ticks in a second of `ticks`. */
  readonly clock: number;
  /** The time of each picture, rising. */
  readonly ticks: readonly number[];
  readonly paint: Painter;
  /** @property starts the sample of the clip at which the sound begins; 0 when absent. */
  readonly sound?: { readonly samples: number; readonly wave: Wave; readonly starts?: number };
  readonly container?: 'mp4' | 'matroska';
  /** Ticks in a second of an MP4's own clock; FFmpeg takes a fine one when absent. */
  readonly timescale?: number;
  readonly keyframeEvery?: number;
  /** How the colours are tagged; BT.709 in limited range when absent. */
  readonly colours?: { readonly matrix: keyof typeof MATRICES | undefined; readonly range: 'tv' | 'pc' };
  /** x264's rate factor; the usual one loses next to nothing. */
  readonly crf?: number;
}

const MATRICES = { bt709: AVCOL_SPC_BT709, smpte170m: AVCOL_SPC_SMPTE170M };

const AAC_FRAME = 1024;

/** Writes a clip with B-frames. */
export async function makeClip(path: string, shape: ClipShape): Promise<void> {
  const { width, height, ticks, paint, sound, keyframeEvery = 30, crf = 6 } = shape;
  using video = await encoder({ ...shape, keyframeEvery, crf });
  using audio = await openAacEncoder(128_000);
  using muxer = new Muxer(path, shape.container ?? 'mp4');
  const toVideo = muxer.add(video);
  const toAudio = sound && muxer.add(audio);
  await muxer.begin(shape.timescale ? { video_track_timescale: `${shape.timescale}` } : {});
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

/** Writes a red clip with alpha at 25 fps: a third transparent, a third half, a third opaque, from left to right. */
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

/** An encoder that tags colours as it is told, unlike the renderer's own. */
async function encoder(
  shape: ClipShape & { readonly keyframeEvery: number; readonly crf: number },
): Promise<Encoder> {
  const { matrix, range } = shape.colours ?? { matrix: 'bt709', range: 'tv' };
  const context = new CodecContext();
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  context.allocContext3(codec);
  context.width = shape.width;
  context.height = shape.height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, shape.clock);
  context.gopSize = shape.keyframeEvery;
  context.colorRange = range === 'pc' ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  context.colorSpace = matrix ? MATRICES[matrix] : AVCOL_SPC_UNSPECIFIED;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION);
  using options = Dictionary.fromObject({ preset: 'fast', crf: shape.crf });
  await context.open2(codec, options);
  return new Encoder(context);
}

/** Fills a rectangle of a picture, in pixels, with a Y, U, V colour. */
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

/** Paints a number below 4096 as black and white bars from left to right, the highest bit first. */
export const numbered: Painter = (planes, index) => {
  const bar = Math.floor(planes.width / BITS / 2) * 2;
  for (let bit = 0; bit < BITS; bit++) {
    const white = (index >> (BITS - 1 - bit)) & 1;
    fillRect(planes, [bit * bar, 0, bar, planes.height], [white ? 235 : 16, 128, 128]);
  }
};

/** Reads the number of a picture painted by {@link numbered}. */
export function numberOf(planes: Planes): number {
  const bar = Math.floor(planes.width / BITS / 2) * 2;
  const row = (planes.height >> 1) * planes.y.stride;
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const luma = planes.y.data[row + bit * bar + (bar >> 1)] ?? 0;
    number = number * 2 + (luma > 125 ? 1 : 0);
  }
  return number;
}

/** A 1 kHz tone at each of the given seconds. @param lasts how long each sounds, in seconds. */
export function beeps(at: readonly number[], lasts: number): Wave {
  return (index) => {
    const time = index / SAMPLE_RATE;
    const beep = at.some((second) => time >= second && time < second + lasts);
    return beep ? 0.8 * Math.sin(2 * Math.PI * 1000 * time) : 0;
  };
}

/** Writes a display matrix into the track header of an MP4 that holds one track: as phones say how they were held. */
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
