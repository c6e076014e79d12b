import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { editErrorBody, createErrorHandler } from '../response/errors.ts';
import { type JsonBody, parseJsonBodies } from './json-body.ts';

const show = (body: unknown) => {
  if (body === undefined) return null;
  const { text, bytes } = body as JsonBody;
  return { text, bytes: Buffer.from(bytes).toString() };
};

async function answerTo(payload: string | Buffer, method: 'POST' | 'DELETE' = 'POST') {
  const app = fastify({ bodyLimit: 1_000_000 });
  parseJsonBodies(app);
  app.setErrorHandler(createErrorHandler(editErrorBody));
  app.route({ method, url: '/', handler: ({ body }) => Promise.resolve({ body: show(body) }) });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const { statusCode, body } = await app.inject({ method, url: '/', payload, headers });
  await app.close();
  const { response, ...rest } = JSON.parse(body) as { response?: { message: string } };
  return { statusCode, ...(response ? { message: response.message } : rest) };
}

describe('a JSON body', () => {
  it('is read unchanged, except for its byte order mark', async () => {
    const text = '{ "a": ["ä", 1.50] }';
    expect(await answerTo(`\uFEFF${text}`)).toEqual({ statusCode: 200, body: { text, bytes: text } });
  });

  it('is read the same if it is large', async () => {
    const text = `["${'ä'.repeat(200_000)}"]`;
    expect(await answerTo(`\uFEFF${text}`)).toEqual({ statusCode: 200, body: { text, bytes: text } });
    const wrong = Buffer.from(`${text}\xff`, 'latin1');
    expect((await answerTo(wrong)).statusCode).toBe(400);
  });

  it('must be valid UTF-8', async () => {
    const message = 'The body is not JSON: it is not valid UTF-8 text.';
    expect(await answerTo(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ statusCode: 400, message });
  });

  it('may be empty if the route needs none, even with a content type', async () => {
    expect(await answerTo('', 'DELETE')).toEqual({ statusCode: 200, body: null });
  });
});
