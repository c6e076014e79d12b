import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KinoraError } from '../../../base/errors.ts';
import { unpackEdit } from '../../../edit/index.ts';
import type { InvalidRequest } from '../response/errors.ts';
import { openChecker, isSmallTask } from './checker.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  openChecker(app);
});
afterAll(() => app.close());

const OWNER = 'abcdefghij';
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
    await expect(app.check(OWNER, 'checkEdit', editOf(clip(0)) + padding, 'interface')).resolves.toEqual({
      callback: undefined,
      providers: [],
      providerPaths: [],
      needs: [],
      cost: {
        seconds: expect.any(Number) as number,
        memoryBytes: expect.any(Number) as number,
        diskBytes: expect.any(Number) as number,
        outputSeconds: expect.any(Number) as number,
      },
    });
  });

  it('is read as an edit', async () => {
    const text = `${editOf('{"asset":{"type":"text","text":"{{ A }}"},"start":0,"length":1}').slice(0, -1)},"merge":[{"find":"A","replace":"b"}]}`;
    const edit = unpackEdit(await app.check(OWNER, 'readEdit', text + padding, 'interface'));
    expect(edit.timeline.tracks[0]?.clips[0]?.asset).toMatchObject({ text: 'b' });
  });

  it('is rejected with the position if it is not JSON', async () => {
    const error = await rejection(app.check(OWNER, 'checkEdit', `${padding}{"a":}`, 'interface'));
    expect(error).toMatchObject({ code: 'not_json' });
    expect(error?.message).toContain(`line 1, column ${padding.length + 6}: a value is expected`);
  });

  it('is rejected with all problems if it is not an edit', async () => {
    const error = await rejection(app.check(OWNER, 'checkEdit', `{"timeline":{}}${padding}`, 'interface'));
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    const problems = (error as InvalidRequest).problems;
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/timeline/tracks', '/output']);
  });

  it('is read as a template, which is filled', async () => {
    const body = `{"name":"A","template":${editOf(clip(0))}}${padding}`;
    const { name, template } = await app.check(OWNER, 'readTemplate', body, 'interface');
    expect({ name, template }).toEqual({ name: 'A', template: editOf(clip(0)) });
    const id = '01a1f98f-b920-709d-9057-4b0f61c507b0';
    const order = `{"id":"${id}","callback":"https://a.example/"}${padding}`;
    expect(await app.check(OWNER, 'readTemplateId', order)).toBe(id);
    const refused = await rejection(app.check(OWNER, 'fillTemplate', '{}', order, 'interface'));
    expect(refused).toMatchObject({ code: 'validation_failed' });
  });

  it('is merged', async () => {
    const edit = `{"a":"{{ A }}","merge":[{"find":"A","replace":1}]}${padding}`;
    expect(await app.check(OWNER, 'mergeEdit', edit)).toBe('{"a":1}');
  });
});

it('checks one small text in each turn of the event loop', async () => {
  let turns = 0;
  let isOver = false;
  const countTurns = (): void => {
    turns += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  await Promise.all(Array.from({ length: 20 }, () => app.check(OWNER, 'mergeEdit', '{}')));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

describe('a short text that a merge makes large', () => {
  const tracks = many(500, () => '{"clips":"{{ CLIPS }}"}');
  const merge = `"merge":[{"find":"CLIPS","replace":[${many(300, () => clip(0))}]}]`;
  const edit = (pattern: string) => `{"timeline":{"tracks":[${pattern}]},${OUTPUT}`;

  it('is not small', () => {
    const texts = [
      `${edit(many(100, () => '{"clips":"{{ CLIPS }}"}'))},${merge.replace(
        many(300, () => clip(0)),
        many(60, () => clip(0)),
      )}}`,
      'interface',
    ];
    expect(texts.join('').length).toBeLessThan(16_000);
    expect(isSmallTask({ name: 'checkEdit', texts })).toBe(false);
    expect(
      isSmallTask({
        name: 'checkEdit',
        texts: [
          `${edit('{"clips":"{{ CLIPS }}"}')},${merge.replace(
            many(300, () => clip(0)),
            clip(0),
          )}}`,
          'interface',
        ],
      }),
    ).toBe(true);
  });

  it('is not small if the values come from another text', () => {
    const texts = [
      `${edit(many(100, () => '{"clips":"{{ CLIPS }}"}'))}}`,
      `{${merge.replace(
        many(300, () => clip(0)),
        many(60, () => clip(0)),
      )}}`,
      'interface',
    ];
    expect(isSmallTask({ name: 'fillTemplate', texts })).toBe(false);
  });

  it('is rejected with the number of clips and the limit', async () => {
    const sentence = /has 150,000/;
    const whole = `${edit(tracks)},${merge}}`;
    await expect(app.check(OWNER, 'checkEdit', whole, 'interface')).rejects.toThrow(sentence);
    await expect(app.check(OWNER, 'readMoments', whole, 'shotstack', '[0]', '0')).rejects.toThrow(sentence);
    await expect(
      app.check(OWNER, 'fillTemplate', `${edit(tracks)}}`, `{${merge}}`, 'interface'),
    ).rejects.toThrow(sentence);
  });
});

describe('a text of megabytes', () => {
  it.each([
    ['of clips', editOf(many(9_000, clip)), undefined],
    ['of invalid clips', editOf(many(9_000, () => '{"start":-1}')), 'validation_failed'],
    ['of too many clips', editOf(many(300_000, () => '{}')), 'validation_failed'],
    ['of brackets', '['.repeat(MEGABYTE), 'not_json'],
    [
      'of one string',
      editOf(`{"asset":{"type":"text","text":"${'x'.repeat(MEGABYTE)}"},"start":0,"length":1}`),
      undefined,
    ],
    ['with a syntax error at its end', `${editOf(many(9_000, clip))}}`, 'not_json'],
  ])('%s is checked', async (_what, text, code) => {
    const answer = app.check(OWNER, 'checkEdit', text, 'interface').then(
      () => undefined,
      (error: unknown) => (error as KinoraError).code,
    );
    expect(await answer).toBe(code);
  });

  it('is checked concurrently with others, up to a limit of all owners and of one', async () => {
    const text = editOf(many(300, clip));
    const owners = Array.from({ length: 100 }, (_, index) => `owner${Math.floor(index / 20)}`);
    const settled = await Promise.allSettled(
      owners.map((owner) => app.check(owner, 'checkEdit', text, 'interface')),
    );
    const codes = settled.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as KinoraError).code] : [],
    );
    // The first four owners have 16 each. The fifth finds all 64 places taken.
    expect(codes.filter((code) => code === 'queue_full')).toHaveLength(20);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(16);
  });
});

it('aborts running checks when the server closes', async () => {
  const stopped = fastify();
  openChecker(stopped);
  const texts = Array.from({ length: 5 }, () => editOf(many(20_000, clip)));
  const settled = Promise.allSettled(
    texts.map((text) => stopped.check(OWNER, 'checkEdit', text, 'interface')),
  );
  await stopped.close();
  for (const outcome of await settled) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'stopping', status: 503 } });
  }
});
