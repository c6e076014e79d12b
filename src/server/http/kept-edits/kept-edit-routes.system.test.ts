import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const edit = JSON.parse(EDIT) as object;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

interface Receipt {
  readonly response: { readonly id: string; readonly version: number };
}

async function keep(body: object = { name: 'Film', edit }, base = '/edit/v1'): Promise<string> {
  const answer = await server.ask('POST', `${base}/edits`, body);
  expect([answer.statusCode, answer.headers['etag']]).toEqual([201, '"1"']);
  const { response } = answer.json<Receipt>();
  expect(response).toEqual({ message: 'Edit Successfully Created', id: response.id, version: 1 });
  return response.id;
}

async function save(id: string, body: object, match?: string, query = '') {
  const headers = match === undefined ? {} : { 'if-match': match };
  const answer = await server.ask('PUT', `/edit/v1/edits/${id}${query}`, body, headers);
  return [answer.statusCode, answer.headers['etag']];
}

describe.each(['/edit/v1', '/v1'])('edits at %s', (base) => {
  it('are kept, returned, saved and deleted', async () => {
    const id = await keep({ name: 'Film', edit }, base);
    const url = `${base}/edits/${id}`;
    const found = await server.ask('GET', url);
    const listed = { id, name: 'Film', dialect: 'interface', version: 1, created: time, updated: time };
    expect(found.headers['etag']).toBe('"1"');
    expect(found.json()).toEqual({
      success: true,
      message: 'OK',
      response: { ...listed, owner: server.owners.v1, edit },
    });
    const short = (await server.ask('GET', `${url}?data=false`)).json<{ response: object }>();
    expect(short.response).toEqual({ ...listed, owner: server.owners.v1 });
    const list = (await server.ask('GET', `${base}/edits`)).json<{ response: { edits: object[] } }>();
    expect(list.response.edits[0]).toEqual(listed);
    expect(await save(id, { name: 'Film 2', edit: {} }, '"1"')).toEqual([200, '"2"']);
    expect((await server.ask('GET', url)).json()).toMatchObject({
      response: { name: 'Film 2', version: 2, edit: {} },
    });
    expect((await server.ask('DELETE', url)).statusCode).toBe(204);
    for (const answer of [
      await server.ask('GET', url),
      await server.ask('DELETE', url),
      await server.ask('PUT', url, { name: 'a', edit: {} }),
      await server.ask('GET', `${url}/versions`),
      await server.ask('GET', `${url}/versions/1`),
    ])
      expect(answer.statusCode).toBe(404);
  });
});

