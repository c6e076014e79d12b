import { describe, expect, it } from 'vitest';
import type { DraftClip, DraftEdit } from '../../document/edit-text.ts';
import { dragHandle, moveBy, resizeBy } from './change-place.ts';
import { findHits } from './find-hits.ts';
import { listSafeAreas } from './safe-areas.ts';
import { placeShown, type ShownClip, type ShownFacts } from './shown-clip.ts';
import { fillPlaceholders } from '../../document/placeholders.ts';
import { boxAround, listLines, snapBox, snapPoint } from './snap-place.ts';
import { writePlace } from './write-place.ts';

const CANVAS = { width: 1000, height: 500 };
const FACTS: ShownFacts = {
  canvas: CANVAS,
  shape: { name: undefined, isCommon: true },
  rate: 25,
  frame: 25,
  from: 0,
  to: 50,
  natural: undefined,
  ink: undefined,
};
const PLACE = { track: 0, clip: 0 };
const RECTANGLE = { type: 'shape', shape: 'rectangle', rectangle: { width: 200, height: 100 } };

function editOf(clip: DraftClip, merge: DraftEdit['merge'] = []): DraftEdit {
  return { timeline: { tracks: [{ clips: [clip] }] }, merge, output: { size: CANVAS } };
}

function place(clip: DraftClip, edit = editOf(clip)): ShownClip {
  const shown = placeShown(fillPlaceholders(clip, edit), FACTS);
  if (!shown) throw new Error('The clip has no picture.');
  return shown;
}

/** Returns what is written into a clip if it is moved by 100 pixels to the right and 50 upwards. */
function move(clip: DraftClip, merge?: DraftEdit['merge']): ReturnType<typeof writePlace> {
  const edit = editOf(clip, merge);
  return writePlace(edit, PLACE, moveBy(place(clip, edit), { x: 100, y: -50 }), FACTS);
}

const at = (...path: readonly (string | number)[]) => ['timeline', 'tracks', 0, 'clips', 0, ...path];

describe('what is written', () => {
  it('is the offset in fractions, upwards above 0', () => {
    expect(move({ asset: RECTANGLE, offset: { x: 0.2 } }).changes).toEqual([
      { path: at('offset', 'x'), value: 0.3 },
      { path: at('offset', 'y'), value: 0.1 },
    ]);
  });

  it('is a step at the playhead where a field is animated', () => {
    const x = [{ from: 0, to: 0.2, start: 0, length: 2 }];
    expect(move({ asset: RECTANGLE, offset: { x, y: -0.1 } }).changes).toEqual([
      {
        path: at('offset', 'x'),
        value: [
          { from: 0, to: 0.2, start: 0, length: 1 },
          { from: 0.2, to: 0.2, start: 1, length: 1 },
        ],
      },
      { path: at('offset', 'y'), value: 0 },
    ]);
  });

  it('is nothing where a placeholder stands, and a sentence says so', () => {
    const merge = [{ find: 'PLACE', replace: 0.25 }];
    const clip = { asset: RECTANGLE, offset: { x: '{{ PLACE }}' } };
    expect(boxAround([place(clip, editOf(clip, merge))]).x).toBe(650);
    const { changes, obstacle } = move(clip, merge);
    expect(changes).toEqual([]);
    expect(obstacle).toBe('The place of rectangle is the merge field PLACE. Change its value in the JSON.');
  });

  it('is a place of the shape that is shown, with what an animation has there', () => {
    const facts: ShownFacts = { ...FACTS, shape: { name: '9:16', isCommon: false } };
    const x = [{ from: 0, to: 0.2, start: 0, length: 2 }];
    const text = { asset: { type: 'text', text: 'a' }, offset: { x, y: 0.1 } };
    const shown = placeShown(text, facts)!;
    const changed = resizeBy(shown, 'e', { x: 100, y: 0 });
    const { changes } = writePlace(editOf(text), PLACE, changed, facts);
    expect(changes).toEqual([
      { path: at('shapes', '9:16', 'width'), value: 1100 },
      { path: at('shapes', '9:16', 'offset'), value: text.offset },
      {
        path: at('shapes', '9:16', 'offset', 'x'),
        value: expect.arrayContaining([{ from: 0, to: 0.15, start: 0, length: 1 }]) as unknown,
      },
    ]);
  });

  it('leaves what is of the asset, and so the same in all shapes', () => {
    const facts: ShownFacts = { ...FACTS, shape: { name: '9:16', isCommon: false } };
    const paths = [RECTANGLE, { type: 'text', text: 'a', width: 300 }].map((asset) =>
      dragHandle(placeShown({ asset }, facts)!, 'se', { x: 100, y: 0 }, false).map(({ path }) => path[0]),
    );
    expect(new Set(paths.flat())).toEqual(new Set(['scale', 'offset']));
  });

  it('is a number where a text stands for one', () => {
    const clip = { asset: RECTANGLE, offset: { x: '0.25' } };
    expect(move(clip).changes[0]).toEqual({ path: at('offset', 'x'), value: 0.35 });
  });

  it('keeps the unit of a length', () => {
    const clip = { asset: { type: 'rich-text', text: 'a' }, width: '40vw', height: 100 };
    const { changes } = writePlace(editOf(clip), PLACE, resizeBy(place(clip), 'e', { x: 100, y: 0 }), FACTS);
    expect(changes).toEqual([
      { path: at('width'), value: '50vw' },
      { path: at('offset', 'x'), value: 0.05 },
    ]);
  });

  it('scales a picture at a corner, makes a shape wider, and the other way round with Shift', () => {
    const drag = (clip: DraftClip, isShifted: boolean) =>
      dragHandle(place(clip), 'se', { x: 100, y: 0 }, isShifted).map(({ path }) => path.join('.'));
    const image = { asset: { type: 'image', src: 'a' }, scale: 0.5 };
    expect(drag(image, false)).toEqual(['scale', 'offset.x', 'offset.y']);
    expect(drag(image, true)).toEqual(['width', 'height', 'offset.x']);
    expect(drag({ asset: RECTANGLE }, false)).toEqual([
      'asset.rectangle.width',
      'asset.rectangle.height',
      'offset.x',
    ]);
    expect(dragHandle(place({ asset: RECTANGLE }), 'se', { x: 100, y: 50 }, true).slice(0, 2)).toEqual([
      { path: ['asset', 'rectangle', 'width'], value: 300 },
      { path: ['asset', 'rectangle', 'height'], value: 150 },
    ]);
  });
});

