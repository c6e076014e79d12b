import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEdit } from '../../edit/index.ts';
import { changeText, type DraftEdit, readDraft, writeEdit } from './edit-text.ts';
import { beginHistory, record, undo } from './history.ts';
import {
  listDraftOutputs,
  findShapeOf,
  readSizeOf,
  toggleShape,
  VARIANT_SHAPES,
  type VariantShape,
} from './shapes.ts';

const timeline = {
  tracks: [{ clips: [{ asset: { type: 'text', text: 'a' }, start: 0, length: 2 }] }],
};
const WIDE: DraftEdit = { timeline, output: { format: 'mp4', resolution: 'hd', fps: 30 } };

function toggle(edit: DraftEdit, ...shapes: VariantShape[]): DraftEdit {
  return shapes.reduce<DraftEdit>(
    (latest, shape) => readDraft(changeText(writeEdit(latest), toggleShape(latest, shape))) as DraftEdit,
    edit,
  );
}

it('adds outputs that are as the first one, except for their shape', () => {
  const both = toggle(WIDE, '9:16');
  expect(both).toEqual({
    timeline,
    outputs: [
      { format: 'mp4', resolution: 'hd', fps: 30 },
      { format: 'mp4', resolution: 'hd', fps: 30, aspectRatio: '9:16' },
    ],
  });
  expect(toggle(both, '9:16')).toEqual(WIDE);
  expect(toggle(both, '16:9').output).toEqual({
    format: 'mp4',
    resolution: 'hd',
    fps: 30,
    aspectRatio: '9:16',
  });
});

it('keeps the shorter side of a size in pixels', () => {
  const sizes = listDraftOutputs(
    toggle({ timeline, output: { format: 'mp4', size: { width: 854, height: 480 } } }, '9:16', '1:1'),
  ).map(({ size }) => size);
  expect(sizes).toEqual([
    { width: 854, height: 480 },
    { width: 480, height: 854 },
    { width: 480, height: 480 },
  ]);
});

it('reads the values of placeholders, and writes them where the shape differs', () => {
  const edit: DraftEdit = {
    timeline,
    merge: [
      { find: 'RATIO', replace: '9:16' },
      { find: 'WIDTH', replace: 480 },
    ],
    outputs: [
      { format: 'mp4', resolution: 'hd', aspectRatio: '{{ RATIO }}' },
      { format: 'mp4', size: { width: '{{ WIDTH }}' as never, height: 480 } },
    ],
  };
  expect(listDraftOutputs(edit).map(findShapeOf)).toEqual(['9:16', '1:1']);
  expect(toggle(edit, '9:16').output).toEqual((edit['outputs'] as object[])[1]);
  expect(listDraftOutputs(toggle(edit, '9:16', '16:9'))[1]).toEqual({
    format: 'mp4',
    size: { width: 854, height: 480 },
  });
});

it('keeps the last output, and those that have no such shape', () => {
  expect(toggleShape(WIDE, '16:9')).toEqual([]);
  const sound = { format: 'mp3' };
  const mixed: DraftEdit = { timeline, outputs: [{ format: 'mp4', resolution: 'hd' }, sound] };
  expect(listDraftOutputs(toggle(mixed, '16:9'))).toEqual([sound]);
  expect(findShapeOf(sound)).toBeUndefined();
});

it('keeps an edit valid and undo exact in any sequence', () => {
  const sizes = fc.constantFrom<object>(
    { resolution: 'hd' },
    { resolution: '1080', aspectRatio: '4:5' },
    { size: { width: 854, height: 480 } },
    { size: { width: 400, height: 1000 } },
  );
  fc.assert(
    fc.property(sizes, fc.array(fc.constantFrom(...VARIANT_SHAPES), { maxLength: 8 }), (size, shapes) => {
      const before = writeEdit({ timeline, output: { format: 'mp4', ...size } });
      let states = beginHistory(before);
      for (const shape of shapes) {
        const changes = toggleShape(readDraft(states.present) as DraftEdit, shape);
        if (changes.length > 0) states = record(states, changeText(states.present, changes));
      }
      expect(parseEdit(readDraft(states.present)).ok).toBe(true);
      while (states.past.length > 0) states = undo(states);
      expect(states.present).toBe(before);
    }),
  );
});

it.each<[DraftEdit, number, number]>([
  [{}, 1280, 720],
  [{ output: { resolution: 'sd', aspectRatio: '9:16' } }, 576, 1024],
  [{ outputs: [{ resolution: '1080' }] }, 1920, 1080],
  [{ output: { size: { width: '{{ W }}', height: 300 } }, merge: [{ find: 'W', replace: 400 }] }, 400, 300],
  [{ output: { resolution: 'nearly', aspectRatio: 9 } }, 1280, 720],
])('knows the size of the picture of %j', (edit, width, height) => {
  expect(readSizeOf(listDraftOutputs(edit)[0] ?? {})).toEqual({ width, height });
});