describe('a kept edit', () => {
  it('is hidden from other owners', async () => {
    const id = await keep();
    for (const answer of [
      await server.ask('GET', `/edit/stage/edits/${id}`),
      await server.ask('GET', `/edit/stage/edits/${id}/versions`),
      await server.ask('GET', `/edit/stage/edits/${id}/versions/1`),
      await server.ask('PUT', `/edit/stage/edits/${id}`, { name: 'a', edit: {} }),
      await server.ask('DELETE', `/edit/stage/edits/${id}`),
    ])
      expect(answer.statusCode).toBe(404);
    expect((await server.ask('GET', `/edit/v1/edits/${id}`)).json()).toMatchObject({ response: { edit } });
  });

  it('is not saved over the work of another, which the answer says', async () => {
    const id = await keep();
    expect(await save(id, { name: 'Theirs', edit: {} }, '"1"')).toEqual([200, '"2"']);
    const url = `/edit/v1/edits/${id}`;
    const stale = await server.ask('PUT', url, { name: 'Mine', edit }, { 'if-match': '"1"' });
    expect(stale.statusCode).toBe(412);
    expect(stale.json()).toMatchObject({
      response: {
        error: {
          code: 'precondition_failed',
          message: `Someone has saved this edit meanwhile: its version is 2, and your change is based on 1. Get the edit, then save your change with if-match: "2", or keep it as another edit.`,
        },
      },
    });
    expect((await server.ask('GET', url)).json()).toMatchObject({ response: { name: 'Theirs' } });
    for (const match of ['W/"2"', '"x", "3"', '*', undefined])
      expect(await save(id, { name: `By ${match}`, edit }, match)).toEqual(
        match === '"x", "3"' ? [200, '"4"'] : [200, expect.stringMatching(/^"\d"$/)],
      );
  });

  it('has versions, of which automatic saves share one', async () => {
    const id = await keep();
    await save(id, { name: 'Film', edit: { a: 1 } }, '"1"', '?autosave=true');
    await save(id, { name: 'Film', edit: { a: 2 } }, '"2"', '?autosave=true');
    const url = `/edit/v1/edits/${id}/versions`;
    expect((await server.ask('GET', url)).json()).toMatchObject({
      response: {
        id,
        versions: [
          { version: 3, saved: time, autosaved: true, bytes: 7 },
          { version: 1, saved: time, autosaved: false },
        ],
      },
    });
    expect((await server.ask('GET', `${url}/1`)).json()).toMatchObject({
      response: { id, version: 1, edit },
    });
    expect((await server.ask('GET', `${url}/2`)).statusCode).toBe(404);
    expect((await server.ask('GET', `${url}/0`)).statusCode).toBe(400);
  });

  it('keeps the dialect in which it was saved', async () => {
    const id = await keep();
    const url = `/edit/v1/edits/${id}`;
    const headers = { 'x-kinora-dialect': 'shotstack' };
    await server.ask('PUT', url, { name: 'Film', edit }, headers);
    expect((await server.ask('GET', url)).json()).toMatchObject({ response: { dialect: 'shotstack' } });
  });

  it('is created once for the same idempotency key', async () => {
    const key = { 'idempotency-key': uuid() };
    const [first, again] = [
      await server.ask('POST', '/edit/v1/edits', { name: 'a', edit }, key),
      await server.ask('POST', '/edit/v1/edits', { name: 'a', edit }, key),
    ];
    expect([again.statusCode, again.headers['etag'], again.body]).toEqual([201, '"1"', first.body]);
    const other = await server.ask('POST', '/edit/v1/edits', { name: 'b', edit }, key);
    expect([other.statusCode, other.headers['etag']]).toEqual([409, undefined]);
  });

  it('may be unfinished', async () => {
    const id = await keep({ name: 'a', edit: { timeline: { tracks: 7 }, nothing: '\0' } });
    expect((await server.ask('GET', `/edit/v1/edits/${id}`)).json()).toMatchObject({
      response: { edit: { timeline: { tracks: 7 }, nothing: '\0' } },
    });
  });

  it.each<[string, unknown, string[]]>([
    ['no name', { edit: {} }, ['name']],
    ['no edit', { name: 'a' }, ['edit']],
    ['an empty name', { name: '', edit: {} }, ['name']],
    ['a name that is too long', { name: 'x'.repeat(1001), edit: {} }, ['name']],
    ['wrong types', { name: 7, edit: [] }, ['name', 'edit']],
    ['unknown properties', { name: 'a', edit: {}, template: {} }, ['template']],
    ['a list', [], []],
  ])('is rejected with %s', async (_what, body, fields) => {
    const id = await keep();
    for (const answer of [
      await server.ask('POST', '/edit/v1/edits', body),
      await server.ask('PUT', `/edit/v1/edits/${id}`, body),
    ]) {
      expect(answer.statusCode).toBe(400);
      const { details } = answer.json<{ response: { error: { details: { field: string }[] } } }>().response
        .error;
      expect(details.map(({ field }) => field)).toEqual(fields);
    }
  });

  it('is not saved automatically without a base, or with a base that is no ETag', async () => {
    const id = await keep();
    const body = { name: 'a', edit: {} };
    const without = await server.ask('PUT', `/edit/v1/edits/${id}?autosave=true`, body);
    expect(without.json()).toMatchObject({
      response: {
        error: {
          message: 'if-match is required: with autosave=true, say which version the change is based on.',
        },
      },
    });
    const wrong = await server.ask('PUT', `/edit/v1/edits/${id}`, body, { 'if-match': '1' });
    expect([without.statusCode, wrong.statusCode]).toEqual([400, 400]);
    expect(wrong.body).toContain('must be the version that the change is based on, in quotes');
  });
});
