import { SAMPLE_RATE } from '../../src/base/time.ts';
import { writeTone } from '../../src/render/mix/test-tones.fixture.ts';
import { LOTTIE_STAR } from '../media/lottie-star.ts';
import { copyFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  type ClipOptions,
  fillRect,
  makeAlphaClip,
  makeClip,
  type Painter,
  setDisplayMatrix,
} from '../media/clips.ts';

/** Creates a file at a path. */
type Maker = (path: string) => Promise<unknown>;

/** A lookup table of 5 colours along each side: teal shadows and orange lights. */
const LOOK = [
  'LUT_3D_SIZE 5',
  ...Array.from({ length: 125 }, (_, at) => {
    const [red, green, blue] = [at % 5, Math.floor(at / 5) % 5, Math.floor(at / 25)].map((step) => step / 4);
    const luma = 0.3 * (red ?? 0) + 0.6 * (green ?? 0) + 0.1 * (blue ?? 0);
    return [luma + 0.15 * (luma - 0.4), 0.9 * luma + 0.05, luma - 0.25 * (luma - 0.6)]
      .map((value, channel) => (0.5 * value + 0.5 * ([red, green, blue][channel] ?? 0)).toFixed(4))
      .join(' ');
  }),
].join('\n');

const CARD = /^card-(\d+)x(\d+)\.png$/;

/**
 * The files that the edits of the cases can use, besides `card-WIDTHxHEIGHT.png`. All of them are generated
 * and the same on every machine. The clips are lossless, so that they do not depend on the encoder.
 */
const MAKERS: Readonly<Record<string, Maker>> = {
  'hills.png': (path) => picture(HILLS, 320, 180).toFile(path),
  'disc.png': (path) => picture(DISC, 120, 120).toFile(path),
  'turned.jpg': (path) =>
    picture(CARD_MARKUP, 320, 180).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toFile(path),
  'deep.png': (path) => picture(CARD_MARKUP, 320, 180).toColourspace('rgb16').png().toFile(path),
  'star.json': (path) => writeFile(path, LOTTIE_STAR),
  'chirps.wav': (path) => writeTone(path, chirp, 4),
  'star.svg': (path) => writeFile(path, STAR),
  'ramp.png': (path) => picture(RAMP, 320, 180).toFile(path),
  'spot.png': (path) => picture(SPOT, 320, 180).toFile(path),
  'lamp.png': (path) => picture(LAMP, 320, 180).toFile(path),
  'lights.gif': lights,
  'look.cube': (path) => writeFile(path, LOOK),
  'spoken.vtt': (path) => writeFile(path, SPOKEN),
  'spoken-arabic.vtt': (path) => writeFile(path, SPOKEN_ARABIC),
  'subtitles.srt': (path) => writeFile(path, SUBTITLES),
  'Michroma.ttf': (path) => copyFile(MICHROMA, path),
  'runner.mp4': (path) => clip(path, runner),
  'curtain.mp4': (path) => clip(path, curtain),
  'green.mp4': (path) => clip(path, greenScreen),
  'thin.mp4': (path) => clip(path, thinLines),
  'clock.mp4': (path) => clock(path),
  'clock-full-range.mp4': (path) => clock(path, { colours: { matrix: 'bt709', range: 'pc' } }),
  'clock-601.mp4': (path) => clock(path, { colours: { matrix: 'smpte170m', range: 'tv' } }),
  'clock-turned-90.mp4': (path) => turnedClock(path, [0, 1, -1, 0]),
  'clock-turned-180.mp4': (path) => turnedClock(path, [-1, 0, 0, -1]),
  'clock-mirrored.mp4': (path) => turnedClock(path, [-1, 0, 0, 1]),
  'thirds.mkv': (path) => makeAlphaClip(path, { width: 160, height: 90 }, 50),
};

/** A tone that rises from 60 to 12,000 Hz in each second, and is silent in the last quarter of it. */
function chirp(index: number): number {
  const second = (index / SAMPLE_RATE) % 1;
  const octaves = Math.log(200);
  const turns = (60 * (Math.exp(second * octaves) - 1)) / octaves;
  return second < 0.75 ? 0.4 * Math.sin(2 * Math.PI * turns) : 0;
}

/** Creates a file of an edit in a folder, under the name that the edit uses. */
export async function makeMedia(name: string, folder: string): Promise<void> {
  const card = CARD.exec(name);
  const path = join(folder, name);
  if (card) await picture(CARD_MARKUP, Number(card[1]), Number(card[2])).toFile(path);
  else if (MAKERS[name]) await MAKERS[name](path);
  else throw new Error(`The golden cases have no file "${name}". Add it to test/golden/golden-media.ts.`);
}

