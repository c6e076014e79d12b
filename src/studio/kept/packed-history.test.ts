import { expect, it } from 'vitest';
import { beginHistory, record, undo } from '../document/history.ts';
import { packHistory, type PackedHistory, unpackHistory } from './packed-history.ts';

it('brings every state back, in both directions', () => {
  let history = beginHistory('{"a": 1}');
  for (const text of ['{"a": 12}', '{"a": 12, "b": "é😀"}', '', '{"a": 1}', '{"c": 1}'])
    history = record(history, text);
  history = undo(undo(history));
  const packed = JSON.parse(JSON.stringify(packHistory(history))) as PackedHistory;
  expect(unpackHistory(packed, history.present)).toEqual({ ...history, group: undefined });
});

it('keeps the states nearest to the present, if there are too many', () => {
  let history = beginHistory('0');
  for (let state = 1; state <= 500; state++) history = record(history, String(state));
  const { past } = unpackHistory(packHistory(history), history.present);
  expect([past.length, past[0], past.at(-1)]).toEqual([200, '300', '499']);
  const large = ['a', 'b', 'c'].map((letter) => letter.repeat(600_000));
  const [first = '', ...others] = large;
  const kept = packHistory(others.reduce((all, text) => record(all, text), beginHistory(first)));
  expect(kept.past).toHaveLength(1);
});
