import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../../../edit/index.ts';
import { addKey } from '../../../store/accounts/keys.ts';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';

/** An edit that only the dialect shotstack accepts. */
const LOOSE = EDIT.replace(/"start":( ?)0/, '"start":$1"0"');
const KEY = 'a-key-for-edits-of-the-public-service';
const SHOTSTACK = { 'x-kinora-dialect': 'shotstack' };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await addKey(server.parts.database.tables, { owner: server.owners.v1, key: KEY, dialect: 'shotstack' });
});
beforeEach(() => {
  server.inspection.dryRun.mockClear();
  server.inspection.frame.mockClear();
});
afterAll(() => server.close());

async function dialectOf(
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Dialect | undefined> {
  await server.ask('POST', path, body, headers);
  const { dryRun, frame } = server.inspection;
  return (dryRun.mock.calls[0] ?? frame.mock.calls[0])?.[0].dialect;
}

async function storedDialect(
  headers: Record<string, string>,
  body: unknown = EDIT,
  path = '/edit/v1/render',
) {
  const answer = await server.ask('POST', path, body, headers);
  const { id } = answer.json<{ response: { id: string } }>().response;
  const { tables } = server.parts.database;
  return tables.selectFrom('render').select('dialect').where('id', '=', id).executeTakeFirstOrThrow();
}

async function storeTemplate(template: string, headers: Record<string, string>): Promise<string> {
  const answer = await server.ask(
    'POST',
    '/edit/v1/templates',
    `{"name":"a","template":${template}}`,
    headers,
  );
  expect(answer.statusCode).toBe(201);
  return answer.json<{ response: { id: string } }>().response.id;
}

describe('the dialect of a request', () => {
  it.each<[string, Record<string, string>, Dialect]>([
    ['the setting by default', {}, 'interface'],
    ["the key's", { 'x-api-key': KEY }, 'shotstack'],
    ["the header's", SHOTSTACK, 'shotstack'],
    ["the header's before the key's", { 'x-api-key': KEY, 'x-kinora-dialect': 'interface' }, 'interface'],
  ])('is %s', async (_what, headers, expected) => {
    expect(await dialectOf('/edit/v1/render?dryRun=true', EDIT, headers)).toBe(expected);
    server.inspection.dryRun.mockClear();
    expect(await dialectOf('/edit/v1/frame?at=0', EDIT, headers)).toBe(expected);
    expect(await storedDialect(headers)).toEqual({ dialect: expected });
  });

  it('decides which edits are valid', async () => {
    for (const path of [
      '/edit/v1/render',
      '/edit/v1/render?dryRun=true',
      '/edit/v1/frame?at=0',
      '/v1/render',
    ]) {
      expect((await server.ask('POST', path, LOOSE)).statusCode).toBe(400);
      expect((await server.ask('POST', path, LOOSE, SHOTSTACK)).statusCode).toBeLessThan(300);
    }
  });

  it('is named if the edit is valid in it', async () => {
    const answer = await server.ask('POST', '/edit/v1/render', LOOSE);
    const { response } = answer.json<{ response: { message: string } }>();
    expect(response.message).toMatch(
      /, not "0"\. Write it without quotes\. In the dialect "shotstack" the edit/,
    );
    const invalid = await server.ask('POST', '/edit/v1/render', LOOSE.replace('"sd"', '"huge"'));
    expect(invalid.body).not.toContain('shotstack');
    const template = await server.ask('POST', '/edit/v1/templates', {
      name: 'a',
      template: JSON.parse(LOOSE) as object,
    });
    expect(template.statusCode).toBe(400);
    expect(template.body).toContain('send the header x-kinora-dialect: shotstack.');
    const unnamed = await server.ask('POST', '/edit/v1/templates', { template: JSON.parse(EDIT) as object });
    expect(unnamed.body).not.toContain('shotstack');
  });

  it('is rejected if it is unknown', async () => {
    const answer = await server.ask('POST', '/edit/v1/render', EDIT, { 'x-kinora-dialect': 'french' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      response: { message: 'x-kinora-dialect must be "interface" or "shotstack".' },
    });
  });

  it('makes a request another one for an idempotency key', async () => {
    const key = { 'idempotency-key': 'dialects' };
    const ask = async (headers: object) =>
      (await server.ask('POST', '/edit/v1/render', EDIT, { ...key, ...headers })).statusCode;
    expect([await ask(SHOTSTACK), await ask(SHOTSTACK), await ask({})]).toEqual([201, 201, 409]);
  });
});

describe('a template', () => {
  it('keeps its dialect, unless the request for its render has another', async () => {
    const id = await storeTemplate(LOOSE, SHOTSTACK);
    const path = '/edit/v1/templates/render';
    expect(await storedDialect({}, { id }, path)).toEqual({ dialect: 'shotstack' });
    expect(await dialectOf(`${path}?dryRun=true`, { id }, {})).toBe('shotstack');
    const answer = await server.ask('POST', path, { id }, { 'x-kinora-dialect': 'interface' });
    expect(answer.statusCode).toBe(400);
    const plain = await storeTemplate(EDIT, {});
    expect(await storedDialect({ 'x-api-key': KEY }, { id: plain }, path)).toEqual({ dialect: 'interface' });
    expect(await storedDialect(SHOTSTACK, { id: plain }, path)).toEqual({ dialect: 'shotstack' });
  });

  it('gets the dialect of the request that replaces it', async () => {
    const id = await storeTemplate(EDIT, {});
    const replacement = `{"name":"b","template":${LOOSE}}`;
    expect((await server.ask('PUT', `/edit/v1/templates/${id}`, replacement)).statusCode).toBe(400);
    expect((await server.ask('PUT', `/edit/v1/templates/${id}`, replacement, SHOTSTACK)).statusCode).toBe(
      200,
    );
    expect(await storedDialect({}, { id }, '/edit/v1/templates/render')).toEqual({ dialect: 'shotstack' });
    expect(
      (await server.ask('GET', `/edit/v1/templates/${id}`)).json<{ response: object }>().response,
    ).not.toHaveProperty('dialect');
  });

  it('from before dialects were stored has the dialect of the request', async () => {
    const id = await storeTemplate(EDIT, {});
    const { tables } = server.parts.database;
    await tables.updateTable('template').set({ dialect: null }).where('id', '=', id).execute();
    expect(await storedDialect({ 'x-api-key': KEY }, { id }, '/edit/v1/templates/render')).toEqual({
      dialect: 'shotstack',
    });
  });
});
