/**
 * Started by bench/bench.ts: what no render can do without. `node limit.ts TASK` decodes what is seen and heard and, at the same time, encodes
 * the finished pictures and samples as Kinora does, and does nothing with either. It prints its cost as JSON; starting is none of it.
 */
import { open, readFile } from 'node:fs/promises';
import { Decoder, Demuxer } from 'node-av/api';
import sharp from 'sharp';
import { rate } from '../src/base/time.ts';
import { PicturePool, share } from '../src/render/av/picture.ts';
import { Mp4Output } from '../src/render/encode/mp4.ts';
import { FPS, type Seen } from './workloads/workload.ts';

/** What is to be decoded and encoded. */
export interface LimitTask {
  readonly seen: readonly Seen[];
  readonly stills: readonly string[];
  /** Files of bench/finished.ts, read so many times. */
  readonly pictures: string;
  readonly sound: string;
  readonly times: number;
  readonly width: number;
  readonly height: number;
  /** Where the encoded file goes. */
  readonly to: string;
}

/** Samples of each channel while a picture is seen. */
const SAMPLES = 48_000 / FPS;

const task = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as LimitTask;
const before = process.cpuUsage();
const started = performance.now();
await Promise.all([decode(task), encode(task)]);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ wall: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }));

async function decode({ seen, stills }: LimitTask): Promise<void> {
  for (const file of stills) await sharp(file).raw().toBuffer();
  for (const { file, seconds, picture, sound } of seen) {
    if (picture) await decodeStream(file, 'video', seconds);
    if (sound) await decodeStream(file, 'audio', seconds);
  }
}

async function decodeStream(file: string, kind: 'video' | 'audio', seconds: number): Promise<void> {
  await using input = await Demuxer.open(file);
  const stream = input[kind === 'video' ? 'video' : 'audio']();
  if (!stream) throw new Error(`${file} has no ${kind}.`);
  using decoder = await Decoder.create(stream, { context: { threadCount: 0 } });
  for await (const frame of decoder.frames(input.packets(stream.index))) {
    const time = frame ? (Number(frame.pts) * stream.timeBase.num) / stream.timeBase.den : 0;
    frame?.free();
    if (time >= seconds) break;
  }
}

async function encode({ pictures, sound, times, width, height, to }: LimitTask): Promise<void> {
  const shape = { width, height, rate: rate(FPS), sound: true, quality: 'medium', repeat: false } as const;
  await using output = await Mp4Output.open(to, { ...shape, encoder: 'few threads' });
  using pool = new PicturePool(width, height);
  let index = 0;
  for (let round = 0; round < times; round++) {
    await using frames = await open(pictures);
    await using samples = await open(sound);
    const { size } = await frames.stat();
    for (let left = size / (width * height * 1.5); left > 0; left--, index++) {
      const { picture, planes } = pool.take();
      // The widths of all workloads are multiples of what FFmpeg pads rows to.
      await frames.read(planes.y.data, 0, width * height);
      for (const { data } of [planes.u, planes.v]) await frames.read(data, 0, (width * height) / 4);
      await output.picture(share(picture), index);
      const both = new Float32Array(2 * SAMPLES);
      const { bytesRead } = await samples.read(new Uint8Array(both.buffer));
      const count = bytesRead / 8;
      const channel = (offset: number) =>
        Float32Array.from({ length: count }, (_, at) => both[2 * at + offset] ?? 0);
      await output.sound({ left: channel(0), right: channel(1) });
    }
  }
  await output.finish();
}
