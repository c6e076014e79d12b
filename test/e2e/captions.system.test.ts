import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Asset, Clip } from '../../src/edit/index.ts';
import { listSources } from '../../src/edit/index.ts';
import { type Planes, planesOf } from '../../src/render/av/video/video-frame.ts';
import { Composer } from '../../src/render/compose/composer.ts';
import { probeSources } from '../../src/render/probe/probe-sources.ts';
import { resolve } from '../../src/render/resolve/resolve.ts';
import type { Dialect } from '../../src/edit/model.ts';
import { toEdit, createMediaFolder } from '../media/render-edit.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

const OUTPUT = { format: 'mp4', size: { width: 640, height: 360 }, fps: 25 } as const;

async function timelineOf(
  subtitles: string,
  given: Partial<Asset> = {},
  clip: Partial<Clip> = {},
  dialect: Dialect = 'interface',
) {
  const path = media.path('a.srt');
  await writeFile(path, subtitles);
  const asset = { type: 'caption', src: path, ...given };
  const clips = [{ asset, start: 0, length: 4, ...clip }];
  const edit = toEdit({ timeline: { tracks: [{ clips }] }, output: OUTPUT });
  return resolve(edit, await probeSources(listSources(edit), { [path]: path }), dialect);
}

/**
 * Finds the bright pixels of a frame. Returns their first and last row and column; undefined for a black
 * frame.
 */
function lightOn({ y: { data, stride } }: Planes): [number, number, number, number] | undefined {
  let [top, bottom, left, right] = [360, -1, 640, -1];
  for (let row = 0; row < 360; row++) {
    for (let column = 0; column < 640; column++) {
      if ((data[row * stride + column] ?? 0) < 120) continue;
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
      [left, right] = [Math.min(left, column), Math.max(right, column)];
    }
  }
  return bottom < 0 ? undefined : [top, bottom, left, right];
}

/** Finds the frames with bright pixels. Returns the first and the last frame of each run. */
async function litFrames(...given: Parameters<typeof timelineOf>): Promise<number[][]> {
  using composer = new Composer(await timelineOf(...given), false);
  const runs: number[][] = [];
  for (let frame = 0; frame < 100; frame++) {
    using picture = (await composer.composeFrame(frame)).frame;
    if (!lightOn(planesOf(picture))) continue;
    const last = runs.at(-1);
    if (last?.[1] === frame - 1) last[1] = frame;
    else runs.push([frame, frame]);
  }
  return runs;
}

/** Finds the bright pixels of a frame of an edit with captions. */
async function lightAt(frame: number, ...given: Parameters<typeof timelineOf>) {
  using composer = new Composer(await timelineOf(...given), false);
  using picture = (await composer.composeFrame(frame)).frame;
  const [top = NaN, bottom = NaN, left = NaN, right = NaN] = lightOn(planesOf(picture)) ?? [];
  return { top, bottom, left, right, warnings: composer.warnings.map(({ text }) => text) };
}

const srt = (...cues: [string, string, string][]): string =>
  cues.map(([from, to, text]) => `00:00:${from} --> 00:00:${to}\n${text}\n`).join('\n');
/** Cues on frames 25 to 49 and 51 to 55: 2.001 s is after frame 50, and 2.24 s is frame 56. */
const TWO = srt(['01,000', '02,000', 'One'], ['02,001', '02,240', 'Two']);

describe('a cue', () => {
  test.each<[string, Parameters<typeof timelineOf>, number[][]]>([
    [
      'from the first frame at or after its start to the last frame before its end',
      [TWO],
      [
        [25, 49],
        [51, 55],
      ],
    ],
    [
      'earlier by the trim',
      [TWO, { trim: 0.4 }],
      [
        [15, 39],
        [41, 45],
      ],
    ],
    // (1 - 0.5) / 2 s to (2 - 0.5) / 2 s is frame 6.25 to 18.75.
    ['faster by the speed', [TWO, { trim: 0.5, speed: 2 }], [[7, 21]]],
    [
      'with the trim in played seconds, in the other dialect',
      [TWO, { trim: 0.25, speed: 2 }, {}, 'shotstack'],
      [[7, 21]],
    ],
    ['forever at speed 0', [TWO, { trim: 1.5, speed: 0 }], [[0, 99]]],
    ['with its clip', [TWO, {}, { start: 0.52, length: 1.2 }], [[38, 42]]],
    [
      'until the last cue ends, with the length "auto"',
      [TWO, {}, { length: 'auto' }],
      [
        [25, 49],
        [51, 55],
      ],
    ],
  ])('is visible %s', async (_, given, frames) => {
    expect(await litFrames(...given)).toEqual(frames);
  });
});

