import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { editErrorBody, errorHandler } from './errors.ts';
import { parseJsonBodies } from './json-body.ts';

async function answerTo(payload: string | Buffer, method: 'POST' | 'DELETE' = 'POST') {
  const app = fastify({ bodyLimit: 1000 });
  parseJsonBodies(app);
  app.setErrorHandler(errorHandler(editErrorBody));
  app.route({ method, url: '/', handler: ({ body }) => Promise.resolve({ body: body ?? null }) });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const { statusCode, body } = await app.inject({ method, url: '/', payload, headers });
  await app.close();
  const { response, ...rest } = JSON.parse(body) as { response?: { message: string } };
  return { statusCode, ...(response ? { message: response.message } : rest) };
}

describe('a JSON body', () => {
  it('is known as it was sent and as what it means, without its byte order mark', async () => {
    const text = '{ "a": ["ä", 1.50] }';
    const body = { text, value: { a: ['ä', 1.5] } };
    expect(await answerTo(`\uFEFF${text}`)).toEqual({ statusCode: 200, body });
  });

  it.each<[string, string | Buffer, string]>([
    ['broken', '{\n  "a": 1\n  "b": 2\n}', 'is not JSON: line 3, column 3: a comma is expected.'],
    ['cut off', '{"timeline":', 'is not JSON: line 1, column 13: a value is expected.'],
    [
      'dangerous',
      '{"__proto__":{}}',
      'has a forbidden name: line 1, column 2: a property may not be called "__proto__" here.',
    ],
    [
      'too deep',
      '['.repeat(900),
      'is nested too deep: line 1, column 101: lists and objects may be 100 deep at the most.',
    ],
    ['no text', Buffer.from([0x22, 0xff, 0x22]), 'is not JSON: it is not text in UTF-8.'],
  ])('that is %s is answered with the place', async (_, payload, what) => {
    expect(await answerTo(payload)).toEqual({ statusCode: 400, message: `The body ${what}` });
  });

  it('may be empty where none is needed, whatever its type says', async () => {
    expect(await answerTo('', 'DELETE')).toEqual({ statusCode: 200, body: null });
  });
});
