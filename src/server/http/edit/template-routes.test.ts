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

async function created(body: unknown, base = '/edit/v1'): Promise<string> {
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
  it('are kept, shown, replaced and removed', async () => {
    const id = await created({ name: 'Greeting', template: TEMPLATE }, base);
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

describe('the templates of a key', () => {
  it('are listed, newest first', async () => {
    const ids = [await created({ name: 'One' }, '/edit/stage'), await created({ name: 'Two' }, '/stage')];
    const answer = await server.ask('GET', '/edit/stage/templates');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    expect(answer.json()).toEqual({
      success: true,
      message: 'OK',
      response: {
        owner: server.owners.stage,
        templates: [
          { id: ids[1], name: 'Two', created: time, updated: time },
          { id: ids[0], name: 'One', created: time, updated: time },
        ],
      },
    });
  });

  it('are unknown to every other', async () => {
    const id = await created({ name: 'Mine', template: edit });
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
    const id = await created({ name: 'Blank' });
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
    ['a number and a list', { name: 7, template: [] }, ['name', 'template']],
    ['a name that cannot be stored', { name: 'a\0b' }, ['name']],
    ['null for a template', { name: 'a', template: null }, ['template']],
    ['other properties', { name: 'a', edit: {}, id: 1 }, ['edit', 'id']],
    [
      'what can be no edit',
      { name: 'a', template: { timeline: { tracks: 3 } } },
      ['template.timeline.tracks', 'template.output'],
    ],
    ['a list', [], []],
    ['a string', '"text"', []],
  ])('are refused with %s', async (_what, body, fields) => {
    const id = await created({ name: 'Stays' });
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

  it('may have the longest of names', async () => {
    const name = 'é'.repeat(1000);
    const id = await created({ name });
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
    const id = idOf(await render({ id: await created({ name: 'a', template: TEMPLATE }) }));
    const queued = await findRender(server.parts.database.tables, server.owners.v1, id);
    expect(queued).toMatchObject({ status: 'queued' });
    expect(await editOf(id)).toEqual(TEMPLATE);
  });

  it('takes those of the request in their place', async () => {
    const template = await created({ name: 'a', template: TEMPLATE });
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

  it('answers the same under the same idempotency key, even when the template is gone', async () => {
    const template = await created({ name: 'a', template: edit });
    const key = { 'idempotency-key': uuid() };
    const first = await render({ id: template }, key);
    await server.ask('DELETE', `/edit/v1/templates/${template}`);
    const again = await render({ id: template }, key);
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
  });

  it.each<[string, object, string[]]>([
    ['no id', {}, ['id']],
    ['an id that is none', { id: 'x' }, ['id']],
    ['a number as id', { id: 7 }, ['id']],
    ['what it does not know', { id: uuid(), edit: {} }, ['edit']],
  ])('refuses %s', async (_what, body, fields) => {
    const answer = await render(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      response: { error: { details: fields.map((field) => ({ field })) } },
    });
  });

  it('refuses merge fields and a callback that are none, and what is not merged to an edit', async () => {
    const id = await created({ name: 'a', template: TEMPLATE });
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
  it('says what the filled template would make, and renders nothing', async () => {
    const id = await created({ name: 'Greeting', template: TEMPLATE });
    const before = await countRenders();
    const body = { id, merge: [{ find: 'LENGTH', replace: 7 }] };
    const answer = await server.ask('POST', '/edit/v1/templates/render?dryRun=true', body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ response: { message: 'Dry Run: Nothing Was Rendered' } });
    expect(server.inspection.dryRun.mock.lastCall?.[0]).toMatchObject({
      timeline: { tracks: [{ clips: [{ length: 7 }] }] },
    });
    expect(await countRenders()).toBe(before);
  });
});
