import { describe, expect, it } from 'vitest';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { CuePlace } from '../../media/media.ts';
import { cueOf } from '../rich-caption/cue.fixture.ts';
import { CaptionStack } from './caption-stack.ts';
import { captionStyleOf, findCaptionFace } from './style.ts';

/** Returns the texts that are shown at a second, from top to bottom. @param top place of the captions, 0 to 1. */
function shownAt(
  second: number,
  spoken: readonly [text: string, from: number, to: number][],
  top = 0.9,
): string[] {
  const asset = { type: 'caption', src: 'a', margin: { top } } as const;
  const cues = spoken.map((one) => cueOf([one]));
  const face = findCaptionFace(asset, BUILT_IN_FONTS);
  const stack = new CaptionStack(cues, captionStyleOf(asset), face, { width: 640, height: 360 });
  const shown = [...stack.at(second)].sort((one, other) => one.top - other.top);
  return shown.map(({ cue }) => cue.text);
}

it.each([0.9, 0.5, 0.1])(
  'shows captions that appear together in the order of the file, at %d of the height',
  (top) => {
    const spoken = ['one', 'two', 'three'].map((text): [string, number, number] => [text, 0, 2]);
    expect(shownAt(1, spoken, top)).toEqual(['one', 'two', 'three']);
  },
);

it('leaves a caption in its place when another one appears', () => {
  expect(
    shownAt(1.5, [
      ['first', 0, 3],
      ['later', 1, 2],
    ]),
  ).toEqual(['later', 'first']);
  expect(
    shownAt(0.5, [
      ['first', 0, 3],
      ['later', 1, 2],
    ]),
  ).toEqual(['first']);
});

describe('a caption with a place of its own', () => {
  const asset = { type: 'caption', src: 'a' } as const;
  const frame = { width: 640, height: 360 };

  /** Returns the visible areas of captions that appear together, in pixels. */
  function areasOf(...places: readonly CuePlace[]) {
    return areasOfTexts(places.map((place, index) => [`word ${index}`, place]));
  }
  function areasOfTexts(texts: readonly (readonly [text: string, place: CuePlace])[]) {
    const cues = texts.map(([text, place]) => ({ ...cueOf([[text, 0, 2]]), place }));
    const face = findCaptionFace(asset, BUILT_IN_FONTS);
    const shown = new CaptionStack(cues, captionStyleOf(asset), face, frame).at(1);
    return cues.map((cue) => {
      const { block, top } = shown.find((one) => one.cue === cue)!;
      const { x, y, width, height } = block.area;
      const [left, upper] = [block.x + x, top + y];
      return { left, right: left + width, top: upper, bottom: upper + height };
    });
  }
  const heightOf = (share: number, rows = 0, anchor = 0): CuePlace => ({ vertical: { share, rows, anchor } });

  it('is at the height of its file, inside the edges', () => {
    const [top, middle, last] = areasOf(heightOf(0), heightOf(0.5, 0, 0.5), heightOf(1, -1));
    expect(top!.top).toBeCloseTo(0.04 * 360, 0);
    expect((middle!.top + middle!.bottom) / 2).toBeCloseTo(180, -1);
    expect(last!.bottom).toBeCloseTo(0.96 * 360, 0);
  });

  it('is between the edges of its column, and inside the margins', () => {
    const [left, right, narrow] = areasOf(
      { align: 0, ...heightOf(0) },
      { align: 1, ...heightOf(0) },
      { align: 0, column: { left: 0.25, right: 0.5 }, ...heightOf(0.5) },
    );
    expect(left!.left).toBeCloseTo(0.05 * 640);
    expect(right!.right).toBeCloseTo(0.95 * 640);
    expect(narrow!.left).toBeCloseTo(160);
  });

  it('shares its height with one in another column', () => {
    const [left, right, below] = areasOf(
      { align: 0, ...heightOf(0) },
      { align: 1, ...heightOf(0) },
      { align: 1, ...heightOf(0) },
    );
    expect(left!.top).toBe(right!.top);
    expect(below!.top).toBeCloseTo(right!.bottom);
  });

  const long = 'A text almost as wide as its frame';
  it.each<[name: string, ...texts: (readonly [text: string, place: CuePlace])[]]>([
    ['aligned', [long, { align: 0 }], [long, {}]],
    ['centred', [long, {}], [long, { align: 1 }]],
    ['narrower', [long, { column: { left: 0.2, right: 1 } }], [long, {}]],
    ['higher up', [long, { align: 1, ...heightOf(0) }], [long, heightOf(0)]],
  ])('is above a later one in its columns if it is %s', (_, ...texts) => {
    const [first, second] = areasOfTexts(texts);
    expect(first!.bottom).toBeLessThanOrEqual(second!.top + 1e-6);
  });

  it('shares its height with one in another column, and both are above a wide one', () => {
    const [left, right, wide] = areasOfTexts([
      ['on the left', { align: 0 }],
      ['on the right', { align: 1 }],
      [long, {}],
    ]);
    expect(left!.bottom).toBeCloseTo(right!.bottom);
    expect(left!.bottom).toBeLessThanOrEqual(wide!.top + 1e-6);
  });

  it('leaves captions at other places in the order of the file', () => {
    const [first, other, second] = areasOf({}, heightOf(0), {});
    expect(first!.bottom).toBeLessThanOrEqual(second!.top + 1e-6);
    expect(other!.bottom).toBeLessThan(first!.top);
  });
});
