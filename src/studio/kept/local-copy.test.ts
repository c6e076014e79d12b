import { expect, it } from 'vitest';
import type { TextStore } from '../assets/kept-uploads.ts';
import { createTextStore } from '../assets/text-store.fixture.ts';
import { beginHistory, record, undo } from '../document/history.ts';
import { LocalCopies } from './local-copy.ts';

const PLACE = { id: 'k1', version: 3 };
const FACTS = { name: 'Film', place: PLACE, savedLength: 2, isUntouched: false };

const open = (shared: TextStore, own: TextStore, tab: string) =>
  new LocalCopies(shared, own, (what) => `kinora.me.${what}`, tab);

it('begins with nothing', () => {
  expect(open(createTextStore(), createTextStore(), 'a').read()).toBeUndefined();
});

it('gives another tab the latest text and its place', () => {
  const shared = createTextStore();
  const first = open(shared, createTextStore(), 'a');
  first.writeText('{}');
  first.writeFacts(FACTS);
  expect(open(shared, createTextStore(), 'b').read()).toEqual({ history: beginHistory('{}'), facts: FACTS });
});

it('gives a tab its own text with its undo after a reload, whatever other tabs have done', () => {
  const [shared, own] = [createTextStore(), createTextStore()];
  const first = open(shared, own, 'a');
  const history = undo(record(record(beginHistory('1'), '2'), '3'));
  first.writeText('2');
  first.writeFacts(FACTS);
  first.writeTab(history, FACTS);
  const other = open(shared, createTextStore(), 'b');
  other.writeText('other');
  other.writeFacts({ ...FACTS, name: 'Other' });
  expect(open(shared, own, 'a').read()).toEqual({ history, facts: FACTS });
});

it('gives a tab what it has written last, if it could not end', () => {
  const [shared, own] = [createTextStore(), createTextStore()];
  const tab = open(shared, own, 'a');
  tab.writeText('1');
  tab.writeFacts(FACTS);
  tab.writeTab(beginHistory('1'), FACTS);
  tab.writeText('2');
  expect(open(shared, own, 'a').read()?.history).toEqual(beginHistory('2'));
});

it('leaves a text that is too large to the server', () => {
  const shared = createTextStore({}, 200);
  const tab = open(shared, createTextStore({}, 200), 'a');
  expect(tab.writeText('1')).toBe(true);
  expect(tab.writeText('x'.repeat(201))).toBe(false);
  tab.writeFacts(FACTS);
  tab.writeTab(beginHistory('x'.repeat(201)), FACTS);
  expect(open(shared, createTextStore(), 'a').read()).toEqual({ history: undefined, facts: FACTS });
});
