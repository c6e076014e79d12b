import { afterAll, describe, expect, it } from 'vitest';
import { createAddressRules } from '../../../outbound/index.ts';
import { openReceivingServer } from '../ingest/receiving-server.fixture.ts';
import { EDIT, KEYS, openTestServer } from '../server.fixture.ts';

const server = await openTestServer();
const allowing = await openTestServer(undefined, undefined, {
  addressRules: createAddressRules(['127.0.0.0/8', 'localhost']),
});
const receiving = await openReceivingServer();
afterAll(async () => {
  await server.close();
  await allowing.close();
  await receiving.close();
});

const edit = JSON.parse(EDIT) as object;
const REQUESTS: readonly (readonly [string, string, (callback: string) => object, string])[] = [
  ['POST', '/edit/v1/render', (callback) => ({ ...edit, callback }), 'callback'],
  ['POST', '/edit/v1/render?dryRun=true', (callback) => ({ ...edit, callback }), 'callback'],
  ['POST', '/edit/v1/templates', (callback) => template({ ...edit, callback }), 'template.callback'],
  ['POST', '/ingest/v1/sources', (callback) => ({ url: 'https://example.com/a.mp4', callback }), 'callback'],
  ['POST', '/ingest/v1/upload', (callback) => ({ callback }), 'callback'],
  [
    'POST',
    '/create/v1/assets',
    (callback) => ({
      provider: 'kinora',
      options: { type: 'text-to-speech', text: 'Hi.', voice: 'Amy' },
      callback,
    }),
    'callback',
  ],
];

function template(edited: object): object {
  return { name: 'A', template: edited };
}

describe.each(REQUESTS)('%s %s', (_method, url, createBody, field) => {
  it.each(['http://127.0.0.1:9000/hook', 'http://0x7f.1/', 'http://localhost:3000/'])(
    'rejects the callback %s unless its host is allowed',
    async (callback) => {
      const { hostname } = new URL(callback);
      const answer = await server.ask('POST', url, createBody(callback));
      const message = `${field} leads to the host ${hostname}, which is private or reserved. Use the address of a public host, or have the operator of this server add the host to KINORA_ALLOW_HOSTS.`;
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(message)]);
      expect(answer.body).toContain('"private_address"');
      const allowed = await allowing.ask('POST', url, createBody(callback));
      expect(allowed.statusCode).toBeLessThan(300);
    },
  );

  it('accepts the callback of a public host', async () => {
    const answer = await server.ask('POST', url, createBody('https://example.com/hook'));
    expect(answer.statusCode).toBeLessThan(300);
  });
});

it('rejects the callback of a resumable upload, too', async () => {
  const metadata = `callback ${Buffer.from('http://10.0.0.1/').toString('base64')}`;
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata };
  const answer = await fetch(`${receiving.origin}/ingest/v1/tus`, {
    method: 'POST',
    headers: { 'x-api-key': KEYS.v1, ...headers },
  });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('10.0.0.1')]);
});

it('checks the callback of a template only when its placeholders are filled', async () => {
  const stored = await server.ask(
    'POST',
    '/edit/v1/templates',
    template({ ...edit, callback: 'http://{{ HOST }}/hook' }),
  );
  expect(stored.statusCode).toBe(201);
  const { id } = stored.json<{ response: { id: string } }>().response;
  const render = (replace: string, query = '') =>
    server.ask('POST', `/edit/v1/templates/render${query}`, { id, merge: [{ find: 'HOST', replace }] });
  expect((await render('example.com')).statusCode).toBe(201);
  for (const query of ['', '?dryRun=1']) expect((await render('10.0.0.1', query)).statusCode).toBe(400);
  const replaced = template({ ...edit, callback: 'http://10.0.0.1/' });
  expect((await server.ask('PUT', `/edit/v1/templates/${id}`, replaced)).statusCode).toBe(400);
  const own = { id, callback: 'http://[::1]/' };
  const answer = await server.ask('POST', '/edit/v1/templates/render', own);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('[::1]')]);
});

it('lists the callback together with everything else that is missing', async () => {
  const output = {
    format: 'mp4',
    resolution: 'sd',
    destinations: [{ provider: 's3', options: { region: 'eu', bucket: 'films' } }],
  };
  const answer = await server.ask('POST', '/edit/v1/render', {
    ...edit,
    output,
    callback: 'http://10.0.0.1/',
  });
  const { details } = answer.json<{ response: { error: { details: { field: string }[] } } }>().response.error;
  expect(details.map(({ field }) => field)).toEqual(['output.destinations[0].provider', 'callback']);
});
