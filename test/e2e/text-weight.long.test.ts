import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obstacle, testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { writeFrame } from '../media/frame.ts';
import { toEdit } from '../media/render-edit.ts';

const browser = testBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-weight-'));
  await writeFile(join(folder, 'a.vtt'), `WEBVTT\n\n00:00.000 --> 00:02.000\n${TEXT}\n`);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

const TEXT = 'Hamburgefonstiv quick';
const SIZE = { width: 480, height: 120 };

interface Look {
  readonly family: string;
  readonly weight: number;
  readonly size: number;
  readonly colour: string;
  readonly ground: string;
}

/** Returns how much of a frame the letters cover, in pixels: its sum of differences from the ground. */
async function inkOf(asset: object, { colour, ground }: Look): Promise<number> {
  const clips = [{ asset, start: 0, length: 2 }];
  const edit = toEdit({
    timeline: { background: ground, tracks: [{ clips }] },
    output: { format: 'png', size: SIZE },
  });
  const to = join(folder, 'frame.png');
  await writeFrame(edit, 1, to, { media: folder, browser });
  const { data, info } = await sharp(to).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  // The channel in which the colour differs most from the ground.
  const channels = [1, 3, 5].map((at) =>
    [ground, colour].map((each) => Number.parseInt(each.slice(at, at + 2), 16)),
  );
  const [channel] = channels
    .map(([from = 0, to = 0], index) => ({ index, from, by: to - from }))
    .sort((one, other) => Math.abs(other.by) - Math.abs(one.by));
  if (!channel) throw new Error('There is no channel.');
  let sum = 0;
  for (let at = channel.index; at < data.length; at += info.channels)
    sum += ((data[at] ?? 0) - channel.from) / channel.by;
  return sum;
}

/** Returns the same text as an asset of each kind. */
function assetsOf({ family, weight, size, colour, ground }: Look): Record<string, object> {
  const font = { family, size, color: colour };
  return {
    'rich-text': { type: 'rich-text', text: TEXT, font: { ...font, weight } },
    text: { type: 'text', text: TEXT, font: { ...font, weight } },
    ...(weight === 400 && {
      caption: { type: 'caption', src: 'a.vtt', font, background: { color: ground } },
      'rich-caption': {
        type: 'rich-caption',
        src: 'a.vtt',
        font: { ...font, weight },
        active: { font: { color: colour } },
      },
    }),
  };
}

const LOOKS: readonly Look[] = [
  ['Open Sans', 400],
  ['Montserrat', 700],
  ['Work Sans', 300],
].flatMap(([family, weight]) =>
  [12, 16, 24].flatMap((size) =>
    [
      ['#000000', '#ffffff'],
      ['#ffffff', '#000000'],
      ['#c04020', '#ffffff'],
    ].map(([colour = '', ground = '']) => ({
      family: String(family),
      weight: Number(weight),
      size,
      colour,
      ground,
    })),
  ),
);

describe.skipIf(obstacle)('letters are as bold as in a browser', () => {
  it.each(LOOKS)('in $family $weight with $size px, $colour on $ground', async (look) => {
    const { family, weight, size, colour } = look;
    const style = `font: ${weight} ${size}px '${family}'; color: ${colour}`;
    const expected = await inkOf({ type: 'html', html: `<p>${TEXT}</p>`, css: `p { ${style} }` }, look);
    for (const [kind, asset] of Object.entries(assetsOf(look)))
      expect.soft(Math.abs((await inkOf(asset, look)) / expected - 1), kind).toBeLessThan(0.035);
  });
});