/** Words with their own times, followed by a page without. */
const SPOKEN = `WEBVTT

00:00.000 --> 00:02.000
Good <00:00.400>morning<00:01.000> dear <00:01.400>hills

00:02.000 --> 00:04.000
This sentence is too long for a single line of letters
`;

/** A single caption, two that overlap, and scripts that need other fonts. */
const SUBTITLES = `1
00:00:00,000 --> 00:00:01,000
A caption that is too long for one line of such a small picture.

2
00:00:01,000 --> 00:00:03,000
– Is anybody there?
– No.

3
00:00:02,000 --> 00:00:04,000
<i>Above</i> the others

4
00:00:04,000 --> 00:00:05,000
صباح الخير Kinora 3
我喜欢这里 😀 สวัสดี
`;

const SPOKEN_ARABIC = `WEBVTT

00:00.000 --> 00:02.000
صباح <00:01.000>الخير
`;

/**
 * A card that shows how it was moved or turned: each corner has its own colour, and an F is in the middle.
 */
const CARD_MARKUP = `
  <rect width="160" height="90" fill="#e4572e"/>
  <rect x="160" width="160" height="90" fill="#f3b61f"/>
  <rect y="90" width="160" height="90" fill="#29a36a"/>
  <rect x="160" y="90" width="160" height="90" fill="#3066be"/>
  <circle cx="160" cy="90" r="58" fill="#16213e"/>
  <path d="M140 52h44v14h-28v16h22v14h-22v32h-16z" fill="#ffffff"/>
  <path d="M160 8l14 18h-28z" fill="#ffffff"/>
  <rect x="3" y="3" width="314" height="174" fill="none" stroke="#ffffff" stroke-width="6"/>`;

/** A background for titles: a bright sky above dark hills. */
const HILLS = `
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#3a6ea5"/><stop offset="0.7" stop-color="#f7c59f"/></linearGradient>
  <rect width="320" height="180" fill="url(#sky)"/>
  <circle cx="228" cy="92" r="22" fill="#fff3c9"/>
  <path d="M0 126q60-42 120-10t110-12q50-20 90 8v68H0z" fill="#7d5a6a"/>
  <path d="M0 152q80-34 160-8t160-14v50H0z" fill="#3b3049"/>`;

/** A disc that becomes more transparent towards its edge. */
const DISC = `
  <radialGradient id="fade"><stop offset="0.4" stop-color="#ff4d8d"/><stop offset="1" stop-color="#ff4d8d" stop-opacity="0"/></radialGradient>
  <rect width="320" height="180" fill="url(#fade)"/>`;

/** A gradient from black at the left to white at the right. */
const RAMP = `
  <linearGradient id="ramp"><stop stop-color="#000000"/><stop offset="1" stop-color="#ffffff"/></linearGradient>
  <rect width="320" height="180" fill="url(#ramp)"/>`;

/** A bright lamp at the left of a dark wall. */
const LAMP = `
  <rect width="320" height="180" fill="#26323f"/>
  <circle cx="92" cy="80" r="26" fill="#ffd34d"/>`;

/** A soft white disc on black. */
const SPOT = `
  <radialGradient id="spot"><stop offset="0.6" stop-color="#ffffff"/><stop offset="0.9" stop-color="#000000"/></radialGradient>
  <rect width="320" height="180" fill="url(#spot)"/>`;

const STAR = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 100 100">
  <path d="M50 5l13 31 33 3-25 22 8 33-29-18-29 18 8-33-25-22 33-3z" fill="#f3b61f" stroke="#ffffff" stroke-width="4"/></svg>`;

const MICHROMA = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/michroma/400Regular/Michroma_400Regular.ttf',
);

function picture(markup: string, width: number, height: number): Sharp {
  const size = `width="${width}" height="${height}" viewBox="0 0 320 180" preserveAspectRatio="none"`;
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${markup}</svg>`));
}

const CLOCK = { width: 160, height: 90, clock: 25, ticks: Array.from({ length: 100 }, (_, index) => index) };

/**
 * Paints a clock of four seconds at 25 frames per second: a bar that moves one step per frame, above one
 * square per started second.
 */
const hands: Painter = (planes, index) => {
  fillRect(planes, [0, 0, 160, 90], [60, 150, 110]);
  fillRect(planes, [0, 0, 80, 20], [120, 90, 200]);
  fillRect(planes, [4, 30, 152, 20], [40, 128, 128]);
  fillRect(planes, [4 + 6 * (index % 25), 30, 8, 20], [235, 128, 128]);
  for (let second = 0; second <= index / 25; second++) {
    fillRect(planes, [8 + 36 * second, 60, 24, 20], [210, 40, 146]);
  }
};

