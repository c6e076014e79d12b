import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_POSTGRES, startPostgres, type TestDatabase } from '../store/databases.fixture.ts';
import type { KeyPair } from '../store/keys.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});

describe.skipIf(!HAS_POSTGRES)(
  `Kinora on many machines${HAS_POSTGRES ? '' : ' (SKIPPED: no initdb)'}`,
  () => {
    let folder: string;
    let postgres: TestDatabase;
    const children: ChildProcess[] = [];
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kinora-start-'));
      postgres = await startPostgres();
    });
    afterEach(async () => {
      for (const child of children) await kill(child);
      await postgres.end();
      await rm(folder, { recursive: true });
    });

    async function startChild(...args: string[]): Promise<ChildProcess & { shown: string }> {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'start.fixture.ts'), ...args], {
        env: {
          ...{ KINORA_HOME: folder, PORT: '0', KINORA_RENDERS: '1' },
          DATABASE_URL: postgres.place.kind === 'postgres' ? postgres.place.url : '',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      return Object.assign(child, { shown: line.toString() });
    }
    async function kill(child: ChildProcess): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    async function untilStatus(ask: () => Promise<string>, status: string): Promise<void> {
      for (let tries = 0; tries < 900; tries++) {
        if ((await ask()) === status) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`It never became ${status}.`);
    }

    it('starts everywhere at once on an empty database, and finishes what a dead worker was rendering', async () => {
      const [both] = await Promise.all([startChild('both', 'slow'), startChild('both', 'slow')]);
      const { publicUrl, keys } = JSON.parse(both.shown) as { publicUrl: string; keys: KeyPair };
      const headers = { 'x-api-key': keys.v1, 'content-type': 'application/json' };
      const post = await fetch(`${publicUrl}/edit/v1/render`, { method: 'POST', headers, body: EDIT });
      const { id } = ((await post.json()) as { response: { id: string } }).response;
      let origin = publicUrl;
      const status = async () => {
        const answer = await fetch(`${origin}/edit/v1/render/${id}`, { headers });
        return ((await answer.json()) as { response: { status: string } }).response.status;
      };
      await untilStatus(status, 'rendering');
      for (const child of children) await kill(child);

      const next = await startChild('both', 'fast');
      origin = (JSON.parse(next.shown) as { publicUrl: string }).publicUrl;
      expect(await status()).toBe('rendering');
      await untilStatus(status, 'done');
    });
  },
);
