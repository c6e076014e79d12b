import { expect, it } from 'vitest';
import { sceneAt } from '../scene/scene.ts';
import { seen, timelineOf } from '../scene/seen-clip.fixture.ts';
import { COLOURINGS } from './colour-filter.ts';
import { FilteredSource } from './filtered-source.ts';
import type { Look } from './look.ts';
import { flat, planeOf, rowsOf } from './planes.fixture.ts';

const [layer] = sceneAt(timelineOf([seen()]), 0);

function lookOf(luma: number): Look {
  const alpha = planeOf('255 0', '0 255');
  return {
    planes: { ...flat(2, 2, [luma, 120, 130]), alpha },
    x: 4,
    y: 6,
    area: { x: 0, y: 0, width: 8, height: 8 },
    covers: false,
  };
}

/** A filtered source that gives these looks one after the other, and whether it is closed. */
function negative(looks: readonly (Look | undefined)[]) {
  const rest = [...looks];
  const state = { closed: false };
  const source = {
    at: () => Promise.resolve(rest.shift()),
    [Symbol.dispose]: () => void (state.closed = true),
  };
  return { source: new FilteredSource(source, COLOURINGS.negative), state };
}

it('changes the colours and nothing else, and never the planes that it is given', async () => {
  const from = lookOf(100);
  const look = await negative([from]).source.at(layer!);
  expect(rowsOf(look!.planes.y)).toEqual(['151 151', '151 151']);
  expect(rowsOf(look!.planes.u)).toEqual(['136']);
  expect(rowsOf(from.planes.y)).toEqual(['100 100', '100 100']);
  expect(look).toMatchObject({ x: 4, y: 6, covers: false, area: from.area });
  expect(look!.planes.alpha).toBe(from.planes.alpha);
});

it('gives the same look again for the same look, so that nothing is composed again', async () => {
  const from = lookOf(100);
  const { source } = negative([from, from, lookOf(100)]);
  const looks = [await source.at(layer!), await source.at(layer!), await source.at(layer!)];
  expect(looks[1]).toBe(looks[0]);
  expect(looks[2]).not.toBe(looks[0]);
});

it('writes over its memory, whatever the size of the look', async () => {
  const sizes = [2, 4, 6, 4, 8];
  const { source } = negative(
    sizes.map((width) => ({ ...lookOf(100), planes: flat(width, 2, [100, 120, 130]) })),
  );
  const memories: unknown[] = [];
  for (const width of sizes) {
    const { y } = (await source.at(layer!))!.planes;
    memories.push(y.data.buffer);
    expect([y.stride, y.data[2 * width - 1]]).toEqual([width, 151]);
  }
  // Of 4, 8 and 16 pixels.
  expect(new Set(memories).size).toBe(3);
});

it('shows nothing where there is nothing, and closes what it filters', async () => {
  const { source, state } = negative([undefined]);
  expect(await source.at(layer!)).toBeUndefined();
  source[Symbol.dispose]();
  expect(state.closed).toBe(true);
});
