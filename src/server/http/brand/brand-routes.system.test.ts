import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const EMPTY = { palettes: [], fonts: [], logos: [] };
const brand = {
  palettes: [{ name: 'House', colors: ['#101828', '#80f5b544'] }],
  fonts: [{ family: 'Montserrat' }, { family: 'Own', src: 'https://example.com/own.ttf' }],
  logos: [{ name: 'Logo', src: 'https://example.com/logo.svg' }],
};

async function put(body: object, match?: string, base = '/edit/v1') {
  return server.ask('PUT', `${base}/brand`, body, match === undefined ? {} : { 'if-match': match });
}

it('is empty until it is saved, and belongs to one environment', async () => {
  const before = await server.ask('GET', '/edit/stage/brand');
  expect([before.headers['etag'], before.json()]).toMatchObject([
    '"0"',
    { response: { owner: server.owners.stage, version: 0, brand: EMPTY } },
  ]);
  expect((await put(brand, '"0"')).json()).toMatchObject({ response: { version: 1, brand } });
  const found = await server.ask('GET', '/v1/brand');
  expect([found.headers['etag'], found.json()]).toMatchObject(['"1"', { response: { brand } }]);
  expect((await server.ask('GET', '/edit/stage/brand')).json()).toMatchObject({ response: { brand: EMPTY } });
});

it('is not saved over the change of another', async () => {
  const both = await Promise.all([put(brand, '"0"', '/edit/stage'), put({}, '"0"', '/edit/stage')]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412]);
  expect((await put({}, undefined, '/edit/stage')).json()).toMatchObject({
    response: { version: 2, brand: EMPTY },
  });
});

it.each<[string, object, string]>([
  ['a colour that is none', { palettes: [{ name: 'a', colors: ['red'] }] }, 'palettes[0].colors[0]'],
  ['a local file', { logos: [{ name: 'a', src: 'file:///etc/passwd' }] }, 'logos[0].src'],
  ['a font without a family', { fonts: [{}] }, 'fonts[0].family'],
  ['a character that cannot be stored', { fonts: [{ family: 'a\0b' }] }, 'fonts[0].family'],
  ['other properties', { slogan: 'a' }, 'slogan'],
])('is rejected with %s', async (_what, body, field) => {
  const answer = await put(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    response: { error: { details: [{ field, code: expect.stringMatching(/./) as string }] } },
  });
});
