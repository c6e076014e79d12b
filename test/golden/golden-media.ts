import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { fillRect, makeAlphaClip, makeClip, type Painter, setDisplayMatrix } from '../media/clips.ts';

/** Makes a file at a path. */
type Maker = (path: string) => Promise<unknown>;

const CARD = /^card-(\d+)x(\d+)\.png$/;

/**
 * What the edits of the cases may name, besides `card-WIDTHxHEIGHT.png`. All of it is made by code and the same
 * everywhere: the clips are without loss, so that no encoder has a say in it.
 */
const MAKERS: Readonly<Record<string, Maker>> = {
  'hills.png': (path) => picture(HILLS, 320, 180).toFile(path),
  'disc.png': (path) => picture(DISC, 120, 120).toFile(path),
  'turned.jpg': (path) =>
    picture(CARD_MARKUP, 320, 180).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toFile(path),
  'deep.png': (path) => picture(CARD_MARKUP, 320, 180).toColourspace('rgb16').png().toFile(path),
  'clock.mp4': (path) => clock(path),
  'clock-full-range.mp4': (path) => clock(path, { colours: { matrix: 'bt709', range: 'pc' } }),
  'clock-601.mp4': (path) => clock(path, { colours: { matrix: 'smpte170m', range: 'tv' } }),
  'clock-turned-90.mp4': (path) => turnedClock(path, [0, 1, -1, 0]),
  'clock-turned-180.mp4': (path) => turnedClock(path, [-1, 0, 0, -1]),
  'clock-mirrored.mp4': (path) => turnedClock(path, [-1, 0, 0, 1]),
  'thirds.mkv': (path) => makeAlphaClip(path, { width: 160, height: 90 }, 50),
};

/** Makes a file that an edit names, in a folder, under that name. */
export async function makeMedia(name: string, folder: string): Promise<void> {
  const card = CARD.exec(name);
  const path = join(folder, name);
  if (card) await picture(CARD_MARKUP, Number(card[1]), Number(card[2])).toFile(path);
  else if (MAKERS[name]) await MAKERS[name](path);
  else throw new Error(`"${name}" is nothing that the golden cases have; see test/golden/golden-media.ts.`);
}

/** A card on which one sees where what of it went: each corner in its own colour, and an F in the middle. */
const CARD_MARKUP = `
  <rect width="160" height="90" fill="#e4572e"/>
  <rect x="160" width="160" height="90" fill="#f3b61f"/>
  <rect y="90" width="160" height="90" fill="#29a36a"/>
  <rect x="160" y="90" width="160" height="90" fill="#3066be"/>
  <circle cx="160" cy="90" r="58" fill="#16213e"/>
  <path d="M140 52h44v14h-28v16h22v14h-22v32h-16z" fill="#ffffff"/>
  <path d="M160 8l14 18h-28z" fill="#ffffff"/>
  <rect x="3" y="3" width="314" height="174" fill="none" stroke="#ffffff" stroke-width="6"/>`;

/** What a title may lie over: a bright sky, and dark hills below. */
const HILLS = `
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#3a6ea5"/><stop offset="0.7" stop-color="#f7c59f"/></linearGradient>
  <rect width="320" height="180" fill="url(#sky)"/>
  <circle cx="228" cy="92" r="22" fill="#fff3c9"/>
  <path d="M0 126q60-42 120-10t110-12q50-20 90 8v68H0z" fill="#7d5a6a"/>
  <path d="M0 152q80-34 160-8t160-14v50H0z" fill="#3b3049"/>`;

/** A disc that becomes ever more transparent towards its edge. */
const DISC = `
  <radialGradient id="fade"><stop offset="0.4" stop-color="#ff4d8d"/><stop offset="1" stop-color="#ff4d8d" stop-opacity="0"/></radialGradient>
  <rect width="320" height="180" fill="url(#fade)"/>`;

function picture(markup: string, width: number, height: number): Sharp {
  const size = `width="${width}" height="${height}" viewBox="0 0 320 180" preserveAspectRatio="none"`;
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${markup}</svg>`));
}

const CLOCK = { width: 160, height: 90, clock: 25, ticks: Array.from({ length: 100 }, (_, index) => index) };

/** Four seconds at 25 pictures a second: a bar that goes one step for each picture, above as many squares as seconds. */
const hands: Painter = (planes, index) => {
  fillRect(planes, [0, 0, 160, 90], [60, 150, 110]);
  fillRect(planes, [0, 0, 80, 20], [120, 90, 200]);
  fillRect(planes, [4, 30, 152, 20], [40, 128, 128]);
  fillRect(planes, [4 + 6 * (index % 25), 30, 8, 20], [235, 128, 128]);
  for (let second = 0; second <= index / 25; second++) {
    fillRect(planes, [8 + 36 * second, 60, 24, 20], [210, 40, 146]);
  }
};

function clock(path: string, more: Pick<Parameters<typeof makeClip>[1], 'colours'> = {}): Promise<void> {
  return makeClip(path, { ...CLOCK, paint: hands, crf: 0, ...more });
}

async function turnedClock(path: string, matrix: Parameters<typeof setDisplayMatrix>[1]): Promise<void> {
  await clock(path);
  await setDisplayMatrix(path, matrix);
}
