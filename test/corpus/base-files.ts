import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import { BUILT_IN_FONTS } from '../../src/render/fonts/font-library.ts';
import { FONT_FILES } from '../../src/render/fonts/font-files.fixture.ts';
import { writeAnimation } from '../../src/render/probe/files.fixture.ts';
import { makeClip } from '../media/clips.ts';
import { type EncodedClip, encodeClip } from '../media/encode-clip.ts';
import { createRandom } from './random.ts';
import { paintOnBlack } from './strange-films.ts';
import { type EncodedSound, encodeSound } from '../media/encode-sound.ts';

/** The type of the asset that uses a file in an edit. */
export type AssetType = 'video' | 'audio' | 'image' | 'font' | 'caption' | 'page' | 'edit';

/** An intact file of the corpus. */
export interface BaseFile {
  /** Its name. The extension is the kind of the file. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly type: AssetType;
}

type Path = (name: string) => string;

const TONE = (time: number): number => 0.5 * Math.sin(2 * Math.PI * 440 * time);
const SHAPE = { width: 64, height: 48, clock: 12, ticks: [...Array(12).keys()], paint: paintOnBlack };

/** Makes one small file of every kind that Kinora reads, most of them with a few kilobytes. */
export async function makeBaseFiles(path: Path): Promise<BaseFile[]> {
  return [
    ...(await makeVideos(path)),
    ...(await makeSounds(path)),
    ...(await makePictures(path)),
    ...(await readFonts()),
    ...TEXTS.map(([name, type, text]): BaseFile => ({ name, type, bytes: Buffer.from(text) })),
  ];
}

async function read(path: string, type: AssetType): Promise<BaseFile> {
  return { name: basename(path), type, bytes: await readFile(path) };
}

async function makeVideos(path: Path): Promise<BaseFile[]> {
  // SVT-AV1 reads the level of its messages from here only. 1: errors.
  process.env['SVT_LOG'] = '1';
  const files: BaseFile[] = [];
  const sound = { samples: 24_000, wave: (index: number) => TONE(index / 48_000) };
  await makeClip(path('film.mp4'), { ...SHAPE, keyframeEvery: 6, crf: 20, sound });
  await makeClip(path('film.mkv'), { ...SHAPE, keyframeEvery: 6, crf: 20, sound, container: 'matroska' });
  for (const name of ['film.mp4', 'film.mkv']) files.push(await read(path(name), 'video'));
  for (const [name, clip] of VIDEOS) {
    await encodeClip(path(name), { ...PAINTED, ...clip });
    files.push(await read(path(name), 'video'));
  }
  return files;
}

const PAINTED = {
  width: 64,
  height: 48,
  count: 8,
  container: '',
  codec: '',
  filters: 'format=yuv420p',
  paint: (x: number, y: number, index: number) => [4 * x, 5 * y, 30 * index, 128 + x] as const,
};

const VIDEOS: readonly (readonly [string, Partial<EncodedClip>])[] = [
  [
    'film.mov',
    { codec: 'prores_ks', container: 'mov', filters: 'format=yuva444p10le', options: { profile: '4444' } },
  ],
  [
    'film.webm',
    { codec: 'libvpx-vp9', container: 'webm', filters: 'format=yuva420p', options: { deadline: 'realtime' } },
  ],
  ['film.ts', { codec: 'mpeg2video', container: 'mpegts', options: { g: '4' } }],
  ['film.avi', { codec: 'mpeg4', container: 'avi', options: { bf: '2', g: '4' } }],
  ['film.mpg', { codec: 'mpeg2video', container: 'mpeg' }],
  ['film.flv', { codec: 'flv', container: 'flv' }],
  ['film.wmv', { codec: 'wmv2', container: 'asf' }],
  ['film.mxf', { codec: 'mpeg2video', container: 'mxf' }],
  ['film.ogv', { codec: 'libtheora', container: 'ogg' }],
  ['hevc.mp4', { codec: 'libx265', container: 'mp4', options: { 'x265-params': 'log-level=none' } }],
  ['av1.mp4', { codec: 'libsvtav1', container: 'mp4', options: { preset: '12' } }],
  ['vp8.webm', { codec: 'libvpx', container: 'webm', options: { deadline: 'realtime' } }],
  ['motion.mkv', { codec: 'mjpeg', container: 'matroska', filters: 'format=yuvj420p' }],
  ['lossless.mkv', { codec: 'ffv1', container: 'matroska', filters: 'format=bgra' }],
];

async function makeSounds(path: Path): Promise<BaseFile[]> {
  const files: BaseFile[] = [];
  for (const [name, codec, container, more] of SOUNDS) {
    await encodeSound(path(name), { codec, container, rate: 48_000, seconds: 0.4, wave: TONE, ...more });
    files.push(await read(path(name), 'audio'));
  }
  return files;
}

const RATE = { bitRate: 64_000 };
const SOUNDS: readonly (readonly [string, string, string, Partial<EncodedSound>?])[] = [
  ['sound.mp3', 'libmp3lame', 'mp3', RATE],
  ['sound.wav', 'pcm_s16le', 'wav', { rate: 8000 }],
  ['sound.m4a', 'aac', 'ipod', RATE],
  ['sound.aac', 'aac', 'adts', RATE],
  ['sound.flac', 'flac', 'flac'],
  ['sound.ogg', 'libvorbis', 'ogg', RATE],
  ['sound.opus', 'libopus', 'ogg', RATE],
  ['sound.ac3', 'ac3', 'ac3', { bitRate: 192_000 }],
  ['sound.eac3', 'eac3', 'eac3', { bitRate: 192_000 }],
  ['sound.aiff', 'pcm_s16be', 'aiff', { rate: 8000 }],
  ['sound.caf', 'pcm_s16be', 'caf', { rate: 8000 }],
  ['sound.w64', 'pcm_s16le', 'w64', { rate: 8000 }],
  ['sound.wv', 'wavpack', 'wv'],
  ['alac.m4a', 'alac', 'ipod', { rate: 44_100 }],
];

/** Paints pixels that look random, but are the same each time. */
function paintNoise(pixels: number): Buffer {
  const random = createRandom(1);
  return Buffer.from(Array.from({ length: 3 * pixels }, () => 96 + random.below(64)));
}

async function makePictures(path: Path): Promise<BaseFile[]> {
  const picture = sharp(paintNoise(32 * 24), { raw: { width: 32, height: 24, channels: 3 } });
  const moving = sharp(paintNoise(32 * 96), { raw: { width: 32, height: 96, channels: 3, pageHeight: 24 } });
  await picture.png().toFile(path('still.png'));
  await picture.png({ palette: true, progressive: true }).toFile(path('palette.png'));
  await picture.withMetadata({ orientation: 6 }).jpeg().toFile(path('still.jpg'));
  await picture.jpeg({ progressive: true }).toFile(path('progressive.jpg'));
  await picture.webp().toFile(path('still.webp'));
  await picture.tiff({ compression: 'lzw' }).toFile(path('still.tif'));
  await picture.avif().toFile(path('still.avif'));
  await moving.gif().toFile(path('moving.gif'));
  await moving.webp().toFile(path('moving.webp'));
  await writeAnimation(path('moving.png'));
  await encodeClip(path('still.bmp'), {
    ...PAINTED,
    count: 1,
    codec: 'bmp',
    container: 'image2pipe',
    filters: 'format=bgr24',
  });
  const names = [
    'still.png',
    'palette.png',
    'still.jpg',
    'progressive.jpg',
    'still.webp',
    'still.tif',
    'still.avif',
  ];
  const all = [...names, 'moving.gif', 'moving.webp', 'moving.png', 'still.bmp'];
  return Promise.all(all.map((name) => read(path(name), 'image')));
}

async function readFonts(): Promise<BaseFile[]> {
  const ttf = await readFile(BUILT_IN_FONTS.findFace('Arapey').path);
  // No package has a small font with the outlines of OTF. This one says so, but has those of TTF.
  const otf = Buffer.from(ttf);
  otf.write('OTTO', 0, 'latin1');
  return [
    { name: 'letters.ttf', type: 'font', bytes: ttf },
    { name: 'letters.otf', type: 'font', bytes: otf },
    { name: 'letters.woff', type: 'font', bytes: await readFile(FONT_FILES.woff) },
    { name: 'letters.woff2', type: 'font', bytes: await readFile(FONT_FILES.woff.replace(/woff$/, 'woff2')) },
  ];
}

const TEXTS: readonly (readonly [string, AssetType, string])[] = [
  [
    'words.srt',
    'caption',
    '1\n00:00:00,000 --> 00:00:01,000\nOne <b>bold</b>\n\n2\n00:00:01,500 --> 00:00:02,000\n{\\an8}Two\nthree\n',
  ],
  [
    'words.vtt',
    'caption',
    'WEBVTT\n\nNOTE x\n\nSTYLE\n::cue { color: red }\n\na\n00:00.000 --> 00:01.000 line:0 align:start\n<v Ann>One &amp; <c.red>two</c>\n\n00:01.000 --> 00:02.500\n<00:01.200>three\n',
  ],
  [
    'words.ttml',
    'caption',
    '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" xml:lang="en"><head><styling/></head><body><div><p begin="00:00:00:05" end="1.5s">One<br/>two</p><p begin="2s" dur="1s"><span>three</span></p></div></body></tt>\n',
  ],
  [
    'drawing.svg',
    'image',
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48" viewBox="0 0 64 48"><defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs><g transform="rotate(10 5 5)" filter="url(#f)"><path d="M1 1 L30 4 C9 9 8 8 40 40 Z" fill="url(#g)" stroke-width="2"/><text x="4" y="20" font-size="12">Hi</text><use href="#g"/></g></svg>\n',
  ],
  [
    'page.html',
    'page',
    '<!doctype html><html><head><style>p { color: red; animation: a 1s } @keyframes a { to { opacity: 0 } }</style></head><body><p class="x">Hello <b>page</b></p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><script>document.title = 1</script></body></html>\n',
  ],
  [
    'edit.json',
    'edit',
    '{"timeline":{"background":"#102030","soundtrack":{"src":"https://media.example/a.mp3","effect":"fadeIn"},"fonts":[{"src":"https://media.example/a.ttf"}],"tracks":[{"clips":[{"asset":{"type":"video","src":"https://media.example/{{ NAME }}.mp4","trim":1.5,"volume":[{"from":0,"to":1,"start":0,"length":2}]},"start":0,"length":"auto","fit":"crop","scale":1.2,"opacity":0.5,"transition":{"in":"fade","out":"slideLeft"},"effect":"zoomIn"},{"asset":{"type":"text","text":"Hi","font":{"family":"Montserrat","size":30}},"start":"auto","length":3,"alias":"a"}]},{"clips":[{"asset":{"type":"image","src":"https://media.example/a.png"},"start":"alias://a","length":"end"}]}]},"merge":[{"find":"NAME","replace":"b"}],"output":{"format":"mp4","size":{"width":64,"height":48},"fps":25}}\n',
  ],
];
