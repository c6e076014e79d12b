import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import type { TextAsset } from '../../../edit/index.ts';
import type { WholeRichText } from '../../resolve/timeline.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { createAssetDrawing } from '../asset-drawing.ts';
import { createDrawingSettings } from '../drawing-settings.fixture.ts';
import { measureWritten, type WrittenAsset } from '../overflow/measure-written.ts';
import { listSizes } from './fit-font-size.ts';

const AROUND = 20;
/** Opacity, 0 to 255, from which a pixel is seen. */
const VISIBLE = 32;

/** Returns how many pixels a text is drawn beyond its box, at most. Below 0 if it is inside. */
async function excessOf(asset: WrittenAsset, box: PixelSize): Promise<number> {
  const drawing = await createAssetDrawing(asset, createDrawingSettings(box));
  const [width, height] = [box.width + 2 * AROUND, box.height + 2 * AROUND];
  const context = createCanvas(width, height).getContext('2d');
  context.translate(AROUND, AROUND);
  drawing.draw(context, 9);
  const { data } = context.getImageData(0, 0, width, height);
  let excess = -Infinity;
  for (let pixel = 0; pixel < width * height; pixel++) {
    if ((data[4 * pixel + 3] ?? 0) < VISIBLE) continue;
    const [x, y] = [(pixel % width) - AROUND, Math.floor(pixel / width) - AROUND];
    excess = Math.max(excess, -x, -y, x + 1 - box.width, y + 1 - box.height);
  }
  return excess;
}

const fittedOf = (asset: WrittenAsset, box: PixelSize) => measureWritten(asset, box, BUILT_IN_FONTS)?.fitted;

const TEXTS = {
  sentence: 'The quick brown fox jumps over the lazy dog and goes on to the next page',
  accents: 'ÀÉÎ Ångström gypq',
  arabic: 'مرحبا بالعالم الجميل هذا نص طويل',
  japanese: '吾輩は猫である。名前はまだ無い。どこで生れたか',
};
const BOXES: readonly PixelSize[] = [
  { width: 400, height: 120 },
  { width: 150, height: 300 },
];
const RICH_LOOKS: readonly Partial<WholeRichText>[] = [
  {},
  { align: { vertical: 'bottom', horizontal: 'left' }, padding: 10 },
  { align: { vertical: 'top', horizontal: 'right' }, stroke: { width: 6 }, style: { letterSpacing: 3 } },
  { font: { family: 'Permanent Marker', style: 'italic' }, style: { lineHeight: 0.8 } },
];
const PLAIN_LOOKS: readonly Partial<TextAsset>[] = [
  {},
  { alignment: { vertical: 'bottom' }, stroke: { width: 3, color: '#000' } },
  { alignment: { vertical: 'top', horizontal: 'left' }, background: { color: '#123', padding: 12 } },
  { font: { family: 'Sue Ellen Francisco', lineHeight: 1.6 } },
];

const CASES = Object.entries(TEXTS)
  .flatMap(
    ([name, text]) =>
      BOXES.flatMap((box) => [
        ...RICH_LOOKS.map((look, index): [string, WrittenAsset, PixelSize] => [
          `rich-text ${name} ${index} in ${box.width} x ${box.height}`,
          { type: 'rich-text', text, ...look, font: { ...look.font, size: 200, minSize: 4 } },
          box,
        ]),
        ...PLAIN_LOOKS.map((look, index): [string, WrittenAsset, PixelSize] => [
          `text ${name} ${index} in ${box.width} x ${box.height}`,
          { type: 'text', text, ...look, font: { ...look.font, size: 200, minSize: 4 } },
          box,
        ]),
      ]),
    // Every fourth one, so that the test does not take long. All looks and all texts are there.
  )
  .filter((_, index) => (index + Math.floor(index / 16)) % 4 === 0);

describe('a text that shrinks', () => {
  it('is drawn inside its box, and would not be at the next size, in every look', async () => {
    const found: string[] = [];
    for (const [name, asset, box] of CASES) {
      const fitted = fittedOf(asset, box);
      const excess = await excessOf(asset, box);
      if (asset.type === 'title' || !fitted) throw new Error(name);
      const next = { ...asset, font: { ...asset.font, size: fitted.size + 1, minSize: fitted.size + 1 } };
      const larger = fittedOf(next as WrittenAsset, box);
      const isOver = larger?.isInside === false || larger?.brokenWord !== undefined;
      if (!fitted.isInside || fitted.brokenWord !== undefined || excess > 0 || !isOver)
        found.push(`${name}: ${fitted.size} px, ${excess} px beyond, broken ${fitted.brokenWord}`);
    }
    expect(found).toEqual([]);
  });

  const box = { width: 300, height: 100 };
  const plain = (text: string, font: object): WrittenAsset => ({ type: 'text', text, font });

  it('keeps its size if it fits', () => {
    expect(fittedOf(plain('Hi', { size: 40, minSize: 10 }), box)?.size).toBe(40);
  });

  it('breaks a word only if there is no other way', () => {
    expect(fittedOf(plain('Incomprehensible', { size: 90, minSize: 60 }), box)).toMatchObject({
      size: 60,
      isInside: false,
      brokenWord: 'Incomprehensible',
    });
    expect(fittedOf(plain('Incomprehensible', { size: 90, minSize: 40 }), box)).toMatchObject({
      isInside: true,
      brokenWord: 'Incomprehensible',
    });
    expect(fittedOf(plain('Incomprehensible', { size: 90, minSize: 20 }), box)).toMatchObject({
      isInside: true,
      brokenWord: undefined,
    });
  });

  test('is a title, too, in the largest size at which it fits', () => {
    const title = (minSize: number, text = 'A rather long title '.repeat(5)) =>
      fittedOf({ type: 'title', text, size: 'xx-large', minSize }, { width: 320, height: 180 });
    const { size = 0 } = title(4) ?? {};
    expect(title(4)).toMatchObject({ isInside: true, brokenWord: undefined });
    expect(title(size + 1)?.isInside).toBe(false);
    expect(title(12, 'word '.repeat(400))).toMatchObject({ isInside: false, size: 12 });
  });

  it('is not moved and not shrunk without a least size', () => {
    expect(fittedOf(plain('Incomprehensible', { size: 90 }), box)).toBeUndefined();
  });
});

test('the sizes to choose from are few, however large the wanted one is', () => {
  expect(listSizes(12.5, 10)).toEqual([12.5, 12, 11, 10]);
  expect(listSizes(8, 10)).toEqual([8]);
  const huge = listSizes(Number.MAX_SAFE_INTEGER, 1);
  expect([huge.length, huge[0], huge[1], huge.at(-1)]).toEqual([4097, Number.MAX_SAFE_INTEGER, 4096, 1]);
});