describe('lines', () => {
  const other = place({ asset: RECTANGLE, offset: { x: 0.3 } });
  const lines = listLines(CANVAS, [other], []);

  it('pull edges and the middle to those of the output and of other clips', () => {
    const box = { x: 100, y: 30, width: 100, height: 60 };
    // The right edge comes near the left one of the other clip, the upper edge near that of the output.
    expect(snapBox(box, { x: 503, y: -27 }, lines, 6)).toEqual({
      by: { x: 500, y: -30 },
      lines: { x: [700], y: [0] },
    });
    expect(snapBox(box, { x: 480, y: 300 }, lines, 6)).toEqual({
      by: { x: 480, y: 300 },
      lines: { x: [], y: [] },
    });
  });

  it('pull a corner along its diagonal', () => {
    const pulled = snapPoint({ x: 100, y: 50 }, { x: 396, y: 210 }, lines, 6, { x: 2, y: 1 });
    expect(pulled).toEqual({ by: { x: 400, y: 200 }, lines: { x: [500], y: [] } });
  });
});

it('finds the clips at a point, the one on top first, and boxes with unknown letters last', () => {
  const text = place({ asset: { type: 'text', text: 'a' } });
  const turned = place({ asset: RECTANGLE, transform: { rotate: { angle: 90 } } });
  const image = place({ asset: { type: 'image', src: 'a' } });
  const unseen = place({ asset: RECTANGLE, opacity: 0 });
  const all = [text, unseen, turned, image];
  expect(findHits(all, { x: 500, y: 340 })).toEqual([turned, image, text]);
  expect(findHits(all, { x: 590, y: 250 })).toEqual([image, text]);
  expect(findHits(all, { x: 1200, y: 250 })).toEqual([]);
});

it('knows what televisions and apps leave free of the picture', () => {
  expect(listSafeAreas(CANVAS).map(({ x, width }) => [Math.round(x), width])).toEqual([
    [35, 930],
    [50, 900],
  ]);
  expect(listSafeAreas({ width: 1080, height: 1920 })[2]).toMatchObject({
    x: 0,
    y: 250,
    width: 960,
    height: 1330,
  });
});
