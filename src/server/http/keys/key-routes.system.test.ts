import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addAccount, findAccounts } from '../../../store/accounts/accounts.ts';
import { addKey } from '../../../store/accounts/keys.ts';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';

interface Listed {
  readonly id: string;
  readonly name: string | null;
  readonly scope: string;
  readonly start: string | null;
  readonly fixed: boolean;
  readonly current: boolean;
  readonly used: string | null;
}

const UNKNOWN = '019a9f3c-7c1e-7b52-8d0a-0f6f4b1c2d3e';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  await server.parts.database.tables.deleteFrom('api_key').where('first', '=', false).execute();
});

async function create(body: object, headers?: Record<string, string>): Promise<{ id: string; key: string }> {
  const answer = await server.ask('POST', '/edit/v1/keys', body, headers);
  expect(answer.statusCode).toBe(201);
  return answer.json<{ response: { id: string; key: string } }>().response;
}

async function list(headers?: Record<string, string>, version = 'v1'): Promise<Listed[]> {
  const answer = await server.ask('GET', `/edit/${version}/keys`, undefined, headers);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ response: { keys: Listed[] } }>().response.keys;
}

/** Opens another account, and returns the header with its only key. */
async function openAccount(): Promise<Record<string, string>> {
  const { tables } = server.parts.database;
  await addAccount(tables, 'acme');
  const [account] = await findAccounts(tables, 'acme');
  await addKey(tables, { owner: account!.owners.v1, key: 'the-only-key-of-acme' });
  return { 'x-api-key': 'the-only-key-of-acme' };
}

describe('POST /keys', () => {
  it('creates a key that works at once, and shows it only then', async () => {
    const answer = await server.ask('POST', '/edit/v1/keys', { name: 'Farm', scope: 'render' });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { response } = answer.json<{ response: { id: string; key: string } }>();
    expect(response).toEqual({
      message: 'Key Successfully Created',
      id: expect.any(String) as string,
      key: expect.stringMatching(/^[A-Za-z0-9]{40}$/) as string,
      name: 'Farm',
      scope: 'render',
    });
    const headers = { 'x-api-key': response.key };
    expect((await server.ask('POST', '/edit/v1/render?dryRun=true', EDIT, headers)).statusCode).toBe(200);
    expect((await server.ask('GET', '/edit/v1/keys', undefined, headers)).statusCode).toBe(403);
    const shown = await server.ask('GET', '/edit/v1/keys');
    expect(shown.body).not.toContain(response.key);
    expect((await list()).at(-1)).toMatchObject({
      id: response.id,
      name: 'Farm',
      scope: 'render',
      fixed: false,
      current: false,
      start: response.key.slice(0, 4),
      used: expect.any(String) as string,
    });
  });

  it('creates a full key by default, which may create more', async () => {
    const { key } = await create({ name: 'a' });
    await create({ name: 'b' }, { 'x-api-key': key });
    expect((await list()).map(({ name, scope }) => [name, scope])).toEqual([
      [null, 'full'],
      ['a', 'full'],
      ['b', 'full'],
    ]);
  });

  it.each([
    [{}, 'name', 'required'],
    [{ name: '' }, 'name', 'out_of_range'],
    [{ name: ' ' }, 'name', 'out_of_range'],
    [{ name: 'n'.repeat(101) }, 'name', 'out_of_range'],
    [{ name: 1 }, 'name', 'wrong_type'],
    [{ name: 'a\nb' }, 'name', 'wrong_form'],
    [{ name: 'a', scope: 'write' }, 'scope', 'not_allowed'],
    [{ name: 'a', scope: null }, 'scope', 'wrong_type'],
    [{ name: 'a', stage: 'v1' }, 'stage', 'unknown_property'],
  ])('rejects %j', async (body, field, code) => {
    const answer = await server.ask('POST', '/edit/v1/keys', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ response: { error: { details: [{ field, code }] } } });
    expect(await list()).toHaveLength(1);
  });
});

describe('GET /keys', () => {
  it('lists the keys of the own account and environment, with those of the settings as fixed', async () => {
    const acme = await openAccount();
    const [first, ...others] = await list();
    expect(first).toMatchObject({ name: null, scope: 'full', start: null, fixed: true, current: true });
    expect(others).toEqual([]);
    const [own, ...more] = await list(acme);
    expect(own).toMatchObject({ fixed: false, current: true });
    expect([more, own?.id === first?.id]).toEqual([[], false]);
    await create({ name: 'only in v1' });
    expect((await list(undefined, 'stage')).map(({ name }) => name)).toEqual([null]);
  });
});

describe('DELETE /keys/{id}', () => {
  const revoke = (id: string, query = '', headers?: Record<string, string>) =>
    server.ask('DELETE', `/edit/v1/keys/${id}${query}`, undefined, headers);

  it('revokes a key, which fails from the next request on', async () => {
    const { id, key } = await create({ name: 'a' });
    const headers = { 'x-api-key': key };
    expect((await server.ask('GET', '/edit/v1/templates', undefined, headers)).statusCode).toBe(200);
    expect((await revoke(id)).statusCode).toBe(204);
    expect((await server.ask('GET', '/edit/v1/templates', undefined, headers)).statusCode).toBe(401);
    expect(await list()).toHaveLength(1);
    expect((await revoke(id)).statusCode).toBe(404);
  });

  it('revokes the key of the request only if the request says so', async () => {
    const { id, key } = await create({ name: 'a' });
    const headers = { 'x-api-key': key };
    const refused = await revoke(id, '', headers);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      response: {
        message:
          'self must be true to revoke the key that this request uses. Further requests with it would fail.',
      },
    });
    expect((await revoke(id, '?self=true', headers)).statusCode).toBe(204);
    expect((await revoke(id, '?self=true', headers)).statusCode).toBe(401);
  });

  it('keeps the keys of the settings', async () => {
    const [fixed] = await list();
    const { key } = await create({ name: 'a' });
    const answer = await revoke(fixed!.id, '', { 'x-api-key': key });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ response: { error: { code: 'key_protected' } } });
    expect(answer.body).toContain('comes from the settings of the server');
  });

  it('keeps the last full key', async () => {
    const acme = await openAccount();
    await create({ name: 'narrow', scope: 'render' }, acme);
    const [own] = await list(acme);
    const refused = await revoke(own!.id, '?self=true', acme);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('This is the last key with the scope');
    await create({ name: 'successor' }, acme);
    expect((await revoke(own!.id, '?self=true', acme)).statusCode).toBe(204);
  });

  it('does not find the keys of other accounts and environments', async () => {
    const acme = await openAccount();
    const { id } = await create({ name: 'a' });
    const [ofStage] = await list(undefined, 'stage');
    for (const other of [UNKNOWN, id, ofStage!.id])
      expect((await revoke(other, '', acme)).statusCode).toBe(404);
    expect((await revoke('x')).statusCode).toBe(400);
    expect(await list()).toHaveLength(2);
  });
});
