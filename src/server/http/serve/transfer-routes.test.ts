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
    'is found by what the client calls it: %s',
    async (name) => {
      expect((await transfer(name)).statusCode).toBe(200);
      const found = await assetsOf(name);
      expect(found.statusCode).toBe(200);
      const [{ attributes } = { attributes: { renderId: '' } }] = found.json<Shown>().data;
      // Our own id may be written in capitals.
      expect((await assetsOf(attributes.renderId.toUpperCase())).json()).toEqual(found.json());
    },
  );

  it('has to go somewhere', async () => {
    const answer = await transfer('nowhere', [{ provider: 'shotstack', exclude: true }]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ source: { pointer: '/destinations' } }] });
    expect(answer.body).toContain('must name another destination');
  });

  it('may be named in the address by any name, says the API description', async () => {
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
