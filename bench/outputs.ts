/**
 * Measures every format at every quality and prints the table of docs/quality.md. Run it by hand on an idle
 * machine: `node bench/outputs.ts FOLDER_WITH_elf.mp4_lofoten.mp4_AND_audio.mp3 [FORMAT ...]`.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { listSources, type Output, parseEdit } from '../src/edit/index.ts';
import { produce } from '../src/render/produce/produce.ts';
import type { Planes } from '../src/render/av/video/video-frame.ts';
import { mapFrames } from '../test/media/decode-output.ts';
import { structuralSimilarity } from './structural-similarity.ts';

const QUALITIES = ['verylow', 'low', 'medium', 'high', 'veryhigh'] as const;
const FORMATS = ['mp4', 'gif', 'mp3', 'jpg', 'png', 'bmp'] as const;
const SIZE = { width: 1280, height: 720 };
const RATE = 25;
/** Length of the edit in seconds. */
const LENGTH = 10;
/** Distance between compared frames. */
const STEP = 10;
const FRAMES = (LENGTH * RATE) / STEP;

const [media = '', ...formats] = process.argv.slice(2);
/** Luma of the frames before encoding. */
const exact: Float32Array[] = [];
const folder = await mkdtemp(join(tmpdir(), 'kinora-outputs-'));

/** Returns an edit with two clips, a text that appears and disappears, and a soundtrack. */
function editOf(output: Output): unknown {
  const clip = (name: string, more: object): object => ({
    asset: { type: 'video', src: resolve(media, name), volume: 0, ...more },
    length: LENGTH / 2,
  });
  const text = { type: 'text', text: 'Northern light', font: { size: 96, color: '#ffffff', weight: 700 } };
  const tracks = [
    {
      clips: [
        { ...clip('elf.mp4', { trim: 3 }), start: 0 },
        { ...clip('lofoten.mp4', { speed: 0.8 }), start: LENGTH / 2, transition: { in: 'fade' } },
      ],
    },
    { clips: [{ asset: text, start: 1, length: 8, transition: { in: 'slideUp', out: 'fade' } }] },
  ];
  const soundtrack = { src: resolve(media, 'audio.mp3'), effect: 'fadeInFadeOut' };
  return { timeline: { soundtrack, tracks }, output };
}

async function render(output: Output, name: string, at?: number): Promise<string> {
  const parsed = parseEdit(editOf(output));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const files = Object.fromEntries(listSources(parsed.value.edit).map(({ url }) => [url, url]));
  const to = join(folder, name);
  const options = { dialect: 'interface', folder, to: { output: to }, watermark: false } as const;
  const frameOption = at === undefined ? {} : { at };
  await produce({ edit: parsed.value.edit, files, ...options, ...frameOption }, () => undefined);
  return to;
}

/** Reads the luma of every pixel of a picture, 0 to 255. */
async function readLuma(path: string, page = 0): Promise<Float32Array> {
  const pixels = await sharp(path, { page }).removeAlpha().raw().toBuffer();
  const luma = new Float32Array(pixels.length / 3);
  for (let at = 0, from = 0; at < luma.length; at++, from += 3)
    luma[at] =
      0.2126 * (pixels[from] ?? 0) + 0.7152 * (pixels[from + 1] ?? 0) + 0.0722 * (pixels[from + 2] ?? 0);
  return luma;
}

/** Returns the luma of a video picture in BT.709 with limited range, 0 to 255. */
function lumaOf({ y: { data, stride }, width, height }: Planes): Float32Array {
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at++)
    luma[at] = (((data[Math.floor(at / width) * stride + (at % width)] ?? 0) - 16) * 255) / 219;
  return luma;
}

async function readFrameLumas(format: Output['format'], path: string): Promise<Float32Array[]> {
  const frames = Array.from({ length: FRAMES }, (_, at) => at * STEP);
  if (format === 'gif') return Promise.all(frames.map((frame) => readLuma(path, frame)));
  if (format !== 'mp4') return [await readLuma(path)];
  const all = await mapFrames(path, (planes, second) =>
    Math.round(second * RATE) % STEP === 0 ? lumaOf(planes) : undefined,
  );
  return all.filter((luma) => luma !== undefined);
}

async function measureSimilarity(format: Output['format'], path: string): Promise<string> {
  if (format === 'mp3' || format === 'bmp') return '';
  const lumas = await readFrameLumas(format, path);
  let sum = 0;
  for (const [index, luma] of lumas.entries())
    sum += structuralSimilarity(luma, exact[index] ?? luma, SIZE.width);
  return (sum / lumas.length).toFixed(4);
}

try {
  // Single frames are lossless and independent of any output encoding.
  for (let index = 0; index < FRAMES; index++) {
    const frame = await render(
      { format: 'mp4', size: SIZE, fps: RATE },
      `${index}.png`,
      (index * STEP) / RATE,
    );
    exact.push(await readLuma(frame));
  }
  console.log('| format | quality | size | kbit/s | SSIM | seconds |\n| --- | --- | --- | --- | --- | --- |');
  for (const format of FORMATS.filter((one) => formats.length === 0 || formats.includes(one))) {
    for (const quality of format === 'png' || format === 'bmp' ? (['medium'] as const) : QUALITIES) {
      const started = performance.now();
      const path = await render({ format, quality, size: SIZE, fps: RATE }, `${quality}.${format}`);
      const took = ((performance.now() - started) / 1000).toFixed(1);
      const { size } = await stat(path);
      const lasts = format === 'mp4' || format === 'gif' || format === 'mp3';
      const rate = lasts ? Math.round((size * 8) / LENGTH / 1000) : '';
      const megabytes = (size / 1e6).toFixed(2);
      console.log(
        `| ${format} | ${quality} | ${megabytes} MB | ${rate} | ${await measureSimilarity(format, path)} | ${took} |`,
      );
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
