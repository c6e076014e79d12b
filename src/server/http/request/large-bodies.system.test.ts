import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listClips, unpackEdit } from '../../../edit/index.ts';
import { openTestServer, type TestServer } from '../server.fixture.ts';

const MEGABYTE = 1024 * 1024;
const many = (count: number, clip: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => clip(index)).join();
const editOf = (clips: string): string =>
  `{"timeline":{"tracks":[{"clips":[${clips}]}]},"output":{"format":"mp4","resolution":"sd"}}`;
const clip = (index: number): string => `{"asset":{"type":"text","text":"a"},"start":${index},"length":1}`;
const long = (length: number): string =>
  editOf(`{"asset":{"type":"text","text":"${'x'.repeat(length)}"},"start":0,"length":1}`);

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it.each([
  ['10,000 clips', editOf(many(10_000, clip)), 201],
  ['10,001 clips', editOf(many(10_001, clip)), 400],
  ['100,000 invalid clips', editOf(many(100_000, () => '{"start":-1}')), 400],
  ['3 million empty clips', editOf(many(3_000_000, () => '{}')), 400],
  ['a string of 9 MB', long(9 * MEGABYTE), 201],
  ['a body of more than 10 MB', long(10 * MEGABYTE), 413],
  ['a thousand nested lists', '['.repeat(1000) + ']'.repeat(1000), 400],
  ['10 MB of brackets', '['.repeat(10 * MEGABYTE), 400],
  ['a syntax error after 9 MB', `${long(9 * MEGABYTE)}}`, 400],
])('answers %s and the next request', async (_what, body, status) => {
  const answer = await server.ask('POST', '/edit/v1/render', body);
  expect(answer.statusCode).toBe(status);
  expect(answer.body.length).toBeLessThan(100_000);
  expect((await server.ask('GET', '/ready')).statusCode).toBe(200);
});

it('returns a large edit as submitted, and merged', async () => {
  const body = `${editOf(many(2000, clip)).slice(0, -1)},"merge":[]}`;
  const { response } = (await server.ask('POST', '/edit/v1/render', body)).json<{
    response: { id: string };
  }>();
  const address = `/edit/v1/render/${response.id}`;
  expect((await server.ask('GET', address)).body).toContain(body);
  const merged = await server.ask('GET', `${address}?merged=true`);
  expect(merged.json<{ response: { data: object } }>().response.data).toEqual(
    JSON.parse(editOf(many(2000, clip))),
  );
});

it('neither parses nor writes a large edit in the thread of the server', async () => {
  const tweens = many(20_000, (index) => `{"from":0,"to":1,"start":${index},"length":1}`);
  const animated = clip(0).replace('"length":1', `"length":30000,"opacity":[${tweens}]`);
  const body = editOf(animated);
  const parse = vi.spyOn(JSON, 'parse');
  const write = vi.spyOn(JSON, 'stringify');
  const statuses: number[] = [];
  for (const path of ['render', 'render?dryRun=true', 'frame?at=0'])
    statuses.push((await server.ask('POST', `/edit/v1/${path}`, body)).statusCode);
  const parsed = parse.mock.calls.map(([text]) => text.length);
  const written = write.mock.results.map(({ value }) => (value as string | undefined)?.length ?? 0);
  vi.restoreAllMocks();
  expect(statuses).toEqual([201, 200, 200]);
  expect(Math.max(...parsed, ...written)).toBeLessThan(10_000);
  for (const [packed] of [...server.inspection.dryRun.mock.calls, ...server.inspection.frame.mock.calls]) {
    // Few objects cross from thread to thread.
    expect(JSON.stringify(packed.outline).length).toBeLessThan(300);
    expect(listClips(unpackEdit(packed))[0]?.clip.opacity).toHaveLength(20_000);
  }
});
