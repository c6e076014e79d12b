import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '../../../store/accounts/keys.ts';
import { KEY_SCOPES, type KeyScope } from '../../../store/schema.ts';
import { openTestServer, type TestServer } from '../server.fixture.ts';

const ID = '019a9f3c-7c1e-7b52-8d0a-0f6f4b1c2d3e';
const FORBIDDEN = 'insufficient_scope';
/** The keys of the scopes. */
const keyOf = (scope: KeyScope): string => `test-key-of-the-scope-${scope}`;

/** An operation of the OpenAPI document. */
interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly 'x-kinora-scope'?: KeyScope;
}

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  for (const scope of KEY_SCOPES) {
    const key = { owner: server.owners.v1, key: keyOf(scope), scope };
    await addKey(server.parts.database.tables, key);
  }
});
afterAll(() => server.close());

/** Lists the operations of the four APIs that need a key, with the method and an address of each. */
async function listOperations(): Promise<{ method: 'GET'; url: string; operation: Operation }[]> {
  const document = (await server.app.inject('/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const isOfApi = path.includes('{version}') && operation.security === undefined;
      const url = path.replace('{version}', 'v1').replaceAll(/\{\w+\}/g, ID);
      // The type allows every method that the document has.
      return isOfApi ? [{ method: method.toUpperCase() as 'GET', url, operation }] : [];
    }),
  );
}

async function codeOf(method: 'GET' | 'HEAD', url: string, scope: KeyScope): Promise<string> {
  const headers = { 'x-api-key': keyOf(scope), accept: 'application/json' };
  const { statusCode, body } = await server.app.inject({ method, url, headers });
  return `${statusCode} ${body}`;
}

describe('the scope of a key', () => {
  it('decides about every route of the four APIs', async () => {
    const operations = await listOperations();
    const scopes = operations.map(({ operation }) => [operation.operationId, operation['x-kinora-scope']]);
    expect(Object.fromEntries(scopes)).toEqual({
      postRender: 'render',
      postLayers: 'render',
      getLayer: 'read',
      getLayerPiece: 'read',
      listAssets: 'read',
      listRenders: 'read',
      getRender: 'read',
      deleteRender: 'full',
      followRender: 'read',
      listCallbacks: 'read',
      resendCallback: 'full',
      postFrame: 'render',
      listVoices: 'read',
      postSpeech: 'render',
      postSheet: 'render',
      postWaveform: 'render',
      probe: 'read',
      getTemplates: 'read',
      getTemplate: 'read',
      getTemplateForm: 'read',
      postTemplate: 'full',
      putTemplate: 'full',
      deleteTemplate: 'full',
      postTemplateRender: 'render',
      listEdits: 'read',
      getEdit: 'read',
      postEdit: 'render',
      putEdit: 'render',
      deleteEdit: 'full',
      listEditVersions: 'read',
      getEditVersion: 'read',
      getBrand: 'read',
      putBrand: 'render',
      listKeys: 'full',
      postKey: 'full',
      deleteKey: 'full',
      listTokens: 'render',
      postToken: 'render',
      deleteToken: 'render',
      getAccount: 'read',
      postServeAsset: 'full',
      getAsset: 'read',
      getAssetsByRenderId: 'read',
      deleteAsset: 'full',
      postSource: 'render',
      listSources: 'read',
      getSource: 'read',
      deleteSource: 'full',
      postRenditions: 'render',
      postUpload: 'render',
      createTusUpload: 'render',
      continueTusUpload: 'render',
      cancelTusUpload: 'render',
      postCreatedAsset: 'full',
      listCreatedAssets: 'read',
      getCreatedAsset: 'read',
      postGenerate: 'render',
      postGenerateQuote: 'read',
      getGenerate: 'read',
      getModels: 'read',
      getModel: 'read',
      deleteCreatedAsset: 'full',
    });
  });

  it.each(KEY_SCOPES)('%s allows exactly the operations that the document says', async (scope) => {
    const operations = await listOperations();
    expect(operations.length).toBeGreaterThan(30);
    for (const { method, url, operation } of operations) {
      const needed = operation['x-kinora-scope'] ?? 'full';
      const isAllowed = KEY_SCOPES.indexOf(scope) <= KEY_SCOPES.indexOf(needed);
      const answer = await codeOf(method, url, scope);
      if (isAllowed) expect(answer, operation.operationId).not.toMatch(/^(401|403|5\d\d)/);
      else {
        expect(answer, operation.operationId).toMatch(/^403/);
        expect(answer).toContain(`has the scope \\"${scope}\\", but this request needs \\"${needed}\\"`);
      }
    }
  });

  it('holds at the old address, and for HEAD', async () => {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/v1/render',
      headers: { 'x-api-key': keyOf('read') },
    });
    expect(statusCode).toBe(403);
    expect(await codeOf('HEAD', '/edit/v1/keys', 'read')).toMatch(/^403/);
    expect(await codeOf('HEAD', '/edit/v1/templates', 'read')).toMatch(/^200/);
    expect(await codeOf('HEAD', `/ingest/v1/tus/${'a'.repeat(16)}/${ID}`, 'read')).not.toMatch(/^403/);
  });

  it('is named by the error', async () => {
    const answer = await server.ask('POST', '/edit/v1/render?dryRun=true', '{}', {
      'x-api-key': keyOf('read'),
    });
    expect(answer.json()).toMatchObject({
      response: {
        message:
          'This API key has the scope "read", but this request needs "render". Use a key with the scope "full" or "render".',
        error: { code: FORBIDDEN },
      },
    });
    const other = await server.ask('DELETE', `/serve/v1/assets/${ID}`, undefined, {
      'x-api-key': keyOf('render'),
    });
    expect(other.json()).toMatchObject({ errors: [{ status: '403' }] });
    expect(other.body).toContain('Use a key with the scope');
  });
});
