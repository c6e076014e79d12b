import { expect, it } from 'vitest';
import type { AccountLimits } from '../../client/index.ts';
import { listLimits } from './limit-texts.ts';

const LIMITS: AccountLimits = {
  requests: null,
  edit: { bytes: 10_485_760, clips: 10_000, seconds: 43_200, outputs: 10, pixels: 4096 },
  ingest: { bytes: 5_000_000_000, seconds: 43_200, pixels: 16_384, uploadSeconds: 86_400 },
  quotas: { storedBytes: null, sources: null, edits: null, waitingRenders: null, dailyMinutes: null },
  keep: { renders: null, files: null, sources: null, edits: null },
};

const rowsOf = (limits: AccountLimits, title: string) =>
  Object.fromEntries(listLimits(limits).find((group) => group.title === title)!.rows);

it('says that there is no limit', () => {
  expect(rowsOf(LIMITS, 'Requests of all your keys in a minute')).toEqual({ All: 'no limit' });
  expect(rowsOf(LIMITS, 'Your account in this environment')['Stored files']).toBe('no limit');
  expect(rowsOf(LIMITS, 'How long things stay')['Renders']).toBe('forever');
});

it('writes limits in units that people read', () => {
  const rate = { changes: 300, reads: 3000 };
  const limits: AccountLimits = {
    ...LIMITS,
    requests: { edit: rate, serve: rate, ingest: rate, create: rate },
    quotas: { storedBytes: 2_000_000_000, sources: 1500, edits: 40, waitingRenders: 0, dailyMinutes: 600 },
    keep: { renders: 7_776_000, files: 43_200, sources: 86_400, edits: null },
  };
  expect(rowsOf(limits, 'Requests of all your keys in a minute')['Edit']).toBe('300, reading 3,000');
  expect(rowsOf(limits, 'Your account in this environment')).toEqual({
    'Stored files': '2.0 GB',
    Sources: '1,500',
    'Kept edits': '40',
    'Renders that wait': '0',
    'Output in 24 hours': '600 min',
  });
  expect(rowsOf(limits, 'How long things stay')).toEqual({
    Renders: '90 days',
    'Hosted files': '12 h',
    Sources: '24 h',
    'Kept edits': 'forever',
  });
  expect(rowsOf(limits, 'An edit')).toMatchObject({ Clips: '10,000', Length: '12 h' });
});
