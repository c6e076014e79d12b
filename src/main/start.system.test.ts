import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_POSTGRES, startPostgres, waitUntil } from '../store/test-databases.fixture.ts';
import {
  downloadOutput,
  killAllProcesses,
  startKinoraProcess,
  fetchStatus,
  submitRender,
} from './processes.fixture.ts';
import { readSettings } from './settings.ts';
import { noRenderServices } from './no-render-services.fixture.ts';
import { start } from './start.ts';

const LOG = pino({ level: 'silent' });

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
  it('rejects a single role without a shared database', async () => {
    const worker = start(
      readSettings(environment(), '/'),
      { api: false, workers: true },
      noRenderServices,
      LOG,
    );
    await expect(worker).rejects.toThrow(
      'DATABASE_URL is not set, and only one process can use an embedded database',
    );
  });
});

describe.skipIf(!HAS_POSTGRES)(
  `Kinora on many machines${HAS_POSTGRES ? '' : ' (SKIPPED: no initdb)'}`,
  () => {
    it('renders in several worker processes what the server accepts', async () => {
      const postgres = await startPostgres();
      try {
        const DATABASE_URL = postgres.location.kind === 'postgres' ? postgres.location.url : '';
        const settings = readSettings(environment({ DATABASE_URL }), '/');
        const api = await start(settings, { api: true, workers: false }, noRenderServices, LOG);
        const server = { publicUrl: api.publicUrl, keys: api.keys! };
        const more = environment({ DATABASE_URL, KINORA_RENDERS: '1' });
        const workers = await Promise.all([
          startKinoraProcess(more, 'worker'),
          startKinoraProcess(more, 'worker'),
        ]);
        const ids = await Promise.all([
          submitRender(server),
          submitRender(server),
          submitRender(server),
          submitRender(server),
        ]);
        for (const id of ids) await waitUntil(async () => (await fetchStatus(server, id)) === 'done');
        const outputs = await Promise.all(ids.map((id) => downloadOutput(server, id)));
        const makers = workers.map(({ child }) => `made by ${child.pid}`);
        expect([...new Set(outputs)].toSorted()).toEqual(makers.toSorted());

        const occupied = { ...settings, port: Number(new URL(api.publicUrl).port) };
        const other = start(occupied, { api: true, workers: false }, noRenderServices, LOG);
        await expect(other).rejects.toThrow(
          '(EADDRINUSE). Another program has the port. Set PORT to another port, or to 0 for a free one.',
        );
        await api.stop();
      } finally {
        await killAllProcesses();
        await postgres.stop();
      }
    });
  },
);