describe('the place of captions', () => {
  it('is at the given height, centred between the margins', async () => {
    const light = await lightAt(0, srt(['00,000', '01,000', 'HHH']), {
      margin: { top: 0.5, left: 0.5, right: 0 },
      font: { size: 32 },
    });
    // Above an H there is half of the extra line height, and the part of the font height above capitals.
    expect(light.top).toBeGreaterThan(180);
    expect(light.bottom).toBeLessThan(180 + 32 * 1.2);
    expect((light.left + light.right) / 2).toBeCloseTo(480, -1);
  });

  test.each([
    ['many lines', 'one\ntwo\nthree\nfour\nfive', {}],
    ['a position below the frame', 'one', { margin: { top: 3 } }],
    ['a position above the frame', 'one', { margin: { top: -3 } }],
    [
      'far too large letters',
      'A rather long caption that needs many lines in such letters',
      { font: { size: 200 } },
    ],
    ['margins that leave no room', 'word', { margin: { left: 0.8, right: 0.8 } }],
    ['a thick stroke', 'word', { font: { stroke: '#ffffff', strokeWidth: 30 } }],
    ['a background', 'one\ntwo', { background: { color: '#ffffff', padding: 40, opacity: 1 } }],
  ])('stays within the frame with %s', async (_, text, given) => {
    const { top, bottom, left, right } = await lightAt(0, srt(['00,000', '01,000', text]), given);
    expect(top).toBeGreaterThan(4);
    expect(bottom).toBeLessThan(356);
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThan(639);
  });

  it('is different for simultaneous captions, and does not change', async () => {
    const cues = srt(['00,000', '02,000', 'Below'], ['01,000', '03,000', 'Above']);
    const [alone, both, left] = await Promise.all([0, 25, 50].map((frame) => lightAt(frame, cues)));
    expect(both?.bottom).toBe(alone?.bottom);
    expect(both?.top).toBe(left?.top);
    expect(left?.bottom).toBeLessThan(alone?.top ?? 0);
  });
});

describe('warnings', () => {
  it('report captions after the end of their clip, and a caption that the end cuts', async () => {
    const late = await timelineOf(srt(['00,000', '01,000', 'a'], ['05,000', '06,500', 'b']));
    expect(late.warnings.map(({ text }) => text)).toEqual([
      '1 of 2 captions come after the end of the clip and are never shown. Set the length to 6.5 s to show all of them.',
    ]);
    const cut = await timelineOf(srt(['03,000', '04,500', 'a\nb']));
    expect(cut.warnings.map(({ text }) => text)).toEqual([
      'The caption "a b" is cut off by the end of the clip. Set the length to 4.5 s to show all captions in full.',
    ]);
  });

  it('report captions that are drawn much smaller, and captions without room', async () => {
    const small = await lightAt(0, srt(['00,000', '01,000', 'A rather long caption that needs many lines']), {
      font: { size: 200 },
    });
    expect(small.warnings[0]).toMatch(
      /^1 caption is too tall for the box at a "font\.size" of 200\. The first is "A rather long caption that needs many li…" at 0 s, which is drawn at \d+ px\./,
    );
    const crowd = await lightAt(
      0,
      srt(
        ...Array.from({ length: 9 }, (_, n): [string, string, string] => [
          '00,000',
          '01,000',
          `a\nb${n + 1}`,
        ]),
      ),
    );
    expect(crowd.warnings).toEqual([
      '5 of 9 captions are not shown, because other captions at the same time leave no room. The first is "a b5" at 0 s. Use a smaller "font.size", or let fewer captions overlap.',
    ]);
  });
});

it('names the invalid line of a file, and rejects other files', async () => {
  const failed = async (text: string): Promise<string> => {
    try {
      await timelineOf(text);
      return 'nothing';
    } catch (error) {
      return error instanceof Error ? error.message.replace(/: \/\S+ /, ': FILE ') : '';
    }
  };
  expect(await failed('1\n00:00:01,000 --> 00:00:0x,000\na')).toBe(
    'timeline.tracks[0].clips[0].asset.src: FILE cannot be read as subtitles: line 2: "00:00:0x,000" is not a time such as 00:01:02.500.',
  );
  expect(await failed('<!doctype html><p>a')).toBe(
    'timeline.tracks[0].clips[0].asset.src: FILE is not a subtitle file (SRT, VTT or TTML): its content is an HTML page.',
  );
});
