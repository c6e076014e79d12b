import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ParsedEdit, parseEdit, type Problem } from '../src/edit/index.ts';
import type { Result } from '../src/base/result.ts';
import { dryRun } from '../src/render/resolve/dry-run.ts';
import { fillRect, makeClip } from './media/clips.ts';
import { writeFrame } from './media/frame.ts';
import { createMediaFolder, readEdit } from './media/render-edit.ts';

/**
 * Edits as users of the public service write them: with old assets, with numbers from forms and spreadsheets,
 * and with the first track on top. They are read in the dialect `shotstack`.
 */
const FOLDER = join(import.meta.dirname, 'real-edits');
const names = globSync('*.json', { cwd: FOLDER }).map((path) => basename(path, '.json'));

/** The address in front of every file name. */
const MEDIA = 'https://media.example.com/';

function readText(name: string): string {
  return readFileSync(join(FOLDER, `${name}.json`), 'utf8');
}

function parse(name: string, dialect: 'interface' | 'shotstack'): Result<ParsedEdit, Problem> {
  return parseEdit(JSON.parse(readText(name)), { dialect });
}

/** The kinds of warnings about tolerated values, by a part of their text. */
const KINDS = {
  string: 'written as the string',
  absent: 'counts as absent',
  weight: 'This font weight is',
  opacity: 'This opacity is',
} as const;

type Counts = Partial<Record<keyof typeof KINDS, number>>;

function countKinds(texts: readonly string[]): Counts {
  const kinds = Object.entries(KINDS).map(([kind, part]) => [
    kind,
    texts.filter((text) => text.includes(part)).length,
  ]);
  return Object.fromEntries(kinds.filter(([, count]) => count !== 0)) as Counts;
}

/** The accepted edits, with the number of warnings of each kind. */
const ACCEPTED: Readonly<Record<string, Counts>> = {
  'absent-numbers': { absent: 13 },
  'brand-font': { string: 1, weight: 1 },
  countdown: {},
  'end-card': { string: 6, weight: 1, opacity: 1 },
  'faceless-story': { string: 3 },
  'green-screen': { string: 1 },
  'html-without-size': {},
  'ken-burns': { string: 5, opacity: 1 },
  'logo-watermark': { opacity: 1 },
  'luma-circle': {},
  'music-from-alias': { string: 3 },
  'news-lower-third': {},
  'old-html-captions': { string: 3 },
  'opening-title': {},
  'personalised-greeting': {},
  'photo-slideshow': { string: 7 },
  'picture-in-picture': { string: 3 },
  'podcast-audiogram': { string: 2 },
  'price-tag': { string: 6 },
  'quote-card': { string: 7 },
  'reel-with-rich-captions': { string: 2, absent: 1 },
  'sent-to-my-bucket': {},
  'shopping-cart-tour': { string: 3 },
  'sliding-captions': {},
  'sound-only': {},
  'split-screen': { string: 3, absent: 1 },
  'sports-highlight': { string: 6, absent: 1 },
  'transitions-and-luma-video': {},
  'web-page-animation': {},
};

