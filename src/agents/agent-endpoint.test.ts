import { expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { createAgentEndpoint } from './agent-endpoint.ts';
import { KinoraError } from '../base/errors.ts';
import { computeHere } from './compute/compute.ts';

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

it('counts the open calls of each owner over all requests', async () => {
  const answer = createAgentEndpoint({ version: '1.2.3', log: SILENT });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<Response>();
  let asked = 0;
  const call = async (owner: string, name: string, given: object): Promise<string> => {
    const response = await answer({
      request: new Request('http://kinora.invalid/mcp', { method: 'POST', headers: HEADERS }),
      messages: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { place: 0 } } },
      calls: [JSON.stringify(given)],
      compute: computeHere,
      requireScope: () => undefined,
      owner,
      key: 'a-key',
      version: 'v1',
      signal: new AbortController().signal,
      fetch: async () => ((asked += 1), (await stopped).clone()),
    });
    return await response.text();
  };
  const probe = (owner: string): Promise<string> => call(owner, 'probe', { src: 'https://a.example/a.mp4' });
  const calls = Array.from({ length: 30 }, () => probe('one'));
  expect(await Promise.race(calls)).toMatch(/24 calls are already open/);
  expect(await call('two', 'schema', {})).not.toMatch(/already open/);
  expect(asked).toBe(2);
  stop(Response.json({ success: false, message: 'Not found.' }, { status: 404 }));
  const answers = await Promise.all(calls);
  expect(answers.filter((text) => text.includes('already open'))).toHaveLength(6);
  expect(await probe('one')).not.toMatch(/already open/);
});

it('computes nothing for a key without the scope of the tool', async () => {
  const answer = createAgentEndpoint({ version: '1.2.3', log: SILENT });
  const asked: string[] = [];
  const response = await answer({
    request: new Request('http://kinora.invalid/mcp', { method: 'POST', headers: HEADERS }),
    messages: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'validate', arguments: { place: 0 } },
    },
    calls: ['{"edit":{}}'],
    compute: (name, ...texts) => Promise.reject(new Error(`${name} of ${texts.length} was computed.`)),
    requireScope: (needed) => {
      asked.push(needed);
      throw new KinoraError('insufficient_scope', 'Not with this key.');
    },
    owner: 'one',
    key: 'a-key',
    version: 'v1',
    signal: new AbortController().signal,
    fetch,
  });
  expect(await response.text()).toContain('Not with this key.');
  expect(asked).toEqual(['render']);
});
