import { expect, it } from 'vitest';
import { sceneAt } from '../../scene/scene.ts';
import { visualClip, timelineOf } from '../../scene/visual-clip.fixture.ts';
import { COLOUR_FILTERS } from '../../scene/filters.ts';
import { ColourFilter } from './colour-filter.ts';
import { FilteredSource } from './filtered-source.ts';
import type { LayerImage } from './layer-image.ts';
import { createFlatPlanes, parsePlane, formatRows } from '../planes/planes.fixture.ts';

const [layer] = sceneAt(timelineOf([visualClip()]), 0);

function imageOf(luma: number): LayerImage {
  const alpha = parsePlane('255 0', '0 255');
  return {
    planes: { ...createFlatPlanes(2, 2, [luma, 120, 130]), alpha },
    x: 4,
    y: 6,
    area: { x: 0, y: 0, width: 8, height: 8 },
    coversFrame: false,
  };
}

/**
 * Creates a filtered source of these images, one after another. Its state says if the inner source was
 * closed.
 */
function negative(images: readonly (LayerImage | undefined)[]) {
  const rest = [...images];
  const filter = new ColourFilter(COLOUR_FILTERS.negative);
  const state = { closed: false };
  const source = {
    at: () => Promise.resolve(rest.shift()),
    [Symbol.dispose]: () => void (state.closed = true),
  };
  return { source: new FilteredSource(source, () => filter), state };
}

it('changes only the colours, and does not overwrite its input', async () => {
  const from = imageOf(100);
  const image = await negative([from]).source.at(layer!);
  expect(formatRows(image!.planes.y)).toEqual(['151 151', '151 151']);
  expect(formatRows(image!.planes.u)).toEqual(['136']);
  expect(formatRows(from.planes.y)).toEqual(['100 100', '100 100']);
  expect(image).toMatchObject({ x: 4, y: 6, coversFrame: false, area: from.area });
  expect(image!.planes.alpha).toBe(from.planes.alpha);
});

it('returns the same image for the same input, so that nothing is composed again', async () => {
  const from = imageOf(100);
  const { source } = negative([from, from, imageOf(100)]);
  const images = [await source.at(layer!), await source.at(layer!), await source.at(layer!)];
  expect(images[1]).toBe(images[0]);
  expect(images[2]).not.toBe(images[0]);
});

it('reuses its memory for images of different sizes', async () => {
  const sizes = [2, 4, 6, 4, 8];
  const { source } = negative(
    sizes.map((width) => ({ ...imageOf(100), planes: createFlatPlanes(width, 2, [100, 120, 130]) })),
  );
  const memories: unknown[] = [];
  for (const width of sizes) {
    const { y } = (await source.at(layer!))!.planes;
    memories.push(y.data.buffer);
    expect([y.stride, y.data[2 * width - 1]]).toEqual([width, 151]);
  }
  // One each for 4, 8 and 16 pixels.
  expect(new Set(memories).size).toBe(3);
});

it('returns nothing without an image, and closes its source', async () => {
  const { source, state } = negative([undefined]);
  expect(await source.at(layer!)).toBeUndefined();
  source[Symbol.dispose]();
  expect(state.closed).toBe(true);
});
