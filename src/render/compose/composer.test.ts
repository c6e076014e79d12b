import { expect, test } from 'vitest';
import type { DrawnAsset } from '../resolve/timeline.ts';
import { seen, timelineOf } from '../scene/seen-clip.fixture.ts';
import { Composer } from './composer.ts';

function composerOf(asset: DrawnAsset): Composer {
  return new Composer(timelineOf([seen({ picture: { kind: 'drawn', lasts: 5, asset } })]), false);
}

test('letters that no font has are told before the first picture', () => {
  using title = composerOf({ type: 'title', text: 'a\u{13000}' });
  expect(title.warnings).toEqual([
    {
      field: 'clip.asset.text',
      text: 'clip.asset.text: no font has a letter for "\u{13000}"; a box stands there instead.',
    },
  ]);
  using svg = composerOf({ type: 'svg', src: '<svg><text>我</text></svg>' });
  expect(svg.warnings).toEqual([
    {
      field: 'clip.asset.src',
      text: 'clip.asset.src: texts in a drawing cannot show "我"; what they lack is left out.',
    },
  ]);
  using shape = composerOf({ type: 'shape', shape: 'circle', circle: { radius: 1 } });
  expect(shape.warnings).toEqual([]);
});

test('a font that is not known fails before the first picture', () => {
  expect(() => composerOf({ type: 'text', text: 'a', font: { family: 'Robotto' } })).toThrow(
    'clip.asset.font.family: "Robotto" is not a known font; the nearest is "Roboto"',
  );
});
