import { expect, test } from 'vitest';
import { planesOf } from '../av/video/video-frame.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import { visualClip, timelineOf } from '../scene/visual-clip.fixture.ts';
import { Composer } from './composer.ts';

function composerOf(asset: DrawnAsset): Composer {
  return new Composer(timelineOf([visualClip({ visual: { kind: 'drawn', length: 5, asset } })]), false);
}

test('characters that no font has cause a warning before the first frame', () => {
  using title = composerOf({ type: 'title', text: 'a\u{13000}' });
  expect(title.warnings).toEqual([
    {
      field: 'clip.asset.text',
      text: 'No font has a glyph for "\u{13000}". A box is drawn instead.',
    },
  ]);
  using svg = composerOf({ type: 'svg', src: '<svg><text>我</text></svg>' });
  expect(svg.warnings).toEqual([
    {
      field: 'clip.asset.src',
      text: 'No font that an SVG can use has a glyph for "我". The missing characters are left out.',
    },
  ]);
  using shape = composerOf({ type: 'shape', shape: 'circle', circle: { radius: 1 } });
  expect(shape.warnings).toEqual([]);
});

test('an unknown font fails before the first frame', () => {
  expect(() => composerOf({ type: 'text', text: 'a', font: { family: 'Robotto' } })).toThrow(
    'clip.asset.font.family: "Robotto" is not a known font; the nearest is "Roboto"',
  );
});

test('a frame that equals the previous one is reported as a repeat, even if its clips differ', async () => {
  const square = (side: number) => ({
    kind: 'drawn' as const,
    length: 5,
    asset: {
      type: 'shape' as const,
      shape: 'rectangle' as const,
      rectangle: { width: side, height: side },
      fill: { color: '#ff0000' },
    },
  });
  const clips = [
    visualClip({ visual: square(100), to: 10 }),
    // A different clip that looks the same.
    visualClip({ visual: square(100), from: 10, to: 20 }),
    visualClip({ visual: square(104), from: 20, to: 30 }),
  ];
  using composer = new Composer(timelineOf(clips), false);
  const composed: [frame: number, isRepeat: boolean, reddish: number][] = [];
  for (const frame of [0, 1, 10, 11, 20, 21, 30, 0]) {
    const { frame: output, isRepeat } = await composer.composeFrame(frame);
    using painted = output;
    const { v } = planesOf(painted);
    composed.push([frame, isRepeat, v.data.filter((red) => red > 200).length]);
  }
  const [small, large] = [50 * 50, 52 * 52];
  expect(composed).toEqual([
    [0, false, small],
    [1, true, small],
    [10, true, small],
    [11, true, small],
    [20, false, large],
    [21, true, large],
    [30, false, 0],
    [0, false, small],
  ]);
});
