import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clip, type ClipJson, editOf, picture } from './edits.ts';
import type { Row, Sheet } from './sheet.ts';

const LENGTH = 4;
const TIMES = [0, 1, 2, 3, 3.96];
const GOLD = '#f5b544';
const BAR = { type: 'progress', color: GOLD, height: 24, width: 560, cornerRadius: 12 };
const RING = { type: 'progress', shape: 'ring', color: GOLD, width: 200, height: 200 };
const QR = { type: 'qr', text: 'https://example.com/tickets', width: 260, height: 260 };

/** The music that waveforms of the gallery follow. */
export const HEARD_MUSIC = 'music.mp3';
/** Seconds at which the music sounds different. */
export const HEARD_AT = [0.2, 0.6, 1.4, 2.2, 3];
const WAVEFORM = { type: 'waveform', color: GOLD, width: 520, height: 200 };

/** Copies the music into a folder. */
export async function makeHeard(folder: string): Promise<void> {
  await copyFile(join(import.meta.dirname, '../examples/narrated/music.mp3'), join(folder, HEARD_MUSIC));
}

/** Returns the sheets of what measures itself: progress, and codes. */
export function measuredSheets(): Sheet[] {
  return [
    {
      file: 'progress',
      heading: 'Progress',
      text: 'Bars and rings that fill while their clip of 4 s lasts ([progress](../measures.md#progress)).',
      columns: [{ heading: 'asset', captions: TIMES.map((time) => `${time.toFixed(2)} s`) }],
      rows: [
        moving('a bar', BAR, { position: 'bottom', offset: { y: 0.08 } }),
        moving('shape: ring', RING),
        moving('direction: up', { ...BAR, width: 60, height: 260, direction: 'up', background: '#80102040' }),
        moving('value: tweens', {
          ...RING,
          thickness: 60,
          value: [{ from: 1, to: 0, length: LENGTH, interpolation: 'bezier', easing: 'easeInOut' }],
        }),
      ],
    },
    {
      file: 'waveforms',
      heading: 'Waveforms',
      text: 'Drawings that follow the music of their film ([waveforms](../measures.md#waveforms)).',
      columns: [{ heading: 'asset', captions: HEARD_AT.map((time) => `${time.toFixed(2)} s`) }],
      rows: [
        heard('the defaults', WAVEFORM),
        heard('mirrored: false', { ...WAVEFORM, mirrored: false, bars: 32 }, { position: 'bottom' }),
        heard('shape: line', { ...WAVEFORM, shape: 'line', bars: 24 }),
        heard('line, mirrored: false', {
          ...WAVEFORM,
          shape: 'line',
          bars: 24,
          mirrored: false,
          thickness: 8,
        }),
        heard('shape: circle', { ...WAVEFORM, shape: 'circle', bars: 72, width: 320, height: 320 }),
        heard('cornerRadius, gap', { ...WAVEFORM, bars: 16, cornerRadius: 12, gap: 0.3 }),
      ],
    },
    {
      file: 'qr-codes',
      heading: 'QR codes',
      text: 'Codes that a telephone reads ([QR codes](../measures.md#qr-codes)).',
      across: 3,
      rows: [
        still('the defaults', QR),
        still('modules: dot', { ...QR, modules: 'dot' }),
        still('errorCorrection: high', { ...QR, errorCorrection: 'high' }),
        still('color, background', { ...QR, color: '#102040', background: '#ffe9c0' }),
        still('background: transparent', { ...QR, background: 'transparent', color: '#ffffff' }),
        still('margin: 1', { ...QR, margin: 1 }),
      ],
    },
  ];
}

function moving(name: string, asset: object, more: ClipJson = {}): Row {
  const edit = editOf([picture('night', LENGTH), clip(asset, LENGTH, more)]);
  return { name, tiles: TIMES.map((at) => ({ edit, at })) };
}

function still(name: string, asset: object): Row {
  return { name, tiles: [{ edit: editOf([picture('night', LENGTH), clip(asset, LENGTH)]), at: 0 }] };
}

function heard(name: string, asset: object, more: ClipJson = {}): Row {
  const music = clip({ type: 'audio', src: HEARD_MUSIC }, LENGTH);
  const edit = editOf([picture('night', LENGTH), music, clip(asset, LENGTH, more)]);
  return { name, tiles: HEARD_AT.map((at) => ({ edit, at })) };
}
