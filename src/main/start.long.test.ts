import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_POSTGRES, startPostgres, waitUntil } from '../store/test-databases.fixture.ts';
import { lockHome } from '../home/lock.ts';
import {
  downloadOutput,
  killProcess,
  killAllProcesses,
  startKinoraProcess,
  fetchStatus,
  submitRender,
} from './processes.fixture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-start-'));
});
afterEach(async () => {
  await killAllProcesses();
  await rm(folder, { recursive: true });
});

const environment = (more: Record<string, string> = {}) => ({ KINORA_HOME: folder, PORT: '0', ...more });

describe('Kinora on one machine', () => {
  it('finishes the renders of a killed process after the next start', async () => {
    const first = await startKinoraProcess(environment(), 'both', 'slow');
    const id = await submitRender(first);
    const waiting = await submitRender(first);
    await waitUntil(async () => (await fetchStatus(first, id)) === 'rendering');
    await expect(lockHome(folder)).rejects.toMatchObject({ code: 'home_in_use' });
    await killProcess(first.child);

    const next = await startKinoraProcess(environment(), 'both', 'fast');
    expect(next.keys).toEqual(first.keys);
    await waitUntil(async () => (await fetchStatus(next, id)) === 'done');
    await waitUntil(async () => (await fetchStatus(next, waiting)) === 'done');
    expect(await downloadOutput(next, id)).toBe(`made by ${next.child.pid}`);

    next.child.kill('SIGTERM');
    expect(await once(next.child, 'exit')).toEqual([0, null]);
  });
});

describe.skipIf(!HAS_POSTGRES)(
  `Kinora on many machines${HAS_POSTGRES ? '' : ' (SKIPPED: no initdb)'}`,
  () => {
    it('starts on several machines at once with an empty database, and finishes the render of a dead worker', async () => {
      const postgres = await startPostgres();
      try {
        const DATABASE_URL = postgres.location.kind === 'postgres' ? postgres.location.url : '';
        const shared = environment({ DATABASE_URL, KINORA_RENDERS: '1' });
        const [both] = await Promise.all([
          startKinoraProcess(shared, 'both', 'slow'),
          startKinoraProcess(shared, 'both', 'slow'),
        ]);
        const id = await submitRender(both);
        await waitUntil(async () => (await fetchStatus(both, id)) === 'rendering');
        await killAllProcesses();

        const next = await startKinoraProcess(shared, 'both', 'fast');
        // It knows its predecessors: it has their home, and their processes have ended.
        await waitUntil(async () => (await fetchStatus(next, id)) === 'done');
      } finally {
        await killAllProcesses();
        await postgres.stop();
      }
    });

    it('finishes the render of a dead worker that no other one can see', async () => {
      const postgres = await startPostgres();
      try {
        const DATABASE_URL = postgres.location.kind === 'postgres' ? postgres.location.url : '';
        await mkdir(join(folder, 'storage'));
        const shared = { DATABASE_URL, KINORA_STORAGE: join(folder, 'storage'), KINORA_RENDERS: '1' };
        const first = await startKinoraProcess(
          { ...environment(shared), KINORA_HOME: join(folder, 'a') },
          'both',
          'slow',
        );
        const id = await submitRender(first);
        await waitUntil(async () => (await fetchStatus(first, id)) === 'rendering');
        const next = await startKinoraProcess(
          { ...environment(shared), KINORA_HOME: join(folder, 'b') },
          'both',
          'fast',
        );
        await killProcess(first.child);
        const other = { ...next, ...(first.keys && { keys: first.keys }) };
        expect(await fetchStatus(other, id)).toBe('rendering');
        await waitUntil(async () => (await fetchStatus(other, id)) === 'done');
      } finally {
        await killAllProcesses();
        await postgres.stop();
      }
    });
  },
);
