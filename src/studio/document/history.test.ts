import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginHistory, record, redo, undo } from './history.ts';

it('undoes all changes and makes them again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 }), (texts) => {
      let history = beginHistory('');
      for (const text of texts) history = record(history, text);
      const last = history.present;
      const steps = history.past.length;
      for (let step = 0; step < steps; step++) history = undo(history);
      expect(history).toMatchObject({ present: '', past: [] });
      expect(undo(history).present).toBe('');
      for (let step = 0; step < steps; step++) history = redo(history);
      expect(history).toMatchObject({ present: last, future: [] });
    }),
  );
});

it('undoes changes of one group together, until another change or an undo', () => {
  let history = beginHistory('a');
  for (const text of ['ab', 'abc']) history = record(history, text, 'typing');
  expect(undo(history).present).toBe('a');
  history = record(record(history, 'moved'), 'moved!', 'typing');
  expect(undo(history).present).toBe('moved');
  history = record(undo(history), 'moved?', 'typing');
  expect(undo(history).present).toBe('moved');
});

it('forgets what was taken back when something new is done, and ignores a change to the same text', () => {
  const history = record(undo(record(beginHistory('a'), 'b')), 'c');
  expect(redo(history).present).toBe('c');
  expect(record(history, 'c')).toBe(history);
});