/** The rejected edits, with the code and the last field of each problem. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  'editor-leftovers': ['unknown_property pixelRatio', 'unknown_property cacheEnabled'],
  'form-tool-leftovers': [
    'wrong_form background',
    'wrong_type soundtrack',
    'not_allowed effect',
    'not_allowed in',
    'wrong_type offset',
    'wrong_form callback',
  ],
  'loud-voice': ['out_of_range to'],
  'missing-font': ['font_unknown family'],
  'missing-start': ['wrong_type start', 'wrong_type length'],
  'resolution-and-size': ['conflict size'],
  'words-for-numbers': [
    'wrong_type start',
    'wrong_type length',
    'wrong_type scale',
    'wrong_type opacity',
    'not_allowed fps',
  ],
};

test('every edit is either accepted or rejected', () => {
  expect([...Object.keys(ACCEPTED), ...Object.keys(REJECTED)].sort()).toEqual(names.sort());
});

describe('in the dialect shotstack', () => {
  test.each(Object.entries(ACCEPTED))('%s is accepted with the warnings %o', (name, counts) => {
    const parsed = parse(name, 'shotstack');
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toEqual([]);
    if (!parsed.ok) return;
    const { warnings } = parsed.value;
    expect(countKinds(warnings.map(({ text }) => text))).toEqual(counts);
    expect(warnings).toHaveLength(Object.values(counts).reduce((sum, count) => sum + count, 0));
    for (const { field, text } of warnings) {
      expect(text).toMatch(/^This .*\.$/);
      expect(text).not.toContain(field);
    }
  });

  test.each(Object.entries(REJECTED))('%s is rejected because of %o', (name, expected) => {
    const parsed = parse(name, 'shotstack');
    const problems = parsed.ok ? [] : parsed.problems;
    expect(problems.map(({ code, path }) => `${code} ${String(path.at(-1))}`)).toEqual(expected);
    for (const { field, message } of problems) expect(message.startsWith(field)).toBe(true);
  });
});

test.each(Object.entries(ACCEPTED).filter(([, { string = 0, absent = 0 }]) => string + absent > 0))(
  '%s is rejected in the strict dialect because of its numbers',
  (name, { string = 0, absent = 0 }) => {
    const parsed = parse(name, 'interface');
    // A string is also a wrong value where only some numbers are allowed. A range of null is a problem of its own.
    expect(parsed.ok ? [] : parsed.problems.length).toBeGreaterThanOrEqual(string + absent);
  },
);

describe('a dry run warns about', () => {
  const warningsOf = (name: string, dialect: 'interface' | 'shotstack') => {
    const { edit, warnings: reading } = readEdit(JSON.parse(readText(name)), dialect);
    const { warnings } = dryRun(edit, {}, dialect, reading);
    return Object.fromEntries(warnings.map(({ field, text }) => [field, text]));
  };

  test('a field without effect', () => {
    expect(warningsOf('logo-watermark', 'shotstack')).toMatchObject({
      disk: expect.stringContaining('no effect') as string,
    });
  });

  test('an mp3 without sound', () => {
    expect(Object.keys(warningsOf('sound-only', 'shotstack'))).toContain('output.mute');
  });

  test('a title that the background hides in the other dialect', () => {
    const cover = 'timeline.tracks[1].clips[0]';
    expect(warningsOf('opening-title', 'interface')[cover]).toContain('set the dialect "shotstack"');
    expect(warningsOf('opening-title', 'shotstack')[cover]).toBeUndefined();
  });
});

type Colour = readonly [red: number, green: number, blue: number];

const COLOURS = {
  red: [200, 20, 40],
  blue: [20, 60, 200],
  green: [0, 255, 0],
  black: [0, 0, 0],
  white: [255, 255, 255],
} satisfies Record<string, Colour>;

/** A point of the picture, in fractions of its width and height, and the colour there. */
type Point = readonly [x: number, y: number, colour: keyof typeof COLOURS | Colour];

/** Frames of accepted edits: the second, points, and a region where letters of a colour must be. */
// oxfmt-ignore
const FRAMES: readonly [name: string, second: number, points: readonly Point[], letters?: Letters][] = [
  ['opening-title', 2, [[0.5, 0.3, 'green']], { x: [0, 0.6], y: [0.6, 1], colour: 'white' }],
  ['photo-slideshow', 4.5, [[0.5, 0.5, [1, 42, 255]]]],
  ['news-lower-third', 3, [[0.6, 0.75, [180, 26, 22]], [0.5, 0.3, 'green']], { x: [0.1, 0.6], y: [0.72, 0.88], colour: 'white' }],
  ['quote-card', 0.5, [[0.5, 0.1, [181, 181, 181]]], { x: [0.1, 0.9], y: [0.4, 0.6], colour: 'black' }],
  ['split-screen', 1, [[0.2, 0.5, 'green'], [0.8, 0.5, 'red']]],
  ['picture-in-picture', 1, [[0.3, 0.5, 'blue'], [0.82, 0.18, 'green'], [0.82, 0.5, 'blue']]],
  ['green-screen', 1, [[0.5, 0.5, 'red']]],
  ['luma-circle', 1, [[0.5, 0.5, 'red'], [0.05, 0.1, 'blue'], [0.95, 0.9, 'blue']]],
  ['personalised-greeting', 2, [[0.5, 0.1, [51, 51, 102]], [0.3, 0.7, 'red']], { x: [0, 1], y: [0.3, 0.7], colour: 'white' }],
  ['price-tag', 1.5, [[0.1, 0.1, [250, 250, 250]]], { x: [0.3, 0.7], y: [0.35, 0.65], colour: [255, 0, 0] }],
  ['shopping-cart-tour', 1, [[0.5, 0.1, 'red']], { x: [0, 1], y: [0.3, 0.9], colour: 'white' }],
  ['ken-burns', 2, [[0.5, 0.5, 'red']]],
  ['logo-watermark', 1, [[0.94, 0.93, 'red'], [0.5, 0.5, 'green']]],
  ['end-card', 1, [[0.5, 0.42, [238, 17, 17]]], { x: [0.3, 0.7], y: [0.4, 0.6], colour: 'white' }],
];

