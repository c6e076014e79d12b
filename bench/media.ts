import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Folder with real footage. It must contain the files that this module names. */
const FOOTAGE = resolve(process.env['KINORA_BENCH_MEDIA'] ?? join(import.meta.dirname, '../../shared/media'));

/** Folder for longer sources that are made from the footage. They are kept for later runs. */
const MEDIA_FOLDER = join(tmpdir(), 'kinora-bench-media-1');

/** x264 settings of a typical file from a camera or an editing program. */
const ENCODER_OPTIONS = ['-c:v', 'libx264', '-preset', 'medium', '-crf', '20', '-pix_fmt', 'yuv420p'];
const COLOUR_TAGS = [
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];
/** Converts any footage to BT.709 in limited range. */
const COLOUR_CONVERSION = 'out_color_matrix=bt709:out_range=tv';

/**
 * Returns the path of a footage file.
 *
 * @throws if it does not exist.
 */
export function footagePath(name: string): string {
  const path = join(FOOTAGE, name);
  if (!existsSync(path)) throw new Error(`Set KINORA_BENCH_MEDIA to a folder with ${name}.`);
  return path;
}

/**
 * Parts of the footage with enough detail to fill a picture: file, first second, seconds, and the
 * filter that crops it.
 */
const SCENES = [
  { file: 'changi.mp4', from: 0, length: 9, cut: 'crop=2160:1214:0:300' },
  { file: 'palawan.mp4', from: 0, length: 3, cut: 'null' },
  { file: 'changi.mp4', from: 0, length: 9, cut: 'crop=2160:1214:0:1900' },
  { file: 'lofoten.mp4', from: 0, length: 4, cut: 'crop=1024:576:0:100' },
  { file: 'changi.mp4', from: 4, length: 5, cut: 'crop=2160:1214:0:1100' },
] as const;

/** The differences between clips that are made from the same scenes. */
interface ClipShape {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Index of the first scene. */
  readonly first: number;
  readonly mirrored: boolean;
}

/** Makes a clip of half a minute from all scenes, with thirty seconds of music. */
export async function makeClip(name: string, shape: ClipShape): Promise<string> {
  const { width, height, fps, first, mirrored } = shape;
  const scenes = SCENES.map((_, index) => SCENES[(index + first) % SCENES.length] ?? SCENES[0]);
  const inputs = scenes.flatMap(({ file, from, length }) => [
    '-ss',
    `${from}`,
    '-t',
    `${length}`,
    '-i',
    footagePath(file),
  ]);
  const pictures = scenes.map(
    ({ cut }, index) =>
      `[${index}:v]${cut},scale=${width}:${height}:${COLOUR_CONVERSION},setsar=1,fps=${fps}${mirrored ? ',hflip' : ''},format=yuv420p[v${index}]`,
  );
  const joined = `${scenes.map((_, index) => `[v${index}]`).join('')}concat=n=${scenes.length},tpad=stop=-1:stop_mode=clone[v]`;
  return makeFile(`${name}.mp4`, [
    ...inputs,
    '-i',
    footagePath('audio.mp3'),
    '-filter_complex',
    [...pictures, joined].join(';'),
    '-map',
    '[v]',
    '-map',
    `${scenes.length}:a`,
    '-t',
    '30',
    ...ENCODER_OPTIONS,
    ...COLOUR_TAGS,
    '-c:a',
    'aac',
    '-b:a',
    '160k',
    '-movflags',
    '+faststart',
  ]);
}

/** Makes the clip that most workloads use: 1080p25. */
export function makeMainClip(): Promise<string> {
  return makeClip('main', { width: 1920, height: 1080, fps: 25, first: 0, mirrored: false });
}

/** Makes a clip that repeats the main clip for ten minutes, without a gap. */
export async function makeLongClip(): Promise<string> {
  const list = await makeFile('long.txt', async (path) => {
    const line = `file '${await makeMainClip()}'\n`;
    await writeFile(path, line.repeat(20));
  });
  return makeFile('long.mp4', [
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    list,
    '-stream_loop',
    '-1',
    '-i',
    footagePath('audio.mp3'),
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-t',
    '600',
    '-c:v',
    'copy',
    '-c:a',
    'aac',
    '-b:a',
    '160k',
    '-movflags',
    '+faststart',
  ]);
}

/** Makes six different photographs of 12 megapixels, similar to those of a camera. */
export async function makePhotographs(): Promise<string[]> {
  const [hills, tower] = [footagePath('img1.jpg'), footagePath('vertical.jpg')];
  const frame = (file: string, cut: string) => [
    '-ss',
    '2',
    '-i',
    footagePath(file),
    '-vf',
    `${cut},${TO_12_MEGAPIXELS}`,
  ];
  const makers = [
    ['-i', hills],
    ['-i', tower, '-vf', `crop=3436:2577:0:900,${TO_12_MEGAPIXELS}`],
    frame('changi.mp4', 'crop=2160:1620:0:200'),
    ['-i', hills, '-vf', `crop=3000:2250:900:600,hflip,${TO_12_MEGAPIXELS}`],
    ['-i', tower, '-vf', `crop=3200:2400:100:100,hflip,${TO_12_MEGAPIXELS}`],
    frame('changi.mp4', 'crop=2160:1620:0:2000'),
  ];
  const made: string[] = [];
  for (const [index, maker] of makers.entries())
    made.push(await makeFile(`photograph-${index}.jpg`, [...maker, '-frames:v', '1', '-q:v', '2']));
  return made;
}
const TO_12_MEGAPIXELS = 'scale=4000:3000:flags=lanczos';

/** Makes a logo with soft edges: a disc with a hole and two bars. */
export function makeLogo(): Promise<string> {
  const inside = 'lt(hypot(X-130,Y-130),120)*gt(hypot(X-130,Y-130),70)+gt(X,280)*lt(X,620)*lt(abs(Y-90),35)';
  const also = 'gt(X,280)*lt(X,520)*lt(abs(Y-180),25)';
  const red = `geq=r=230:g='120+X/8':b=40:a='255*min(1,${inside}+${also})'`;
  const filters = ['color=black:s=640x260', 'format=rgba', red, 'gblur=sigma=1'];
  return makeFile('logo.png', ['-f', 'lavfi', '-i', filters.join(','), '-frames:v', '1']);
}

/** Makes a file unless it exists from an earlier run. Unfinished files have other names. */
export async function makeFile(
  name: string,
  maker: readonly string[] | ((path: string) => Promise<void>),
): Promise<string> {
  const path = join(MEDIA_FOLDER, name);
  if (existsSync(path)) return path;
  const unfinished = join(MEDIA_FOLDER, `half-${process.pid}-${name}`);
  await mkdir(dirname(path), { recursive: true });
  if (typeof maker === 'function') await maker(unfinished);
  else execFileSync('ffmpeg', ['-v', 'error', '-y', ...maker, unfinished], { stdio: 'inherit' });
  await rename(unfinished, path);
  return path;
}
