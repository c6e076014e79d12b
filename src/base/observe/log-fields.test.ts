import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { expect, it } from 'vitest';
import { currentLogFields, withLogFields } from './log-fields.ts';

it('adds the fields of the work to the lines that it writes later, apart for each work', async () => {
  const lines: unknown[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  const log = pino({ base: null, timestamp: false, mixin: currentLogFields }, stream);
  const work = async (render: string) => {
    await nextTurn();
    log.info({ size: 1 }, 'Deep below.');
    await withLogFields({ attempt: 2 }, async () => {
      await nextTurn();
      log.info({ render: `${render} itself` }, 'Deeper.');
    });
  };
  await Promise.all(['a', 'b'].map((render) => withLogFields({ render }, () => work(render))));
  log.info('Outside.');
  const deep = (render: string) => ({ level: 30, render, size: 1, msg: 'Deep below.' });
  const deeper = (render: string) => ({ level: 30, attempt: 2, render: `${render} itself`, msg: 'Deeper.' });
  expect(lines).toHaveLength(5);
  expect(lines).toEqual(expect.arrayContaining([deep('a'), deep('b'), deeper('a'), deeper('b')]));
  expect(lines.at(-1)).toEqual({ level: 30, msg: 'Outside.' });
});