interface Letters {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly colour: keyof typeof COLOURS | Colour;
}

let media: Awaited<ReturnType<typeof createMediaFolder>>;

/** Writes the files that the frames show: plain colours, and a black disc on white. The music is not heard. */
beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('frames'));
  await copyFile(join(import.meta.dirname, '../examples/narrated/music.mp3'), media.path('music.mp3'));
  for (const name of ['red', 'blue'] as const) {
    const [r, g, b] = COLOURS[name];
    const create = { width: 1280, height: 720, channels: 3, background: { r, g, b } } as const;
    await sharp({ create })
      .png()
      .toFile(media.path(`${name}.png`));
  }
  const disc =
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#fff"/><circle cx="320" cy="180" r="120"/></svg>';
  await sharp(Buffer.from(disc)).png().toFile(media.path('disc.png'));
  const ticks = Array.from({ length: 60 }, (_, index) => index);
  const size = { width: 1280, height: 720 };
  await makeClip(media.path('green.mp4'), {
    ...size,
    clock: 12,
    ticks,
    // Full green in BT.709.
    paint: (planes) => fillRect(planes, [0, 0, size.width, size.height], [173, 42, 26]),
  });
});

afterAll(() => media[Symbol.asyncDispose]());

describe('shows', () => {
  test.each(FRAMES)('%s at %d s', async (name, second, points, letters) => {
    const { edit } = readEdit(JSON.parse(readText(name).replaceAll(MEDIA, '')), 'shotstack');
    const to = media.path(`frames/${name}.png`);
    await writeFrame(edit, second, to, { media: media.path('.'), dialect: 'shotstack' });
    const { data, info } = await sharp(await readFile(to))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colourAt = (x: number, y: number): number[] => {
      const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
      return [...data.subarray(from, from + 3)];
    };
    for (const [x, y, expected] of points) {
      expect(isClose(colourAt(x, y), toColour(expected)), `${x}, ${y} is ${colourAt(x, y).join()}`).toBe(
        true,
      );
    }
    if (letters) expect(countPoints(letters, colourAt)).toBeGreaterThan(20);
  });
});

function toColour(colour: keyof typeof COLOURS | Colour): Colour {
  return typeof colour === 'string' ? COLOURS[colour] : colour;
}

function isClose(one: readonly number[], other: readonly number[]): boolean {
  return one.every((level, channel) => Math.abs(level - (other[channel] ?? NaN)) <= 12);
}

/** Counts the points of a colour in a region, on a grid of 200 x 200 points. */
function countPoints({ x, y, colour }: Letters, colourAt: (x: number, y: number) => number[]): number {
  const steps = Array.from({ length: 200 }, (_, step) => step / 200);
  const points = steps.flatMap((across) =>
    steps.map((down) => colourAt(x[0] + across * (x[1] - x[0]), y[0] + down * (y[1] - y[0]))),
  );
  return points.filter((point) => isClose(point, toColour(colour))).length;
}
