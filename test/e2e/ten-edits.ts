import { writeFile } from 'node:fs/promises';
import { createBeeps, makeClip, type Painter } from '../media/clips.ts';

const SIZE = { width: 256, height: 144 };
const SECONDS = 9;

/** The files that the edits show. */
export const SHOWN_FILES = ['one.mp4', 'two.mp4', 'words.srt'] as const;

/** Returns the `src` of a file by its name. */
type Locate = (name: (typeof SHOWN_FILES)[number]) => string;

/** Makes the files that the edits show. @param path returns the path of a file by its name. */
export async function makeShownFiles(path: Locate): Promise<void> {
  for (const [name, keyframeEvery] of [['one.mp4', 250] as const, ['two.mp4', 25] as const])
    await makeClip(path(name), {
      ...SIZE,
      clock: 25,
      ticks: Array.from({ length: SECONDS * 25 }, (_, index) => index),
      keyframeEvery,
      crf: 20,
      sound: { samples: SECONDS * 48_000, wave: createBeeps([1, 4, 7], 0.3) },
      paint: paintWaves(keyframeEvery),
    });
  await writeFile(path('words.srt'), SUBTITLES);
}

const SUBTITLES = Array.from(
  { length: 8 },
  (_, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\nThe words of line ${index + 1}\n`,
).join('\n');

/** Paints waves that move, so that each picture differs from the one before. */
export function paintWaves(seed: number): Painter {
  return ({ y, u, v, width, height }, index) => {
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++)
        y.data[row * y.stride + column] =
          125 +
          60 * Math.sin((column + 3 * index + seed) / 9) +
          45 * Math.cos((row * column - 5 * index) / 700);
    for (const [plane, shift] of [[u, 40] as const, [v, 90] as const])
      for (let row = 0; row < height / 2; row++)
        plane.data.fill(
          128 + 50 * Math.sin((index + row + shift) / 20),
          row * plane.stride,
          row * plane.stride + width / 2,
        );
  };
}

/** The assets and tracks of an edit whose files lie somewhere. */
interface Parts {
  readonly film: (name?: 'one' | 'two', more?: object) => object;
  /** Three films in a row, which are changed by some fields. */
  readonly films: (more?: (index: number) => object) => { readonly clips: readonly object[] };
  readonly locate: Locate;
}

function partsOf(locate: Locate): Parts {
  const film: Parts['film'] = (name = 'one', more = {}) => ({
    type: 'video',
    src: locate(`${name}.mp4`),
    ...more,
  });
  return {
    film,
    films: (more = () => ({})) =>
      row(
        ...(['one', 'two', 'one'] as const).map((name, index) => ({
          // No part repeats another one, so that each has a segment of its own.
          asset: film(name, { trim: index }),
          start: 3 * index,
          length: 3,
          ...more(index),
        })),
      ),
    locate,
  };
}

const text = (words: string, more: object = {}) => ({
  type: 'text',
  text: words,
  width: 200,
  height: 40,
  font: { size: 20, color: '#ffffff' },
  ...more,
});
const row = (...clips: object[]) => ({ clips });

/** A page that counts the frames, and turns. */
const COUNTER = {
  type: 'html5',
  html: '<b>0</b>',
  css: 'b { display: inline-block; font-size: 30px; animation: turn 2s linear infinite } @keyframes turn { to { rotate: 1turn } }',
  js: "let n = 0; (function count() { document.querySelector('b').textContent = n++; requestAnimationFrame(count); })();",
} as const;

/** Edits by what they show, with tracks from the lowest to the highest. Each has four streams or more. */
const EDITS: Readonly<Record<string, (parts: Parts) => { tracks: object[]; output?: object }>> = {
  transitions: ({ films }) => ({
    tracks: [films((index) => ({ transition: { in: ['fade', 'wipeLeft', 'slideUp'][index], out: 'zoom' } }))],
  }),
  'dissolves and a luma matte': ({ film, locate }) => ({
    tracks: [
      row(
        { asset: film('one'), start: 0, length: 4, transition: { out: 'fade' } },
        { asset: film('two'), start: 'auto', overlap: 1, length: 5, transition: { in: 'fade', out: 'fade' } },
        { asset: film('one'), start: 'auto', overlap: 1, length: 5, transition: { in: 'fade' } },
      ),
      row(
        { asset: film('two'), start: 2, length: 5, scale: 0.5 },
        { asset: { type: 'luma', src: locate('one.mp4') }, start: 2, length: 5 },
      ),
    ],
  }),
  captions: ({ films, locate }) => ({
    tracks: [
      films(),
      row({ asset: { type: 'caption', src: locate('words.srt') }, start: 0, length: 9 }),
      row({
        asset: { type: 'rich-caption', src: locate('words.srt') },
        start: 0,
        length: 9,
        position: 'top',
      }),
    ],
  }),
  'pages of HTML, one that moves': ({ films }) => ({
    tracks: [
      films(),
      row({
        asset: { type: 'html', html: '<h1>A page</h1>', css: 'h1 { color: red }', width: 200, height: 60 },
        start: 3.5,
        length: 2.5,
      }),
      row({ asset: COUNTER, width: 80, height: 40, position: 'bottom', start: 1.2, length: 6 }),
    ],
  }),
  speeds: ({ film }) => ({
    tracks: [
      row(
        { asset: film('one', { speed: 0.5 }), start: 0, length: 4 },
        { asset: film('two', { speed: 2.5, trim: 0.3 }), start: 4, length: 3 },
        { asset: film('one', { speed: [{ from: 1.5, to: -1, length: 2 }], trim: 2 }), start: 7, length: 3 },
      ),
    ],
  }),
  '29.97 frames per second': ({ films }) => ({
    tracks: [films(), row({ asset: text('A title'), start: 4, length: 2.5 })],
    output: { fps: 29.97 },
  }),
  'sound in a part': ({ film, films, locate }) => ({
    tracks: [
      row(
        ...films((index) => ({ asset: film('two', { volume: 0, trim: index }) })).clips,
        // The first part once more: both have one segment.
        { asset: film('two', { volume: 0, trim: 0 }), start: 9, length: 3 },
      ),
      row({ asset: { type: 'audio', src: locate('one.mp4'), volume: 0.7 }, start: 2.2, length: 3 }),
    ],
  }),
  'a group': ({ film, films }) => ({
    tracks: [
      films(),
      row({
        asset: {
          type: 'group',
          tracks: [
            row({ asset: film('two'), start: 0, length: 5, scale: 0.4 }),
            row({ asset: text('Inside'), start: 1, length: 3 }),
          ],
        },
        start: 2,
        length: 5,
        transition: { in: 'fade' },
      }),
    ],
  }),
  'motion, filters and a chroma key': ({ film, films }) => ({
    tracks: [
      films((index) => ({
        effect: ['zoomIn', 'slideLeft', 'zoomOut'][index],
        filter: ['boost', 'blur', 'greyscale'][index],
      })),
      row({
        asset: film('two', { chromaKey: { color: '#00b140' } }),
        start: 1,
        length: 6,
        scale: [{ from: 0.2, to: 0.7, start: 0, length: 6 }],
        transform: { rotate: { angle: 20 } },
      }),
    ],
    output: { poster: { capture: 2 }, thumbnail: { capture: 8, scale: 0.5 } },
  }),
  'a range from the middle of a clip': ({ film, films }) => ({
    tracks: [
      row(
        ...films().clips,
        { asset: film('two', { trim: 2 }), start: 9, length: 3 },
        { asset: film('one', { trim: 4 }), start: 12, length: 3 },
      ),
      row({ asset: text('Still', { animation: { preset: 'typewriter' } }), start: 1, length: 11 }),
    ],
    output: { range: { start: 1.3, length: 12.6 } },
  }),
};

/** The names of ten edits that differ in what they show. */
export const TEN_EDITS = Object.keys(EDITS);

/** Returns one of the ten edits. @param locate returns the `src` of a file that it shows. */
export function editNamed(name: string, locate: Locate): object {
  const { tracks, output = {} } = EDITS[name]?.(partsOf(locate)) ?? { tracks: [] };
  return {
    timeline: { background: '#204060', tracks },
    output: { format: 'mp4', size: SIZE, fps: 25, ...output },
  };
}
