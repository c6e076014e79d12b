/**
 * Started by bench/bench.ts: measures the work that no render can avoid. `node limit.ts TASK` decodes
 * everything visible and audible and, at the same time, encodes the finished pictures and samples as Kinora
 * does, and discards both. It prints its cost as JSON, without the start of the process. The time for reading
 * the finished pictures is measured first and subtracted.
 */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import {
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
} from 'node-av';
import sharp from 'sharp';
import { toRate } from '../src/base/time.ts';
import { shareFrame } from '../src/render/av/video/video-frame.ts';
import { FramePool } from '../src/render/av/video/frame-pool.ts';
import { Mp4Output } from '../src/render/encode/mp4-output.ts';
import type { Stereo } from '../src/render/media/stereo.ts';
import { type DecodedFile, FPS } from './workloads/workload.ts';

/** The files to decode and to encode. */
export interface LimitTask {
  readonly decoded: readonly DecodedFile[];
  readonly stills: readonly string[];
  /** Files of bench/record-frames.ts. */
  readonly pictures: string;
  readonly sound: string;
  readonly width: number;
  readonly height: number;
  /** Path of the encoded file. */
  readonly to: string;
}

/** Samples per channel and picture. */
const SAMPLES_PER_FRAME = 48_000 / FPS;

const task = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as LimitTask;
const readingCpu = await measureCpu(async () => {
  for await (const { picture } of readFinished(task)) picture.free();
});
const started = performance.now();
const totalCpu = await measureCpu(() => Promise.all([decode(task), encode(task)]));
const wall = (performance.now() - started) / 1000;
console.log(JSON.stringify({ wall: wall - readingCpu / availableParallelism(), cpu: totalCpu - readingCpu }));

/** Returns the CPU seconds that this process uses for a task. */
async function measureCpu(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function decode({ decoded, stills }: LimitTask): Promise<void> {
  for (const file of stills) await sharp(file).raw().toBuffer();
  for (const { file, seconds, hasVideo, hasAudio } of decoded) {
    if (hasVideo) await decodeStream(file, 'video', seconds);
    if (hasAudio) await decodeStream(file, 'audio', seconds);
  }
}

/** Decodes a stream up to a second on all cores, and discards the result. */
async function decodeStream(file: string, kind: 'video' | 'audio', seconds: number): Promise<void> {
  await using input = new FormatContext();
  throwOnError(await input.openInput(file));
  throwOnError(await input.findStreamInfo());
  const index = input.findBestStream(kind === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO);
  const stream = input.streams[index]!;
  for (const other of input.streams) if (other.index !== index) other.discard = AVDISCARD_ALL;
  const codec = Codec.findDecoder(stream.codecpar.codecId)!;
  using context = new CodecContext();
  context.allocContext3(codec);
  throwOnError(context.parametersToContext(stream.codecpar));
  context.threadCount = 0;
  throwOnError(await context.open2(codec));
  using packet = new Packet();
  using frame = new Frame();
  packet.alloc();
  frame.alloc();
  const end = BigInt(Math.round((seconds * stream.timeBase.den) / stream.timeBase.num));
  for (let more = true; more;) {
    more = (await input.readFrame(packet)) >= 0;
    await context.sendPacket(more ? packet : null);
    packet.unref();
    while ((await context.receiveFrame(frame)) >= 0) if (frame.pts >= end) more = false;
  }
}

function throwOnError(code: number): void {
  if (code < 0) throw new FFmpegError(code);
}

async function encode(task: LimitTask): Promise<void> {
  const { width, height, to } = task;
  const shape = {
    width,
    height,
    rate: toRate(FPS),
    hasSound: true,
    quality: 'medium',
    loops: false,
  } as const;
  await using output = await Mp4Output.open(to, { ...shape, encoder: 'few threads' });
  for await (const { picture, sound } of readFinished(task)) {
    // The limit encodes every picture, even if it repeats the previous one.
    await output.writeFrame(picture, false);
    await output.writeSound(sound);
  }
  await output.finish();
}

/** Yields the finished pictures, each with its part of the sound. The caller must free them. */
async function* readFinished({ pictures, sound, width, height }: LimitTask) {
  using pool = new FramePool(width, height);
  await using frames = await open(pictures);
  await using samples = await open(sound);
  const { size } = await frames.stat();
  for (let left = size / (width * height * 1.5); left > 0; left--) {
    const { frame, planes } = pool.take();
    // The widths of all workloads are multiples of FFmpeg's row alignment.
    await frames.read(planes.y.data, 0, width * height);
    for (const { data } of [planes.u, planes.v]) await frames.read(data, 0, (width * height) / 4);
    yield { picture: shareFrame(frame), sound: await readStereo(samples) };
  }
}

async function readStereo(samples: FileHandle): Promise<Stereo> {
  const both = new Float32Array(2 * SAMPLES_PER_FRAME);
  const { bytesRead } = await samples.read(new Uint8Array(both.buffer));
  const [left, right] = [new Float32Array(bytesRead / 8), new Float32Array(bytesRead / 8)];
  for (let at = 0; at < left.length; at++) {
    left[at] = both[2 * at] ?? 0;
    right[at] = both[2 * at + 1] ?? 0;
  }
  return { left, right };
}
