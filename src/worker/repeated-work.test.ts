import { expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { Storage } from '../hosting/storage.ts';
import { beginOutage, endOutage } from './finish/storage-outages.ts';
import { doRepeated } from './repeated-work.ts';

/** Returns a log whose lines above the level debug can be read. */
function openLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (_fields: object, message: string): void => void lines.push(message);
  return { lines, log: { debug: () => undefined, info: write, warn: write, error: write } };
}
const AWAY = new KinoraError('storage_failed', 'The storage of Kinora could not list the files.');
// It is not called.
const openStorage = (): Storage => ({}) as Storage;
const fail = (error: Error) => () => Promise.reject(error);
const succeed = () => Promise.resolve();

it('writes one line when work begins to fail, and one when it works again', async () => {
  const { log, lines } = openLog();
  for (const work of [succeed, fail(new Error('a')), fail(new Error('b')), succeed, succeed])
    await doRepeated({ log, what: 'sweep the floor' }, work);
  await doRepeated({ log, what: 'wash up' }, fail(new Error('c')));
  expect(lines).toEqual([
    'Kinora could not sweep the floor. Trying again later.',
    'Kinora could sweep the floor again.',
    'Kinora could not wash up. Trying again later.',
  ]);
});

it('writes one line for a storage that is away, whoever notices it, and one when it is back', async () => {
  const { log, lines } = openLog();
  const storage = openStorage();
  const list = { log, what: 'look for uploads', uses: { storage, work: 'list' } } as const;
  const remove = { log, what: 'delete files', uses: { storage, work: 'delete' } } as const;
  for (const repeated of [list, remove, list, remove]) await doRepeated(repeated, fail(AWAY));
  expect(lines).toEqual([expect.stringContaining('The storage is away.')]);
  await doRepeated(list, () => {
    endOutage({ storage, log }, 'list');
    return Promise.resolve();
  });
  expect(lines.slice(1)).toEqual(['The storage is back.']);
});

it('leaves it to those who store files when the storage is back', () => {
  const { log, lines } = openLog();
  const storage = openStorage();
  beginOutage({ storage, log }, 'list', AWAY);
  beginOutage({ storage, log }, 'store', AWAY);
  endOutage({ storage, log }, 'list');
  expect(lines).toHaveLength(1);
  endOutage({ storage, log }, 'store');
  expect(lines).toHaveLength(2);
});
