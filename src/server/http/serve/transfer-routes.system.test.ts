import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const transfer = (id: string, destinations: readonly object[] = []) =>
  server.ask('POST', '/serve/v1/assets', { url: 'https://example.com/a.mp4', id, destinations });
const assetsOf = (id: string) => server.ask('GET', `/serve/v1/assets/render/${encodeURIComponent(id)}`);

interface Shown {
  readonly data: readonly { readonly attributes: { readonly renderId: string } }[];
}

describe('a transfer', () => {
  it.each(['A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a/b', 'ü ?#', 'x'.repeat(255)])(
    'is found by the id of the client: %s',
    async (name) => {
      expect((await transfer(name)).statusCode).toBe(200);
      const found = await assetsOf(name);
      expect(found.statusCode).toBe(200);
      const [{ attributes } = { attributes: { renderId: '' } }] = found.json<Shown>().data;
      // Ids of the server are case-insensitive.
      expect((await assetsOf(attributes.renderId.toUpperCase())).json()).toEqual(found.json());
    },
  );

  it('must have a destination', async () => {
    const answer = await transfer('nowhere', [{ provider: 'shotstack', exclude: true }]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ source: { pointer: '/destinations' } }] });
    expect(answer.body).toContain('must name another destination');
  });

  it('may have any id in the path, according to the OpenAPI document', async () => {
    const description = (await server.ask('GET', '/openapi.json')).json<{
      paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
    }>();
    const { parameters } = description.paths['/serve/{version}/assets/render/{id}']!.get;
    expect(parameters.find(({ name }) => name === 'id')?.schema).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 255,
    });
  });
});
