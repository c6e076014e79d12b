import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  killProcess,
  killAllProcesses,
  type KinoraServer,
  startKinoraProcess,
} from '../../src/main/processes.fixture.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../../src/store/test-databases.fixture.ts';
import hello from '../../examples/hello.json' with { type: 'json' };
import { type Ended, kinora } from './processes.ts';

interface Answer {
  readonly status: number;
  /** The fields of the responses that these tests check. */
  readonly body: {
    readonly response: { id: string; status: string; renders: unknown[]; templates: unknown[] };
  };
}

/** Describes the accounts and keys of a running server on one kind of database. */
export function describeAccounts({ name, missing, start }: (typeof TEST_DATABASES)[number]): void {
  describe.skipIf(missing)(`accounts and keys of a running server on ${name}`, () => {
    let database: TestDatabase;
    let folder: string;
    let env: Record<string, string>;
    let server: KinoraServer & { readonly child: ChildProcess };
    beforeAll(async () => {
      database = await start();
      folder = await mkdtemp(join(tmpdir(), 'kinora-keys-'));
      const url = database.location.kind === 'postgres' ? { DATABASE_URL: database.location.url } : {};
      env = { KINORA_HOME: folder, PORT: '0', ...url };
      server = await startKinoraProcess(env);
    });
    afterAll(async () => {
      await killAllProcesses();
      await database.stop();
      await rm(folder, { recursive: true });
    });

    const command = (...args: string[]): Promise<Ended> => kinora(folder, args, { env }).ended;

    /** Creates a key of an account. Standard output contains only the key. */
    async function newKey(account: string, stage = 'v1'): Promise<string> {
      const { out, code } = await command('keys', 'create', '--account', account, '--stage', stage);
      expect([code, out]).toEqual([0, expect.stringMatching(/^\w{40}\n$/)]);
      return out.trim();
    }

    async function ask(key: string, path: string, method = 'GET', body?: object): Promise<Answer> {
      const answer = await fetch(`${server.publicUrl}${path}`, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
    }

    it('keep accounts and stages apart', async () => {
      for (const name of ['acme', 'other']) expect((await command('accounts', 'create', name)).code).toBe(0);
      const [acme, other] = [await newKey('acme'), await newKey('other')];

      const { id } = (await ask(acme, '/edit/v1/render', 'POST', hello)).body.response;
      await waitUntil(async () => (await ask(acme, `/edit/v1/render/${id}`)).body.response.status === 'done');
      const template = (await ask(acme, '/edit/v1/templates', 'POST', { name: 'Mine', template: hello }))
        .body;
      const files = await ask(acme, `/serve/v1/assets/render/${id}`);
      expect(files.status).toBe(200);
      const { data } = files.body as unknown as { data: [{ attributes: { id: string } }] };

      const asset = `/serve/v1/assets/${data[0].attributes.id}`;
      const kept = `/edit/v1/templates/${template.response.id}`;
      const ownPaths = [
        `/edit/v1/render/${id}`,
        `/v1/render/${id}`,
        asset,
        `/serve/v1/assets/render/${id}`,
        kept,
      ];
      for (const path of ownPaths) {
        expect([path, (await ask(other, path)).status]).toEqual([path, 404]);
        expect([path, (await ask(acme, path)).status]).toEqual([path, 200]);
      }
      for (const path of [`/edit/v1/render/${id}`, kept]) {
        expect([path, (await ask(other, path, 'DELETE')).status]).toEqual([path, 404]);
        expect([path, (await ask(acme, path)).status]).toEqual([path, 200]);
      }
      expect((await ask(other, kept, 'PUT', { name: 'Stolen' })).status).toBe(404);
      const body = { id: template.response.id };
      expect((await ask(other, '/edit/v1/templates/render', 'POST', body)).status).toBe(404);
      expect((await ask(other, '/edit/v1/render')).body.response.renders).toEqual([]);
      expect((await ask(other, '/edit/v1/templates')).body.response.templates).toEqual([]);

      const stage = await newKey('acme', 'stage');
      expect((await ask(stage, `/edit/stage/render/${id}`)).status).toBe(404);
      expect((await ask(stage, `/edit/v1/render/${id}`)).status).toBe(403);
      expect((await ask(acme, `/edit/stage/render/${id}`)).status).toBe(403);
    });

    it('revoke a key immediately', async () => {
      const key = await newKey('first');
      for (let times = 0; times < 3; times++) expect((await ask(key, '/edit/v1/render')).status).toBe(200);
      const { out } = await command('keys', 'list', '--account', 'first');
      const row = out.split('\n').find((line) => line.includes(`...${key.slice(-4)}`));
      const revoked = await command('keys', 'revoke', row?.split(' ')[0] ?? '');
      expect(revoked).toMatchObject({ code: 0, err: '' });
      expect((await ask(key, '/edit/v1/render')).status).toBe(401);
      expect((await ask(server.keys!.v1, '/edit/v1/render')).status).toBe(200);
    });

    it('let the operator see a failed render, and queue it again', async () => {
      const edit = { ...hello, output: { ...hello.output, format: 'gif' } };
      const key = server.keys!.v1;
      const { id } = (await ask(key, '/edit/v1/render', 'POST', edit)).body.response;
      const shown = async () => (await ask(key, `/edit/v1/render/${id}`)).body.response;
      await waitUntil(async () => (await shown()).status === 'failed');
      const render = (await shown()) as { code?: string; stages?: { queued?: number } };
      expect([render.code, typeof render.stages?.queued]).toEqual(['asset_not_found', 'number']);
      const show = async () =>
        JSON.parse((await command('renders', 'show', id, '--json')).out) as Record<string, unknown>;
      const failure = { outcome: 'failed', code: 'asset_not_found' };
      expect(await show()).toMatchObject({ account: 'first', attempts: 1, lastAttempts: [failure] });
      expect(await command('renders', 'retry', id)).toMatchObject({
        code: 0,
        err: '',
        out: `Queued again: ${id} of the account first\n`,
      });
      await waitUntil(async () => (await shown()).status === 'failed');
      expect(await show()).toMatchObject({ attempts: 2, lastAttempts: [failure, failure] });
      const cancelled = await command('renders', 'cancel', id);
      expect([cancelled.code, cancelled.err]).toEqual([1, expect.stringContaining('has already failed')]);
      const { workers } = JSON.parse((await command('queue', '--json')).out) as { workers: unknown };
      expect(workers).toMatchObject([{ alive: true, problem: null, holds: [] }]);
    });

    it.runIf(name === 'the embedded database')('work after the server was killed', async () => {
      await killProcess(server.child);
      const both = ['a', 'b'].map((account) => command('accounts', 'create', account));
      expect((await Promise.all(both)).map(({ code, err }) => [code, err])).toEqual([
        [0, ''],
        [0, ''],
      ]);
      const { out } = await command('accounts', 'list');
      const names = out.split('\n').map((line) => line.split(' ')[0]);
      expect(names.toSorted()).toEqual(['', 'ACCOUNT', 'a', 'acme', 'b', 'first', 'other']);
      const listed = await command('renders', 'list', '--status', 'failed', '--json');
      const [failed] = JSON.parse(listed.out) as { id: string }[];
      expect((await command('renders', 'retry', failed!.id)).code).toBe(0);
    });
  });
}
