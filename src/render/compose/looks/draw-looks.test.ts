import { expect, it } from 'vitest';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { clip as editClip, editOf } from '../../resolve/edit.fixture.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { Asset } from '../../../edit/index.ts';
import { type ClipLooks, drawLooks } from './draw-looks.ts';

const CANVAS = { width: 320, height: 180 };

async function looksOf(asset: Asset, length = 2, shown = CANVAS): Promise<ClipLooks & { saved: number }> {
  const timeline = resolve(editOf([[editClip({ asset, length })]], { size: CANVAS }), new Map(), 'interface');
  const [clip] = timeline.visualClips;
  if (clip?.visual.kind !== 'drawn') throw new Error('This is no drawing.');
  let saved = 0;
  const save = (): Promise<string> => Promise.resolve(`sheet ${saved++}`);
  const parts = { timeline, fonts: BUILT_IN_FONTS, save };
  return { ...(await drawLooks({ clip, visual: clip.visual, canvas: CANVAS, shown }, parts)), saved };
}

const TEXT = { type: 'rich-text', text: 'Hello', font: { size: 40, family: 'Open Sans' } } as const;

it('draws a text that stands still once, cut to its letters', async () => {
  const { looks, saved } = await looksOf(TEXT);
  expect(saved).toBe(1);
  expect(looks).toHaveLength(1);
  const [{ from, parts }] = looks as [(typeof looks)[number]];
  const [part] = parts;
  expect([from, parts.length, part?.file]).toEqual([0, 1, 'sheet 0']);
  expect(part?.box.width).toBeLessThan(0.5);
  // A pixel of the picture is a pixel of the view.
  expect(part!.source.width / (part!.box.width * CANVAS.width)).toBeCloseTo(1, 5);
  expect(part!.source.height / (part!.box.height * CANVAS.height)).toBeCloseTo(1, 5);
});

it('draws it smaller for a small view', async () => {
  const half = { width: 160, height: 90 };
  const [large, small] = [await looksOf(TEXT), await looksOf(TEXT, 2, half)];
  const widthOf = ({ looks }: ClipLooks): number => looks[0]?.parts[0]?.source.width ?? 0;
  expect(widthOf(small) / widthOf(large)).toBeCloseTo(0.5, 1);
});

it('draws each moment of an animation once', async () => {
  const animation = { preset: 'typewriter', duration: 1 } as const;
  const { looks, saved } = await looksOf({ ...TEXT, animation });
  expect(looks.length).toBeGreaterThan(4);
  expect(looks.length).toBeLessThan(27);
  expect(looks[0]?.parts[0]?.source.width).toBeLessThan(looks.at(-1)?.parts[0]?.source.width ?? 0);
  expect(looks.at(-1)?.from).toBeLessThanOrEqual(26);
  expect(saved).toBe(1);
});

it('stops when the looks of a clip take too much memory', async () => {
  const animation = { preset: 'fadeIn', duration: 10 } as const;
  const background = { color: '#ff0000' };
  const { looks, missingFrom } = await looksOf({ ...TEXT, background, animation }, 10, {
    width: 640,
    height: 360,
  });
  expect(missingFrom).toBeGreaterThan(5);
  expect(missingFrom).toBeLessThan(250);
  expect(looks.at(-1)?.from).toBeLessThan(Number(missingFrom));
});