/** Paints a block that runs to the right over stripes, and rests on another ground after a cut at 1.2 seconds. */
const runner: Painter = (planes, index) => {
  const isFirst = index < 30;
  fillRect(planes, [0, 0, 160, 90], isFirst ? [70, 140, 116] : [150, 118, 122]);
  for (let stripe = 8; stripe < 160; stripe += 24)
    fillRect(planes, [stripe, 0, 4, 90], isFirst ? [78, 140, 116] : [142, 118, 122]);
  fillRect(planes, [isFirst ? 24 + 2 * index : 112, 36, 16, 20], [180, 60, 160]);
};

/** Paints a curtain of one second: white grows from the left by one of 25 columns per frame. */
const curtain: Painter = (planes, index) => {
  fillRect(planes, [0, 0, 160, 90], [16, 128, 128]);
  const width = 2 * Math.round((80 * ((index % 25) + 1)) / 25);
  fillRect(planes, [0, 0, width, 90], [235, 128, 128]);
};

/** Lines of 1 to 3 pixels, white and black, before a green screen that is darker at the right. */
const thinLines: Painter = (planes) => {
  const colourAt = (x: number, y: number): readonly [number, number, number] => {
    const line = Math.floor((y - x / 5) / 12);
    const isLine = line >= 0 && line < 5 && y - x / 5 - 12 * line < 1 + (line % 3);
    const light = 1.1 - x / 320;
    if (isLine) return [line < 3 ? 230 : 20, 128, 128];
    return [16 + 113 * light, 128 - 32 * light, 128 - 73 * light];
  };
  for (let y = 0; y < 90; y++) {
    for (let x = 0; x < 160; x++) {
      planes.y.data[y * planes.y.stride + x] = Math.round(colourAt(x, y)[0]);
      if (x % 2 === 1 || y % 2 === 1) continue;
      const around = [colourAt(x, y), colourAt(x + 1, y), colourAt(x, y + 1), colourAt(x + 1, y + 1)];
      const mean = (part: 1 | 2): number => around.reduce((sum, colour) => sum + colour[part], 0) / 4;
      planes.u.data[(y / 2) * planes.u.stride + x / 2] = Math.round(mean(1));
      planes.v.data[(y / 2) * planes.v.stride + x / 2] = Math.round(mean(2));
    }
  }
};

/**
 * Paints a pink ball that moves right over green (0, 177, 64). The pixels at its edge are blended with the
 * green.
 */
const greenScreen: Painter = (planes, index) => {
  const [green, pink] = [
    [129, 96, 55],
    [119, 138, 204],
  ] as const;
  fillRect(planes, [0, 0, 160, 90], green);
  const middle = 40 + 3 * (index % 27);
  const cover = (x: number, y: number): number =>
    Math.min(1, Math.max(0, (30 - Math.hypot(x - middle, y - 45)) / 3));
  for (let y = 0; y < 90; y++) {
    for (let x = 0; x < 160; x++) {
      const share = cover(x, y);
      planes.y.data[y * planes.y.stride + x] = green[0] + (pink[0] - green[0]) * share;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const at = (y / 2) * planes.u.stride + x / 2;
      planes.u.data[at] = green[1] + (pink[1] - green[1]) * share;
      planes.v.data[at] = green[2] + (pink[2] - green[2]) * share;
    }
  }
};

function clip(path: string, paint: Painter, more: Pick<ClipOptions, 'colours'> = {}): Promise<void> {
  return makeClip(path, { ...CLOCK, paint, crf: 0, ...more });
}

/** Creates an endless animation of red, yellow, green and blue, a fifth of a second each. */
async function lights(path: string): Promise<void> {
  const [side, colours] = [60, [0xe4572e, 0xf3b61f, 0x29a36a, 0x3066be]];
  const data = Buffer.concat(
    colours.map((colour) => Buffer.alloc(3 * side * side, colour.toString(16).padStart(6, '0'), 'hex')),
  );
  const raw = { width: side, height: side * colours.length, channels: 3, pageHeight: side } as const;
  await sharp(data, { raw })
    .gif({ delay: [200, 200, 200, 200], loop: 0 })
    .toFile(path);
}

function clock(path: string, more: Pick<ClipOptions, 'colours'> = {}): Promise<void> {
  return clip(path, hands, more);
}

async function turnedClock(path: string, matrix: Parameters<typeof setDisplayMatrix>[1]): Promise<void> {
  await clock(path);
  await setDisplayMatrix(path, matrix);
}
