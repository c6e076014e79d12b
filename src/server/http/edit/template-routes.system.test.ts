import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRender, findRenderEdit } from '../../../store/renders.ts';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const edit = JSON.parse(EDIT) as { timeline: object; output: object };
const TEMPLATE = {
  ...edit,
  timeline: {
    tracks: [
      { clips: [{ asset: { type: 'text', text: 'Hi {{ NAME }}' }, start: 0, length: '{{ LENGTH }}' }] },
    ],
  },
  merge: [
    { find: 'NAME', replace: 'you' },
    { find: 'LENGTH', replace: 2 },
  ],
};

async function countRenders(): Promise<number> {
  const answer = await server.ask('GET', '/edit/v1/render?limit=100');
  return answer.json<{ response: { renders: unknown[] } }>().response.renders.length;
}

async function create(body: unknown, base = '/edit/v1'): Promise<string> {
  const answer = await server.ask('POST', `${base}/templates`, body);
  expect(answer.statusCode).toBe(201);
  const { response } = answer.json<{ response: { id: string } }>();
  expect(answer.json()).toEqual({
    success: true,
    message: 'Created',
    response: { message: 'Template Successfully Created', id: response.id },
  });
  return response.id;
}

describe.each(['/edit/v1', '/v1'])('templates at %s', (base) => {
  it('are stored, returned, replaced and deleted', async () => {
    const id = await create({ name: 'Greeting', template: TEMPLATE }, base);
    const url = `${base}/templates/${id}`;
    const shown = async () => (await server.ask('GET', url)).json<object>();
    const owner = server.owners.v1;
    const ok = { success: true, message: 'OK' };
    expect(await shown()).toEqual({ ...ok, response: { id, name: 'Greeting', owner, template: TEMPLATE } });
    const replaced = await server.ask('PUT', url, { name: 'Salute', template: edit });
    expect(replaced.statusCode).toBe(200);
    expect(replaced.json()).toEqual({ ...ok, response: { message: 'Template Successfully Updated', id } });
    expect(await shown()).toEqual({ ...ok, response: { id, name: 'Salute', owner, template: edit } });
    const removed = await server.ask('DELETE', url);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    for (const answer of [
      await server.ask('GET', url),
      await server.ask('DELETE', url),
      await server.ask('PUT', url, { name: 'a' }),
      await server.ask('POST', `${base}/templates/render`, { id }),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe('the templates of an owner', () => {
  it('are listed, newest first', async () => {
    const ids = [await create({ name: 'One' }, '/edit/stage'), await create({ name: 'Two' }, '/stage')];
    const answer = await server.ask('GET', '/edit/stage/templates');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    expect(answer.json()).toEqual({
      success: true,
      message: 'OK',
      response: {
        owner: server.owners.stage,
        templates: [
          { id: ids[1], name: 'Two', version: 1, created: time, updated: time },
          { id: ids[0], name: 'One', version: 1, created: time, updated: time },
        ],
      },
    });
  });

  it('are hidden from other owners', async () => {
    const id = await create({ name: 'Mine', template: edit });
    for (const answer of [
      await server.ask('GET', `/edit/stage/templates/${id}`),
      await server.ask('PUT', `/edit/stage/templates/${id}`, { name: 'a' }),
      await server.ask('DELETE', `/edit/stage/templates/${id}`),
      await server.ask('POST', '/edit/stage/templates/render', { id }),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    expect((await server.ask('GET', `/edit/v1/templates/${id}`)).json()).toMatchObject({
      response: { name: 'Mine', template: edit },
    });
  });

  it('are blank without an edit', async () => {
    const id = await create({ name: 'Blank' });
    await server.ask('PUT', `/edit/v1/templates/${id}`, { name: 'Full', template: edit });
    await server.ask('PUT', `/edit/v1/templates/${id}`, { name: 'Blank again' });
    expect((await server.ask('GET', `/edit/v1/templates/${id}`)).json()).toMatchObject({
      response: { name: 'Blank again', template: {} },
    });
    const answer = await server.ask('POST', '/edit/v1/templates/render', { id });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      response: { error: { details: [{ field: 'timeline' }, { field: 'output' }] } },
    });
  });

  it.each<[string, unknown, string[]]>([
    ['no name', {}, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a name that is too long', { name: 'x'.repeat(1001) }, ['name']],
    ['wrong types', { name: 7, template: [] }, ['name', 'template']],
    ['a name that cannot be stored', { name: 'a\0b' }, ['name']],
    ['null as the template', { name: 'a', template: null }, ['template']],
    ['unknown properties', { name: 'a', edit: {}, id: 1 }, ['edit', 'id']],
    [
      'an invalid edit',
      { name: 'a', template: { timeline: { tracks: 3 } } },
      ['template.timeline.tracks', 'template.output'],
    ],
    ['a list', [], []],
    ['a string', '"text"', []],
  ])('are rejected with %s', async (_what, body, fields) => {
    const id = await create({ name: 'Stays' });
    for (const answer of [
      await server.ask('POST', '/edit/v1/templates', body),
      await server.ask('PUT', `/edit/v1/templates/${id}`, body),
    ]) {
      expect(answer.statusCode).toBe(400);
      const { details } = answer.json<{ response: { error: { details: { field: string }[] } } }>().response
        .error;
      expect(details.map(({ field }) => field)).toEqual(fields);
    }
  });

  it('may have names of 1000 characters', async () => {
    const name = 'é'.repeat(1000);
    const id = await create({ name });
    expect((await server.ask('GET', `/edit/v1/templates/${id}`)).json()).toMatchObject({
      response: { name },
    });
  });
});

describe('POST /templates/render', () => {
  const render = (body: unknown, headers = {}) =>
    server.ask('POST', '/edit/v1/templates/render', body, headers);
  const idOf = (answer: Awaited<ReturnType<typeof render>>) => {
    expect(answer.statusCode).toBe(201);
    return answer.json<{ response: { id: string } }>().response.id;
  };
  const editOf = async (id: string) => {
    const text = await findRenderEdit(server.parts.database.tables, server.owners.v1, id);
    return JSON.parse(text!) as unknown;
  };

  it('renders the edit of the template with its own merge fields', async () => {
    const id = idOf(await render({ id: await create({ name: 'a', template: TEMPLATE }) }));
    const queued = await findRender(server.parts.database.tables, server.owners.v1, id);
    expect(queued).toMatchObject({ status: 'queued' });
    expect(await editOf(id)).toEqual(TEMPLATE);
  });

  it('uses the merge fields of the request instead', async () => {
    const template = await create({ name: 'a', template: TEMPLATE });
    const merge = [{ find: 'LENGTH', replace: 3 }];
    const id = idOf(await render({ id: template, merge }));
    expect(await editOf(id)).toEqual({ ...TEMPLATE, merge });
    const shown = await server.ask('GET', `/edit/v1/render/${id}?merged=true`);
    const { data } = shown.json<{ response: { data: object } }>().response;
    expect(data).toMatchObject({
      timeline: { tracks: [{ clips: [{ asset: { text: 'Hi {{ NAME }}' }, length: 3 }] }] },
    });
    expect(data).not.toHaveProperty('merge');
  });

  it('returns the same response for the same idempotency key, even after the template was deleted', async () => {
    const template = await create({ name: 'a', template: edit });
    const key = { 'idempotency-key': uuid() };
    const first = await render({ id: template }, key);
    await server.ask('DELETE', `/edit/v1/templates/${template}`);
    const again = await render({ id: template }, key);
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
  });

  it.each<[string, object, string[]]>([
    ['no id', {}, ['id']],
    ['an invalid id', { id: 'x' }, ['id']],
    ['a number as id', { id: 7 }, ['id']],
    ['an unknown property', { id: uuid(), edit: {} }, ['edit']],
  ])('rejects %s', async (_what, body, fields) => {
    const answer = await render(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      response: { error: { details: fields.map((field) => ({ field })) } },
    });
  });

  it('rejects invalid merge fields, an invalid callback and an edit with unreplaced placeholders', async () => {
    const id = await create({ name: 'a', template: TEMPLATE });
    const answer = await render({ id, merge: [{ find: 1 }], callback: 'ftp://me' });
    expect(answer.statusCode).toBe(400);
    const { details } = answer.json<{ response: { error: { details: { field: string }[] } } }>().response
      .error;
    const fields = details.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['merge[0].find', 'callback']));
    const without = await render({ id, merge: [] });
    expect(without.statusCode).toBe(400);
    expect(without.json()).toMatchObject({
      response: { error: { details: [{ field: 'timeline.tracks[0].clips[0].length' }] } },
    });
  });
});

describe('a dry run of a template', () => {
  it('returns the result that the filled template would have, and renders nothing', async () => {
    const id = await create({ name: 'Greeting', template: TEMPLATE });
    const before = await countRenders();
    const body = { id, merge: [{ find: 'LENGTH', replace: 7 }] };
    const answer = await server.ask('POST', '/edit/v1/templates/render?dryRun=true', body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ response: { message: 'Dry Run: Nothing Was Rendered' } });
    expect(server.inspection.dryRun.mock.lastCall?.[0]).toMatchObject({
      outline: { timeline: { tracks: [{ clips: [{ length: 7 }] }] } },
    });
    expect(await countRenders()).toBe(before);
  });
});
