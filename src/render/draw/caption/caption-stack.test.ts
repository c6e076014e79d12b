import { expect, it } from 'vitest';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
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

it.each([0.9, 0.1])(
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
