import { expect, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { WrittenAsset } from '../draw/overflow/measure-written.ts';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import { resolveTransitions } from '../resolve/transitions.ts';
import { timelineOf, visualClip } from '../scene/visual-clip.fixture.ts';
import { overflowWarnings } from './overflow-warnings.ts';

type ClipFields = Parameters<typeof visualClip>[0];

/** Returns the warnings about a text in a picture of 800x600. */
function warned(asset: WrittenAsset, given: ClipFields = {}) {
  const clip = visualClip({ visual: { kind: 'drawn', asset, length: 1 }, ...given });
  return overflowWarnings(timelineOf([clip]), BUILT_IN_FONTS);
}

const title = (more: object = {}): WrittenAsset => ({ type: 'title', text: 'Hello', ...more });
const rich = (more: object = {}): WrittenAsset => ({
  type: 'rich-text',
  text: 'Hello',
  font: { size: 60 },
  ...more,
});
const text = (more: object = {}): WrittenAsset => ({
  type: 'text',
  text: 'Hello',
  font: { size: 60 },
  ...more,
});
const tween = (from: number, to: number) => [
  { from, to, start: toSeconds(0), end: toSeconds(1), curve: 'linear' as const },
];
/** Half of the box lies in the picture, but no letter. */
const AWAY: ClipFields = { offset: { x: 0, y: 0.7 } };

test.each<[string, WrittenAsset, ClipFields, string]>([
  ['a title', title(), AWAY, 'clip.offset.y'],
  ['a title that its own offset moves', title({ offset: { x: 0, y: 0.9 } }), {}, 'clip.asset.offset.y'],
  ['a rich text', rich(), AWAY, 'clip.offset.y'],
  ['a rich text with a shadow', rich({ shadow: { offsetX: 4, blur: 8 } }), AWAY, 'clip.offset.y'],
  ['a text', text(), AWAY, 'clip.offset.y'],
  ['a turned text', rich(), { offset: { x: 1, y: 0 }, angle: 30 }, 'clip.offset.x'],
  ['a text that moves', rich(), { offset: { x: tween(1, 2), y: 0 } }, 'clip.offset.x'],
  ['a text whose box is outside, too', rich(), { offset: { x: 0, y: 3 } }, 'clip.offset.y'],
])('%s with all its letters outside the picture gets a warning', (_, asset, given, field) => {
  expect(warned(asset, given)).toEqual([
    {
      field,
      text: expect.stringMatching(
        /^The clip lies outside the picture for all of its 1 s: it .* edge\. "offset\.[xy]" moves it .* a value from -0\.\d+ to 0\.\d+\.$/,
      ) as string,
    },
  ]);
});

test.each([
  [0.56, true],
  [0.52, false],
])('a rich text at the upper edge, moved up by %d, is outside: %s', (y, isOutside) => {
  // From 0.532 on, its letters are above the picture.
  expect(warned(rich(), { offset: { x: 0, y } })[0]?.text.includes('lies outside')).toBe(isOutside);
});

test('the distance and the offsets are those of the letters', () => {
  const [{ text: sentence } = { text: '' }] = warned(rich(), AWAY);
  const [, pixels, least, most] = /it is (\d+) px above .* from (\S+) to (\S+)\.$/.exec(sentence) ?? [];
  // The middle of the letters is 0.7 heights above the middle of the picture. They are about 44 px high.
  expect(Number(pixels)).toBeGreaterThan(90);
  expect(Number(pixels)).toBeLessThan(105);
  expect(Number(most)).toBeGreaterThan(0.45);
  expect(Number(most)).toBeLessThan(0.48);
  expect(warned(rich(), { offset: { x: 0, y: Number(most) } })).toEqual([]);
  expect(warned(rich(), { offset: { x: 0, y: Number(least) } })).toEqual([]);
  expect(warned(rich(), { offset: { x: 0, y: Number(most) + 0.02 } })).toHaveLength(1);
});

test.each<[string, WrittenAsset, ClipFields]>([
  ['its background is in the picture', text({ background: { color: '#ff0000' } }), AWAY],
  ['it moves in', rich(), { offset: { x: tween(2, 0), y: 0 } }],
  [
    'a transition brings it in',
    rich(),
    { offset: { x: 0, y: -1.05 }, transition: resolveTransitions({ out: 'carouselUp' }, 1) },
  ],
  ['it has no letters', text({ text: ' ' }), { offset: { x: 0, y: 3 } }],
])('a text is not said to be outside if %s', (_, asset, given) => {
  expect(warned(asset, given).filter(({ text: sentence }) => sentence.includes('lies outside'))).toEqual([]);
});

test.each([
  [{ opacity: 0 }, 'clip.opacity'],
  [{ scale: 0 }, 'clip.scale'],
])('a text with %o gets a warning', (given, field) => {
  expect(warned(title(), given)).toEqual([{ field, text: expect.stringContaining('is 0.') as string }]);
});
