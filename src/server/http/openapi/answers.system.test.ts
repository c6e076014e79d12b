import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fastify, { type FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { findAssetsOfRender } from '../../../store/assets.ts';
import { beginAttempt } from '../../../store/attempts.ts';
import { finishRender } from '../../../store/finish-render.fixture.ts';
import { createdAssetRoutes } from '../create/created-asset-routes.ts';
import { finishCreatedAsset } from '../create/finish-created-asset.fixture.ts';
import { editRoutes } from '../edit/edit-routes.ts';
import { importSource } from '../ingest/import-source.fixture.ts';
import { ingestRoutes } from '../ingest/ingest-routes.ts';
import { assetRoutes } from '../serve/asset-routes.ts';
import { transferRoutes } from '../serve/transfer-routes.ts';
import { EDIT, KEYS, openTestServer, type TestServer } from '../server.fixture.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, object>>;
}
type Paths = Readonly<Record<string, Readonly<Partial<Record<string, Operation>>>>>;

const server = await openTestServer();
afterAll(() => server.close());
const document = (await server.app.inject('/openapi.json')).json<{ paths: Paths }>();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation! })),
);

describe('the operations of the document', () => {
  it('have unique ids', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('exist on the server', () => {
    const unknown = operations.filter(({ path, method }) => {
      const url = path.replace('{url}', '*').replaceAll(/\{(\w+)\}/g, ':$1');
      return !server.app.hasRoute({ method: method.toUpperCase(), url });
    });
    expect(unknown.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('cover all routes of the APIs', async () => {
    const undescribed: string[] = [];
    const app = fastify();
    app.addHook('onRoute', ({ method, url, config }) => {
      if (method !== 'HEAD' && config?.operation === undefined) undescribed.push(`${String(method)} ${url}`);
    });
    const apis = [editRoutes, transferRoutes, assetRoutes, ingestRoutes, createdAssetRoutes];
    for (const [index, addRoutes] of apis.entries()) {
      const add = (scope: FastifyInstance, _options: object, done: () => void): void => {
        addRoutes(scope, server.parts);
        done();
      };
      // Two APIs have the same path.
      await app.register(add, { prefix: `/${index}` });
    }
    await app.close();
    // A probe without a URL only returns an error.
    expect(undescribed).toEqual(['GET /0/probe']);
  });
});

type Answer = Awaited<ReturnType<TestServer['ask']>>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
// The package is CommonJS, so TypeScript sees its default export one level too high.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'kinora:document', ...(closed(document) as object) });

/** Closes all objects of a schema: in these tests, a property that is not in the document is an error. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return inner['type'] === 'object' ? { additionalProperties: false, ...inner } : inner;
}

function resolved(part: unknown): Record<string, unknown> {
  const { $ref } = part as { $ref?: string };
  if ($ref === undefined) return part as Record<string, unknown>;
  return $ref
    .split('/')
    .slice(1)
    .reduce<Record<string, unknown>>(
      // document.test.ts checks that all references resolve.
      (at, step) => at[step] as Record<string, unknown>,
      document as unknown as Record<string, unknown>,
    );
}

/** Returns the differences between a response and the description of its operation. */
function findMismatches(operationId: string, answer: Answer): unknown[] {
  const operation = operations.find((known) => known.operationId === operationId)!;
  const response = operation.responses[answer.statusCode];
  if (response === undefined) return [`${operationId} has no status ${answer.statusCode}`];
  const { content = {}, headers = {} } = resolved(response) as Record<
    string,
    Record<string, { schema?: object }>
  >;
  const missing = Object.entries(headers)
    .filter(([name, header]) => resolved(header)['required'] === true && answer.headers[name] === undefined)
    .map(([name]) => `the header ${name} is missing`);
  const type = String(answer.headers['content-type']).split(';')[0]!;
  if (answer.body === '') return [...missing, ...Object.keys(content)];
  const described = content[type];
  if (described === undefined) return [`${operationId} has no ${type}`];
  if (described.schema === undefined) return missing;
  const isEvents = type === 'text/event-stream';
  const values = isEvents ? eventsIn(answer.body) : [answer.json<unknown>()];
  const schema = absolute(described.schema);
  return [...missing, ...values.flatMap((value) => (ajv.validate(schema, value) ? [] : (ajv.errors ?? [])))];
}

function eventsIn(body: string): unknown[] {
  const lines = body.split('\n').filter((line) => line.startsWith('data: '));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}

function absolute(schema: object): object {
  return JSON.parse(
    JSON.stringify(closed(schema)).replaceAll('"$ref":"#', '"$ref":"kinora:document#'),
  ) as object;
}

describe('the responses match the document', () => {
  const id = uuid();
  const template = { name: 'Greeting', template: JSON.parse(EDIT) as object, more: undefined };

  it.each<[string, number, string, () => ReturnType<TestServer['ask']>]>([
    ['a render', 201, 'postRender', () => server.ask('POST', '/edit/v1/render', EDIT)],
    ['an empty body', 400, 'postRender', () => server.ask('POST', '/edit/v1/render', '')],
    ['a wrong edit', 400, 'postRender', () => server.ask('POST', '/edit/v1/render', { timeline: { a: 1 } })],
    [
      'a wrong key',
      401,
      'postRender',
      () => server.ask('POST', '/edit/v1/render', EDIT, { 'x-api-key': 'no' }),
    ],
    [
      'the other key',
      403,
      'getRender',
      () => server.ask('GET', `/edit/v1/render/${id}`, undefined, { 'x-api-key': KEYS.stage }),
    ],
    ['an unknown render', 404, 'getRender', () => server.ask('GET', `/edit/v1/render/${id}`)],
    ['an unknown version', 404, 'getRender', () => server.ask('GET', `/edit/v2/render/${id}`)],
    ['a wrong id', 400, 'getRender', () => server.ask('GET', '/edit/v1/render/1')],
    [
      'text',
      415,
      'postRender',
      () => server.ask('POST', '/edit/v1/render', 'x', { 'content-type': 'text/plain' }),
    ],
    [
      'a large body',
      413,
      'postTemplate',
      () => server.ask('POST', '/edit/v1/templates', `"${'x'.repeat(11e6)}"`),
    ],
    ['a list of renders', 200, 'listRenders', () => server.ask('GET', '/edit/v1/render?limit=1')],
    ['a wrong limit', 400, 'listRenders', () => server.ask('GET', '/edit/v1/render?limit=0')],
    ['a template', 201, 'postTemplate', () => server.ask('POST', '/edit/v1/templates', template)],
    ['a list of templates', 200, 'getTemplates', () => server.ask('GET', '/edit/v1/templates')],
    ['an unknown template', 404, 'getTemplate', () => server.ask('GET', `/edit/v1/templates/${id}`)],
    ['a wrong asset', 400, 'getAsset', () => server.ask('GET', '/serve/v1/assets/1')],
    ['an unknown asset', 404, 'getAsset', () => server.ask('GET', `/serve/v1/assets/${id}`)],
    [
      'no key',
      401,
      'getAsset',
      () => server.ask('GET', `/serve/v1/assets/${id}`, undefined, { 'x-api-key': '' }),
    ],
    ['a dry run', 200, 'postRender', () => server.ask('POST', '/edit/v1/render?dryRun=true', EDIT)],
    ['a probe', 200, 'probe', () => server.ask('GET', '/edit/v1/probe/https%3A%2F%2Fexample.com%2Fa.mp4')],
    ['a probe of nothing', 400, 'probe', () => server.ask('GET', '/edit/v1/probe/nothing')],
    ['the account', 200, 'getAccount', () => server.ask('GET', '/edit/v1/account')],
    ['the keys', 200, 'listKeys', () => server.ask('GET', '/edit/v1/keys')],
    ['a new key', 201, 'postKey', () => server.ask('POST', '/edit/v1/keys', { name: 'a', scope: 'read' })],
    ['a wrong key', 400, 'postKey', () => server.ask('POST', '/edit/v1/keys', { name: '' })],
    ['an unknown key', 404, 'deleteKey', () => server.ask('DELETE', `/edit/v1/keys/${id}`)],
    ['the brand', 200, 'getBrand', () => server.ask('GET', '/edit/v1/brand')],
    ['a wrong brand', 400, 'putBrand', () => server.ask('PUT', '/edit/v1/brand', { logos: [{}] })],
    ['the tokens', 200, 'listTokens', () => server.ask('GET', '/edit/v1/tokens')],
    ['a wrong token', 400, 'postToken', () => server.ask('POST', '/edit/v1/tokens', { scope: 'form' })],
    ['an unknown token', 404, 'deleteToken', () => server.ask('DELETE', `/edit/v1/tokens/${id}`)],
    ['a sheet', 200, 'postSheet', () => server.ask('POST', '/edit/v1/sheet', EDIT)],
    ['a wrong sheet', 400, 'postSheet', () => server.ask('POST', '/edit/v1/sheet?moments=0', EDIT)],
    ['a waveform', 200, 'postWaveform', () => server.ask('POST', '/edit/v1/waveform', EDIT)],
    ['a wrong waveform', 400, 'postWaveform', () => server.ask('POST', '/edit/v1/waveform?points=0', EDIT)],
    ['layers', 200, 'postLayers', () => server.ask('POST', '/edit/v1/layers', EDIT)],
    ['wrong layers', 400, 'postLayers', () => server.ask('POST', '/edit/v1/layers?height=1', EDIT)],
    ['a wrong layer', 400, 'getLayer', () => server.ask('GET', '/edit/v1/layers/1')],
    ['no piece', 404, 'getLayerPiece', () => server.ask('GET', `/edit/v1/layers/${'a'.repeat(64)}/2`)],
    ['the voices', 200, 'listVoices', () => server.ask('GET', '/edit/v1/voices')],
    ['a wrong speech', 400, 'postSpeech', () => server.ask('POST', '/edit/v1/speech', { text: 'Hello' })],
    ['a frame', 200, 'postFrame', () => server.ask('POST', '/edit/v1/frame?at=1', EDIT)],
    [
      'a frame as text',
      406,
      'postFrame',
      () => server.ask('POST', '/edit/v1/frame?at=1', EDIT, { accept: 'text/plain' }),
    ],
    [
      'a wrong source',
      400,
      'postSource',
      () => server.ask('POST', '/ingest/v1/sources', { url: 1, callback: 2 }),
    ],
    ['a source without a body', 400, 'postSource', () => server.ask('POST', '/ingest/v1/sources')],
    [
      'no renditions',
      400,
      'postRenditions',
      () => server.ask('POST', `/ingest/v1/sources/${id}/renditions`, { renditions: [] }),
    ],
    ['an unknown source', 404, 'getSource', () => server.ask('GET', `/ingest/v1/sources/${id}`)],
    ['a wrong limit of assets', 400, 'listAssets', () => server.ask('GET', '/serve/v1/assets?limit=101')],
    ['a wrong limit of sources', 400, 'listSources', () => server.ask('GET', '/ingest/v1/sources?limit=0')],
    ['a deletion of no source', 404, 'deleteSource', () => server.ask('DELETE', `/ingest/v1/sources/${id}`)],
    ['an upload', 200, 'postUpload', () => server.ask('POST', '/ingest/v1/upload')],
    ['a wrong upload', 400, 'postUpload', () => server.ask('POST', '/ingest/v1/upload', { outputs: 1 })],
    [
      'a wrong request to create',
      400,
      'postCreatedAsset',
      () => server.ask('POST', '/create/v1/assets', { provider: 'fal', options: 1 }),
    ],
    [
      'a provider without credentials',
      400,
      'postCreatedAsset',
      () =>
        server.ask('POST', '/create/v1/assets', {
          provider: 'kinora',
          options: { type: 'text-generator', prompt: 'Hi' },
        }),
    ],
    ['a body that is not JSON', 400, 'postCreatedAsset', () => server.ask('POST', '/create/v1/assets', '{')],
    ['an unknown created asset', 404, 'getCreatedAsset', () => server.ask('GET', `/create/v1/assets/${id}`)],
    [
      'a wrong limit of created assets',
      400,
      'listCreatedAssets',
      () => server.ask('GET', '/create/v1/assets?limit=0'),
    ],
    ['health', 200, 'getHealth', () => server.ask('GET', '/health')],
    ['readiness', 200, 'getReadiness', () => server.ask('GET', '/ready')],
  ])('%s: %i', async (_what, status, operationId, ask) => {
    const answer = await ask();
    expect(answer.statusCode).toBe(status);
    expect(findMismatches(operationId, answer)).toEqual([]);
  });

  it('for the routes of a render', async () => {
    const idOf = (answer: Answer) => answer.json<{ response: { id: string } }>().response.id;
    const render = idOf(await server.ask('POST', '/edit/v1/render', EDIT));
    const address = `/edit/v1/render/${render}`;
    expect(findMismatches('getRender', await server.ask('GET', address))).toEqual([]);
    const { tables } = server.parts.database;
    const attempt = (await beginAttempt(tables, render))!;
    const files = { output: 'v1/a/b.mp4', poster: 'v1/a/b-poster.jpg' };
    const warnings = [{ field: 'timeline.tracks[0].clips[1]', text: 'It overlaps.' }];
    await finishRender(tables, attempt, files, { warnings: JSON.stringify(warnings) });
    const done = await server.ask('GET', `${address}?merged=true`);
    expect(done.json()).toMatchObject({ response: { status: 'done', warnings } });
    expect(findMismatches('getRender', done)).toEqual([]);
    const events = await server.ask('GET', `${address}/events`);
    expect(events.body).toContain('data: ');
    expect(findMismatches('followRender', events)).toEqual([]);
    expect(findMismatches('listRenders', await server.ask('GET', '/edit/v1/render?status=done'))).toEqual([]);
    const [asset] = await findAssetsOfRender(tables, server.owners.v1, render);
    expect(findMismatches('getAsset', await server.ask('GET', `/serve/v1/assets/${asset?.id}`))).toEqual([]);
    expect(
      findMismatches('getAssetsByRenderId', await server.ask('GET', `/serve/v1/assets/render/${render}`)),
    ).toEqual([]);
    expect(findMismatches('listAssets', await server.ask('GET', '/serve/v1/assets?limit=1'))).toEqual([]);
    expect(findMismatches('deleteRender', await server.ask('DELETE', address))).toEqual([]);
  });

  it('for the routes of a source', async () => {
    const outputs = { renditions: [{ format: 'webm', note: 'mine' }], transcription: {} };
    const made = await server.ask('POST', '/ingest/v1/sources', { url: 'https://example.com/a', outputs });
    expect([made.statusCode, findMismatches('postSource', made)]).toEqual([201, []]);
    const source = made.json<{ data: { id: string } }>().data.id;
    const address = `/ingest/v1/sources/${source}`;
    expect(findMismatches('getSource', await server.ask('GET', address))).toEqual([]);
    await importSource(server.parts.database.tables, 'v1/a', source);
    const ready = await server.ask('GET', address);
    expect(ready.body).toContain('executionTime');
    expect(findMismatches('getSource', ready)).toEqual([]);
    const more = await server.ask('POST', `${address}/renditions`, { renditions: [{ format: 'jpg' }] });
    expect(more.statusCode).toBe(201);
    expect(findMismatches('postRenditions', more)).toEqual([]);
    for (const query of ['', '?limit=1'])
      expect(findMismatches('listSources', await server.ask('GET', `/ingest/v1/sources${query}`))).toEqual(
        [],
      );
    expect(findMismatches('deleteSource', await server.ask('DELETE', address))).toEqual([]);
    expect(findMismatches('getSource', await server.ask('GET', address))).toEqual([]);
  });

  it('for the routes of a created asset', async () => {
    const options = { type: 'text-to-speech', text: 'Hi', voice: 'Amy' };
    const made = await server.ask('POST', '/create/v1/assets', { provider: 'kinora', options });
    expect([made.statusCode, findMismatches('postCreatedAsset', made)]).toEqual([201, []]);
    const created = made.json<{ data: { id: string } }>().data.id;
    const address = `/create/v1/assets/${created}`;
    await finishCreatedAsset(server.parts.database.tables, 'v1/a', created, ['It skips letters.']);
    const done = await server.ask('GET', address);
    expect(done.body).toContain('It skips letters.');
    expect(findMismatches('getCreatedAsset', done)).toEqual([]);
    expect(findMismatches('listCreatedAssets', await server.ask('GET', '/create/v1/assets?limit=1'))).toEqual(
      [],
    );
    expect(findMismatches('deleteCreatedAsset', await server.ask('DELETE', address))).toEqual([]);
  });

  it('for the routes of a template', async () => {
    const made = await server.ask('POST', '/edit/v1/templates', template, { 'idempotency-key': 'one' });
    const { id: template_ } = made.json<{ response: { id: string } }>().response;
    const address = `/edit/v1/templates/${template_}`;
    expect(findMismatches('getTemplate', await server.ask('GET', address))).toEqual([]);
    expect(findMismatches('putTemplate', await server.ask('PUT', address, template))).toEqual([]);
    const again = await server.ask('POST', '/edit/v1/templates', { name: 'b' }, { 'idempotency-key': 'one' });
    expect([again.statusCode, findMismatches('postTemplate', again)]).toEqual([409, []]);
    const render = await server.ask('POST', '/edit/v1/templates/render', { id: template_ });
    expect([render.statusCode, findMismatches('postTemplateRender', render)]).toEqual([201, []]);
    expect(findMismatches('deleteTemplate', await server.ask('DELETE', address))).toEqual([]);
  });

  it('for the routes of a kept edit', async () => {
    const kept = { name: 'Film', edit: template.template };
    const made = await server.ask('POST', '/edit/v1/edits', kept);
    expect([made.statusCode, findMismatches('postEdit', made)]).toEqual([201, []]);
    const address = `/edit/v1/edits/${made.json<{ response: { id: string } }>().response.id}`;
    for (const [operation, url] of [
      ['listEdits', '/edit/v1/edits'],
      ['getEdit', address],
      ['getEdit', `${address}?data=false`],
      ['listEditVersions', `${address}/versions`],
      ['getEditVersion', `${address}/versions/1`],
      ['getEditVersion', `${address}/versions/0`],
    ] as const)
      expect(findMismatches(operation, await server.ask('GET', url))).toEqual([]);
    const stale = await server.ask('PUT', address, { ...kept, name: 'b' }, { 'if-match': '"9"' });
    expect([stale.statusCode, findMismatches('putEdit', stale)]).toEqual([412, []]);
    const saved = await server.ask('PUT', address, { ...kept, name: 'b' }, { 'if-match': '"1"' });
    expect([saved.statusCode, findMismatches('putEdit', saved)]).toEqual([200, []]);
    expect(findMismatches('deleteEdit', await server.ask('DELETE', address))).toEqual([]);
  });
});
