import { mkdir, writeFile } from 'node:fs/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapFrames, meanColour } from '../media/decode-output.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { connectAgent, makeFilmByTools, startTools } from './film-by-tools.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  await mkdir(media.path('work'));
  server = await startServer(media.path(''));
});

afterAll(async () => {
  await endServer(server);
  await media[Symbol.asyncDispose]();
});

function startStdio(env: Readonly<Record<string, string>>): Transport {
  const common = { KINORA_HOME: media.path('agent-home'), TMPDIR: media.path('tmp') };
  return startTools(media.path('work'), { ...common, KINORA_URL: server.url, ...env });
}

function openHttp(): Transport {
  const requestInit = { headers: { authorization: `Bearer ${server.keys.v1}` } };
  return new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit });
}

test.each([
  ['standard streams', () => startStdio({ KINORA_KEY: server.keys.v1 })],
  ['HTTP', openHttp],
])('an agent makes a film with a server over %s, from nothing but the tools', async (name, open) => {
  const agent = await connectAgent(open());
  const url = await makeFilmByTools(agent);
  await agent.close();
  expect(url.startsWith(`${server.url}/files/`)).toBe(true);
  const path = media.path(`${name}.mp4`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  const reds = await mapFrames(path, (planes) => (meanColour(planes, 100, 60, 40, 40)[0] ?? 0) > 200);
  expect(reds).toEqual(Array.from({ length: 50 }, (_, index) => index < 25));
});

test('a file of the folder is uploaded, and one elsewhere is not', async () => {
  const agent = await connectAgent(startStdio({ KINORA_KEY: server.keys.stage }));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>';
  await writeFile(media.path('work/a.svg'), svg);
  await writeFile(media.path('b.svg'), svg);
  expect(await agent.ask('upload', { path: 'a.svg' })).toMatchObject({
    src: expect.stringContaining('/files/stage/') as string,
  });
  expect((await agent.call('upload', { path: '../b.svg' })).text).toMatch(
    /is not a file that agents may use/,
  );
  await agent.close();
});

test.each([
  [{ KINORA_KEY: 'wrong' }, /unknown\. Ask the user to set KINORA_KEY/],
  [{}, /There is no API key for .* Ask the user to set KINORA_KEY/],
  [
    { KINORA_KEY: 'any', KINORA_URL: 'http://127.0.0.1:9' },
    /Kinora does not answer at .* Ask the user to start Kinora|cannot be reached/,
  ],
])('with %j every call says what to do', async (env, sentence) => {
  const agent = await connectAgent(startStdio(env));
  expect(await agent.call('templates')).toMatchObject({
    isError: true,
    text: expect.stringMatching(sentence) as string,
  });
  await agent.close();
});
