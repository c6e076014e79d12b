import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAdministration } from '../administration/open-administration.ts';
import { noRenderServices } from './no-render-services.fixture.ts';
import { readSettings } from './settings.ts';
import { start } from './start.ts';

const LOG = pino({ level: 'silent' });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-start-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const environment = (more: Record<string, string> = {}) => ({ KINORA_HOME: folder, PORT: '0', ...more });

describe('the addresses of files in a new installation', () => {
  const PATH = '/files/v1/abcdefghij/019a9f3c-a2b4-7d15-9e3f-1c2d3e4f5a6b.mp4';
  /** Starts Kinora, asks for a file that does not exist, and stops. 404 if that needs no signature, else 403. */
  async function askWith(more: Record<string, string> = {}): Promise<number> {
    const roles = { api: true, workers: true };
    const running = await start(readSettings(environment(more), '/'), roles, noRenderServices, LOG);
    try {
      return (await fetch(running.publicUrl + PATH)).status;
    } finally {
      await running.stop();
    }
  }

  it('are signed from the start after the second account on, unless the setting says otherwise', async () => {
    expect(await askWith()).toBe(404);
    expect(await askWith({ KINORA_FILES: 'signed' })).toBe(403);
    {
      await using session = openAdministration(readSettings(environment(), '/'));
      const { notice } = await session.run('createAccount', { name: 'second' });
      expect(notice).toContain('From the next start on');
    }
    expect(await askWith()).toBe(403);
    expect(await askWith({ KINORA_FILES: 'public' })).toBe(404);
  });
});
