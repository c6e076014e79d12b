import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listOutputs } from '../../edit/output/output-list.ts';
import { parseEdit } from '../../edit/index.ts';
import { pathOf } from './clip-path.ts';
import { changeDraft, type DraftClip, type DraftEdit, type JsonPath } from './edit-text.ts';
import {
  copyCommonPlace,
  findPlacePath,
  findShownShape,
  readCommonValue,
  readInShape,
  returnToCommonPlace,
} from './shape-places.ts';

const PLACE = { track: 0, clip: 0 };
const SHAPES = ['16:9', '9:16', '1:1'] as const;
const outputs = SHAPES.map((aspectRatio) => ({ format: 'mp4', resolution: 'sd', aspectRatio }));

function editOf(clip: object): DraftEdit {
  const whole = { asset: { type: 'text', text: 'a' }, start: 0, length: 2, ...clip };
  return { timeline: { tracks: [{ clips: [whole] }] }, outputs };
}

function clipOf(edit: DraftEdit): DraftClip {
  return edit.timeline?.tracks?.[0]?.clips?.[0] ?? {};
}

/** Writes a field while an output is shown. */
function write(edit: DraftEdit, output: number, field: JsonPath, value: unknown): DraftEdit {
  const path = findPlacePath(clipOf(edit), PLACE, field, findShownShape(edit, output));
  return changeDraft(edit, copyCommonPlace(edit, [{ path, value }]));
}

/** Returns the clip as each output of the engine has it. */
function listPlaced(edit: DraftEdit): unknown[] {
  const parsed = parseEdit(edit);
  if (!parsed.ok) return parsed.problems.map(({ message }) => message);
  return listOutputs(parsed.value.edit).map(({ timeline }) => timeline.tracks[0]?.clips[0]);
}

it('a part of an object keeps the rest of the common one', () => {
  const edit = write(editOf({ offset: { x: 0.1, y: 0.2 } }), 1, ['offset', 'x'], 0.3);
  expect(clipOf(edit)['shapes']).toEqual({ '9:16': { offset: { x: 0.3, y: 0.2 } } });
  expect(clipOf(edit)['offset']).toEqual({ x: 0.1, y: 0.2 });
  const path = [...pathOf(PLACE), 'shapes', '9:16', 'offset', 'y'];
  expect(readCommonValue(edit, path)).toBe(0.2);
  expect(readCommonValue(edit, pathOf(PLACE))).toBeUndefined();
});

it('the first shape writes the common place, and a field that it has for itself there', () => {
  const edit = editOf({ scale: 1, shapes: { '16:9': { scale: 2 } } });
  expect(clipOf(write(edit, 0, ['scale'], 3))).toMatchObject({ scale: 1, shapes: { '16:9': { scale: 3 } } });
  expect(clipOf(write(edit, 0, ['position'], 'top'))).toMatchObject({ position: 'top' });
  expect(clipOf(write(edit, 1, ['asset', 'text'], 'b'))).toMatchObject({ asset: { text: 'b' } });
});

it('an output whose shape has no name shows the common place, and so does one of the first shape', () => {
  const sizes = [
    { width: 1280, height: 720 },
    { width: 500, height: 100 },
    { width: 640, height: 360 },
  ];
  const edit = { outputs: sizes.map((size) => ({ format: 'mp4', size })) };
  expect([0, 1, 2].map((output) => findShownShape(edit, output))).toEqual([
    { name: '16:9', isCommon: true },
    { name: undefined, isCommon: true },
    { name: '16:9', isCommon: true },
  ]);
});

const change = fc.record({
  output: fc.nat(2),
  field: fc.constantFrom<readonly [JsonPath, unknown]>(
    [['scale'], 0.5],
    [['offset', 'x'], 0.3],
    [['offset', 'y'], -0.2],
    [['transform', 'rotate', 'angle'], 30],
    [['transform', 'skew', 'x'], 0.1],
    [['position'], 'top'],
    [['width'], '40vw'],
  ),
});

it('any changes are seen in their shape and change no other place than theirs, until they are returned', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const before = editOf({ offset: { x: 0.1, y: 0.2 }, transform: { skew: { y: 0.4 } } });
      let edit = before;
      for (const { output, field } of changes) {
        const last = listPlaced(edit);
        edit = write(edit, output, ...field);
        const placed = listPlaced(edit);
        expect(readInShape(clipOf(edit), findShownShape(edit, output))).toMatchObject(
          clipOf(changeDraft(editOf({}), [{ path: [...pathOf(PLACE), ...field[0]], value: field[1] }])),
        );
        if (output > 0) expect(placed.toSpliced(output, 1)).toEqual(last.toSpliced(output, 1));
      }
      for (const output of [1, 2])
        edit = changeDraft(edit, returnToCommonPlace(edit, [PLACE], findShownShape(edit, output)));
      expect(clipOf(edit)['shapes']).toBeUndefined();
      if (changes.every(({ output }) => output > 0)) expect(edit).toEqual(before);
    }),
  );
});
