import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KinoraError } from '../../../base/errors.ts';
import type { InvalidRequest } from '../response/errors.ts';
import { openChecker } from './checker.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  openChecker(app);
});
afterAll(() => app.close());

const MEGABYTE = 1024 * 1024;
const OUTPUT = '"output":{"format":"mp4","resolution":"sd"}';
const clip = (index: number) => `{"asset":{"type":"text","text":"${index}"},"start":${index},"length":1}`;
const editOf = (clips: string) => `{"timeline":{"tracks":[{"clips":[${clips}]}]},${OUTPUT}}`;
const many = (count: number, unit: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => unit(i)).join();

/** Small texts are checked in the calling thread, large ones in another thread. */
describe.each([
  ['small', ''],
  ['large', ' '.repeat(100_000)],
])('a %s text', (_size, padding) => {
  const rejection = (check: Promise<unknown>) =>
    check.then(
      () => undefined,
      (error: unknown) => error as KinoraError,
    );

  it('passes if it is valid', async () => {
    await expect(app.check('checkEdit', editOf(clip(0)) + padding, 'interface')).resolves.toEqual({
      callback: undefined,
      providers: [],
      needs: [],
      cost: {
        seconds: expect.any(Number) as number,
        memoryBytes: expect.any(Number) as number,
        diskBytes: expect.any(Number) as number,
      },
    });
  });

  it('is read as an edit', async () => {
    const text = `${editOf('{"asset":{"type":"text","text":"{{ A }}"},"start":0,"length":1}').slice(0, -1)},"merge":[{"find":"A","replace":"b"}]}`;
    const { edit } = await app.check('readEdit', text + padding, 'interface');
    expect(edit.timeline.tracks[0]?.clips[0]?.asset).toMatchObject({ text: 'b' });
  });

  it('is rejected with the position if it is not JSON', async () => {
    const error = await rejection(app.check('checkEdit', `${padding}{"a":}`, 'interface'));
    expect(error).toMatchObject({ code: 'not_json' });
    expect(error?.message).toContain(`line 1, column ${padding.length + 6}: a value is expected`);
  });

  it('is rejected with all problems if it is not an edit', async () => {
    const error = await rejection(app.check('checkEdit', `{"timeline":{}}${padding}`, 'interface'));
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    const problems = (error as InvalidRequest).problems;
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/timeline/tracks', '/output']);
  });

  it('is read as a template, which is filled', async () => {
    const body = `{"name":"A","template":${editOf(clip(0))}}${padding}`;
    const { name, template } = await app.check('readTemplate', body, 'interface');
    expect({ name, template }).toEqual({ name: 'A', template: editOf(clip(0)) });
    const id = '01a1f98f-b920-709d-9057-4b0f61c507b0';
    const order = `{"id":"${id}","callback":"https://a.example/"}${padding}`;
    expect(await app.check('readTemplateId', order)).toBe(id);
    const refused = await rejection(app.check('fillTemplate', '{}', order, 'interface'));
    expect(refused).toMatchObject({ code: 'validation_failed' });
  });

  it('is merged', async () => {
    const edit = `{"a":"{{ A }}","merge":[{"find":"A","replace":1}]}${padding}`;
    expect(await app.check('mergeEdit', edit)).toBe('{"a":1}');
  });
});

describe('a text of megabytes', () => {
  it.each([
    ['of clips', editOf(many(12_000, clip)), undefined],
    ['of invalid clips', editOf(many(100_000, () => '{"start":-1}')), 'validation_failed'],
    ['of empty clips', editOf(many(300_000, () => '{}')), 'validation_failed'],
    ['of brackets', '['.repeat(MEGABYTE), 'not_json'],
    [
      'of one string',
      editOf(`{"asset":{"type":"text","text":"${'x'.repeat(MEGABYTE)}"},"start":0,"length":1}`),
      undefined,
    ],
    ['with a syntax error at its end', `${editOf(many(12_000, clip))}}`, 'not_json'],
  ])('%s is checked', async (_what, text, code) => {
    const answer = app.check('checkEdit', text, 'interface').then(
      () => undefined,
      (error: unknown) => (error as KinoraError).code,
    );
    expect(await answer).toBe(code);
  });

  it('is checked concurrently with others, up to a limit', async () => {
    const texts = Array.from({ length: 80 }, () => editOf(many(1000, clip)));
    const settled = await Promise.allSettled(texts.map((text) => app.check('checkEdit', text, 'interface')));
    const refused = settled.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(16);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'queue_full', status: 503 });
  });
});

it('aborts running checks when the server closes', async () => {
  const stopped = fastify();
  openChecker(stopped);
  const texts = Array.from({ length: 5 }, () => editOf(many(20_000, clip)));
  const settled = Promise.allSettled(texts.map((text) => stopped.check('checkEdit', text, 'interface')));
  await stopped.close();
  for (const outcome of await settled) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'stopping', status: 503 } });
  }
});
