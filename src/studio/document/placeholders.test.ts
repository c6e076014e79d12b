import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEdit } from '../../edit/index.ts';
import { type Change, changeText, type DraftEdit, readDraft, writeEdit } from './edit-text.ts';
import { beginHistory, record, undo } from './history.ts';
import {
  changePlaceholder,
  findMergeField,
  markValue,
  movePlaceholder,
  nameOfPlaceholder,
  unmarkValue,
} from './placeholders.ts';

const title = {
  asset: { type: 'text', text: 'Hello', font: { size: 40, color: '#112233' } },
  start: 0,
  length: 4,
};
const EDIT: DraftEdit = {
  timeline: { tracks: [{ clips: [title] }] },
  output: { format: 'mp4', resolution: 'sd' },
};
const PATHS = [
  ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'text'],
  ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'font', 'size'],
  ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'font', 'color'],
  ['timeline', 'tracks', 0, 'clips', 0, 'length'],
] as const;
const VALUES = ['Hello', 40, '#112233', 4];

function change(edit: DraftEdit, changes: readonly Change[]): DraftEdit {
  return readDraft(changeText(writeEdit(edit), changes)) as DraftEdit;
}

it('marks a value with a name of its own, and puts it back', () => {
  const [path] = PATHS;
  const marked = change(EDIT, markValue(EDIT, path, { value: 'Hello', field: { label: 'Ünser Titel' } }));
  expect(marked.merge).toEqual([{ find: 'U_NSER_TITEL', replace: 'Hello', field: { label: 'Ünser Titel' } }]);
  const again = change(marked, markValue(marked, PATHS[1], { value: 40, field: { label: 'Ünser Titel' } }));
  expect(again.merge?.map(({ find }) => find)).toEqual(['U_NSER_TITEL', 'U_NSER_TITEL_2']);
  const first = change(again, unmarkValue(again, 'U_NSER_TITEL'));
  expect(change(first, unmarkValue(first, 'U_NSER_TITEL_2'))).toEqual(EDIT);
});

it('puts a value back into longer texts, too', () => {
  const edit = {
    a: 'Dear {{ NAME }}, {{NAME}} and {{ OTHER }} {{ open',
    b: '{{ NAME }}',
    merge: [
      { find: 'OTHER', replace: 1 },
      { find: 'NAME', replace: 7 },
    ],
  };
  expect(change(edit, unmarkValue(edit, 'NAME'))).toEqual({
    a: 'Dear 7, 7 and {{ OTHER }} {{ open',
    b: 7,
    merge: [{ find: 'OTHER', replace: 1 }],
  });
});

it('knows values that are a placeholder', () => {
  expect(['{{ A }}', '{{A}}', 'x {{ A }}', '{{ A }} {{ B }}', '{{}}', 7].map(nameOfPlaceholder)).toEqual([
    'A',
    'A',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('keeps an edit valid and undo exact in any sequence of commands', () => {
  const step = fc.record({
    command: fc.constantFrom('mark', 'unmark', 'move', 'change'),
    place: fc.nat({ max: PATHS.length - 1 }),
    by: fc.constantFrom(-1, 1),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const before = writeEdit(EDIT);
      let states = beginHistory(before);
      for (const { command, place, by } of steps) {
        const edit = readDraft(states.present) as DraftEdit;
        const name = `FIELD_${place + 1}`;
        const value = VALUES[place];
        const isMarked = findMergeField(edit, name) !== undefined;
        const changes = {
          mark: () => (isMarked ? [] : markValue(edit, PATHS[place]!, { value, field: { label: name } })),
          unmark: () => unmarkValue(edit, name),
          move: () => movePlaceholder(edit, name, by),
          change: () => changePlaceholder(edit, name, { value, field: { label: 'Other' } }),
        }[command]();
        if (changes.length > 0) states = record(states, changeText(states.present, changes));
      }
      expect(parseEdit(readDraft(states.present)).ok).toBe(true);
      while (states.past.length > 0) states = undo(states);
      expect(states.present).toBe(before);
    }),
  );
});
