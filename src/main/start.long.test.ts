import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_POSTGRES, startPostgres, until } from '../store/databases.fixture.ts';
import { lockHome } from './lock.ts';
import { film, kill, killAll, startChild, statusOf, submit } from './processes.fixture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-start-'));
});
afterEach(async () => {
  await killAll();
  await rm(folder, { recursive: true });
});

const environment = (more: Record<string, string> = {}) => ({ KINORA_HOME: folder, PORT: '0', ...more });

describe('Kinora on one machine', () => {
  it('finishes after its next start what it was rendering when it was killed', async () => {
    const first = await startChild(environment(), 'both', 'slow');
    const id = await submit(first);
    const waiting = await submit(first);
    await until(async () => (await statusOf(first, id)) === 'rendering');
    await expect(lockHome(folder)).rejects.toMatchObject({ code: 'home_in_use' });
    await kill(first.child);

    const next = await startChild(environment(), 'both', 'fast');
    expect(next.keys).toEqual(first.keys);
    await until(async () => (await statusOf(next, id)) === 'done');
    await until(async () => (await statusOf(next, waiting)) === 'done');
    expect(await film(next, id)).toBe(`made by ${next.child.pid}`);

    next.child.kill('SIGTERM');
    expect(await once(next.child, 'exit')).toEqual([0, null]);
  });
});

describe.skipIf(!HAS_POSTGRES)(
  `Kinora on many machines${HAS_POSTGRES ? '' : ' (SKIPPED: no initdb)'}`,
  () => {
    it('starts everywhere at once on an empty database, and finishes what a dead worker was rendering', async () => {
      const postgres = await startPostgres();
      try {
        const DATABASE_URL = postgres.place.kind === 'postgres' ? postgres.place.url : '';
        const shared = environment({ DATABASE_URL, KINORA_RENDERS: '1' });
        const [both] = await Promise.all([
          startChild(shared, 'both', 'slow'),
          startChild(shared, 'both', 'slow'),
        ]);
        const id = await submit(both);
        await until(async () => (await statusOf(both, id)) === 'rendering');
        await killAll();

        const next = await startChild(shared, 'both', 'fast');
        expect(await statusOf(next, id)).toBe('rendering');
        // A dead worker is known by its silence of half a minute.
        await until(async () => (await statusOf(next, id)) === 'done', 180);
      } finally {
        await killAll();
        await postgres.end();
      }
    });
  },
);
