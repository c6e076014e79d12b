import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpackEdit } from '../../../edit/index.ts';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.inspection.layers.mockClear();
});

describe('layers', () => {
  const ID = 'a'.repeat(64);

  it('are made for a view of 540 pixels by default', async () => {
    const answer = await server.ask('POST', '/edit/v1/layers', EDIT);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      message: 'OK',
      response: { timeline: { timeline: { width: 64 } }, warnings: [] },
    });
    const [edit, height, { owner }] = server.inspection.layers.mock.calls[0]!;
    expect([height, owner]).toEqual([540, server.owners.v1]);
    expect(JSON.stringify(unpackEdit(edit))).toContain('Héllo');
  });

  it('have the sound of the edit', async () => {
    const soundtrack = '"soundtrack": { "src": "https://example.com/music.mp3" }, "tracks"';
    await server.ask('POST', '/edit/v1/layers', EDIT.replace('"tracks"', soundtrack));
    const [edit] = server.inspection.layers.mock.calls[0]!;
    expect(JSON.stringify(unpackEdit(edit))).toContain('music.mp3');
  });

  it('are made for a view of the given height', async () => {
    await server.ask('POST', '/edit/v1/layers?height=1080', EDIT);
    expect(server.inspection.layers.mock.calls[0]?.[1]).toBe(1080);
    const answer = await server.ask('POST', '/edit/v1/layers?height=80', EDIT);
    expect(answer.body).toContain('height must be a whole number from 90 to 2160.');
  });

  it.each([
    [`/layers/${ID}`, 'picture', `"${ID}"`],
    [`/layers/${ID}/1`, 'piece 1', `"${ID}-1"`],
  ])('have the file %s, which clients may keep', async (path, body, etag) => {
    const answer = await server.ask('GET', `/edit/v1${path}`);
    expect([answer.statusCode, answer.body]).toEqual([200, body]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, max-age=31536000, immutable',
      etag,
    });
    const again = await server.ask('GET', `/edit/v1${path}`, undefined, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    [`/layers/${ID}/2`, 404, 'Ask for the layers of the edit again.'],
    ['/layers/abc', 400, 'id must be an id of 64 hexadecimal digits from the layers of an edit.'],
    [`/layers/${ID}/x`, 400, 'piece must be a whole number from 0 to 1000000.'],
  ])('have no file %s', async (path, status, sentence) => {
    const answer = await server.ask('GET', `/edit/v1${path}`);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(sentence);
  });
});
