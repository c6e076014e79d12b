import { describe, expect, it } from 'vitest';
import { drawPixels } from '../../compose/layers/draw-pixels.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import { drawingMomentAt } from '../drawing.ts';
import { cueOf } from './cue.fixture.ts';
import { BOX, drawAt, FONT, type Given, Seen, WHOLE } from './drawn-caption.fixture.ts';
import { createRichCaptionDrawing } from './rich-caption-drawing.ts';

const font = { ...FONT, size: 48 };

describe('the gaps beside a larger word', () => {
  // "two" appears last, so that it has a neighbour on each side.
  const late = (texts: readonly [string, string, string]): Cue[] => [
    cueOf([
      [texts[0], 0, 0.6],
      [texts[1], 1, 2],
      [texts[2], 0.6, 0.9],
    ]),
  ];
  const english = late(['one', 'two', 'three']);
  const arabic = late(['واحد', 'اثنان', 'ثلاثة']);
  const active = { font: { color: '#ff0000', size: 68 } };
  const drawLine = (
    time: number,
    horizontal: 'left' | 'center' | 'right',
    own: Given,
    line: readonly Cue[],
  ): Seen => drawAt(time, { font, active, align: { horizontal }, animation: { style: 'pop' }, ...own }, line);
  const widthOf = (ink: ReturnType<Seen['ink']>): number => (ink?.right ?? 0) - (ink?.left ?? 0);

  // Twice while the word grows beyond its size at rest, once while it is too large, and at its full size.
  it.each(
    (['left', 'center', 'right'] as const).flatMap((side) =>
      [[english, side, 'English'] as const, [arabic, side, 'Arabic'] as const].flatMap(
        ([line, horizontal, name]) =>
          [1.07, 1.08, 1.13, 1.9].map((time) => [name, horizontal, time, line] as const),
      ),
    ),
  )('stay as they are: %s, %s, at %d s', (_, horizontal, time, line) => {
    const still = drawLine(time, horizontal, { active: {}, animation: { style: 'none' } }, line);
    const grown = drawLine(time, horizontal, {}, line);
    expect(grown.ink()?.bottom).toBeGreaterThan(still.ink()?.bottom ?? Infinity);
    const before = still.gaps();
    expect(before).toHaveLength(2);
    for (const [index, gap] of grown.gaps().entries())
      expect(Math.abs(gap - (before[index] ?? 0))).toBeLessThanOrEqual(
        Math.max(1, (before[index] ?? 0) / 10),
      );
    expect(grown.gaps()).toHaveLength(2);
    // The line keeps its alignment.
    const [from, to] = [still.ink(), grown.ink()];
    const [left, right] = [(from?.left ?? 0) - (to?.left ?? 0), (to?.right ?? 0) - (from?.right ?? 0)];
    const growth = left + right;
    expect(growth).toBeGreaterThan(4);
    const kept = { left, center: left - right, right }[horizontal];
    expect(Math.abs(kept)).toBeLessThanOrEqual(1);
  });

  it('are those at rest while the word is smaller than at rest, and after it', () => {
    const times = [
      ['one', 0, 0.5],
      ['two', 0.5, 1],
      ['three', 1, 2],
    ] as const;
    const [early, later] = [1.02, 0.99].map((time) => drawLine(time, 'center', {}, [cueOf(times)]).blue);
    const still = drawLine(1.02, 'center', { active: {}, animation: { style: 'none' } }, [cueOf(times)]).blue;
    expect(early?.left).toBe(still?.left);
    expect(later?.left).toBeLessThan((still?.left ?? 0) - 4);
  });

  it('stay as they are with a stroke, a heavier weight and extra space between letters', () => {
    const given = { style: { letterSpacing: 6 }, animation: { style: 'highlight' } } as const;
    const stroke = { width: 3, color: '#00ff00' };
    const [still, grown] = [48, 60].map((size) =>
      drawLine(
        1.5,
        'center',
        { ...given, stroke, active: { font: { color: '#ff0000', size, weight: 900 } } },
        english,
      ).gaps(),
    );
    const base = drawLine(0.95, 'center', { ...given, stroke, active: {} }, english).gaps();
    for (const gaps of [still, grown])
      for (const [index, gap] of base.entries())
        expect(Math.abs((gaps?.[index] ?? 0) - gap)).toBeLessThanOrEqual(Math.max(1, gap / 10));
  });

  it('move smoothly, by fractions of pixels', () => {
    const centres = Array.from(
      { length: 9 },
      (_, step) => drawLine(1.07 + step / 2000, 'right', {}, late(['one', 'two', ' '])).blueCentre,
    );
    const steps = centres.slice(1).map((centre, index) => (centres[index] ?? 0) - centre);
    for (const step of steps) {
      expect(step).toBeGreaterThan(0.02);
      expect(step).toBeLessThan(0.4);
    }
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.1);
  });

  it('leave the other lines where they are', () => {
    const two = [cueOf([...'one two six seven ten eleven'.split(' ')].map((text, at) => [text, at, at + 1]))];
    const big = { font: { ...font, size: 80 }, align: { vertical: 'top' } } as const;
    const [still, grown] = [80, 100].map((size) =>
      drawAt(0.5, { ...big, active: { font: { color: '#ff0000', size } } }, two),
    );
    const lowest = (seen: Seen | undefined): string => {
      const { data, width } = seen?.pixelsFrom(100) ?? { data: Buffer.alloc(0), width: 0 };
      return `${width} ${data.toString('base64')}`;
    };
    expect(lowest(grown)).toBe(lowest(still));
  });

  it.each(['left', 'center', 'right'] as const)('have room in the box: %s', (horizontal) => {
    // At rest and at 48 pixels, the line is as wide as the box.
    const words = 'HHHH HHHHH HHHHH'.split(' ');
    const full = [cueOf(words.map((text, at) => [text, at, at + 1]))];
    const room = { padding: { top: 150, bottom: 150 }, animation: { style: 'highlight' } } as const;
    const plain = drawLine(0.5, horizontal, { ...room, active: {} }, full);
    expect(widthOf(plain.ink())).toBeGreaterThan(0.85 * BOX.width);
    for (const time of [0.5, 1.5, 2.5]) {
      const seen = drawLine(time, horizontal, room, full);
      expect(seen.ink()?.left).toBeGreaterThan(0);
      expect(seen.ink()?.right).toBeLessThan(BOX.width);
      expect(seen.gaps()).toHaveLength(2);
    }
  });

  it('stay as they are if a frame is drawn alone', () => {
    const asset = { type: 'rich-caption', src: 'x', font, active, animation: { style: 'pop' } } as const;
    const drawing = createRichCaptionDrawing({ asset, cues: english }, BOX, BUILT_IN_FONTS);
    for (const time of [0.2, 0.95, 1.08, 1.11, 1.5, 1.1, 0.45])
      expect(
        new Seen(drawPixels(drawing, drawingMomentAt(drawing, time), { whole: WHOLE, visible: WHOLE }, BOX))
          .picture,
      ).toEqual(drawLine(time, 'center', {}, english).picture);
  });
});
