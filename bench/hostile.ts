/**
 * `node bench/hostile.ts`: measures how long the event loop of the server blocks for anything that one key may
 * send: first the worst requests for each route, then requests that are made for one route. The target is 100 ms
 * of computing; above it, the exit code is 1. Beside the stall stand the longest time that the thread
 * computed, which does not depend on other processes, and the longest stall of the idle server just before. With a
 * word, runs only the requests whose names contain it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  FILLED_TEMPLATES,
  HOSTILE_REQUESTS,
  hostileEdit,
  type HostileRequest,
  READ_BACK,
} from './hostile-requests.ts';
import { KinoraProcess } from './kinora-process.ts';
import type { Route } from './routes.ts';
import { LARGEST, listEdit, type StoredIds, worstRequestsFor } from './worst-requests.ts';

/** Long enough for the worker to take a job and to read its edit. */
const SETTLE_MS = 1500;
const LIMIT_MS = 100;
const STREAMS = 200;
const STREAM_CASE = `${STREAMS} event streams of a waiting render`;
const RENDER = '/edit/v1/render';
const TEMPLATES = '/edit/v1/templates';
const [only = ''] = process.argv.slice(2);

const slow: string[] = [];
await measureRoutes();
await measureRequests();
if (STREAM_CASE.includes(only)) await measureStreams();
console.log(
  slow.length === 0 ? `Nothing computed ${LIMIT_MS} ms.` : `Above ${LIMIT_MS} ms: ${slow.join('; ')}`,
);
if (slow.length > 0) process.exitCode = 1;

/** The answer to a request: its status, and the milliseconds until it was there. */
interface Answer {
  readonly status: number;
  readonly ms: number;
}

/** Sends the worst requests for each route, and prints the worst of them. The first one finds a cold server. */
async function measureRoutes(): Promise<void> {
  await using kinora = await KinoraProcess.start('fail');
  const stored = await storeThings(kinora);
  for (const route of kinora.routes)
    if (`${route.method} ${route.path}`.includes(only)) await measureRoute(kinora, route, stored);
}

async function measureRoute(kinora: KinoraProcess, route: Route, stored: StoredIds): Promise<void> {
  let worst = { name: '', ms: 0, computedMs: 0 };
  let count = 0;
  await kinora.longestStall();
  for (const { name, method = '', path = '', body, headers } of worstRequestsFor(route, {
    stored,
    largest: LARGEST,
  })) {
    await kinora.send(method, path, body, headers);
    const stall = await kinora.longestStall();
    count += 1;
    if (stall.computedMs > worst.computedMs) worst = { name, ...stall };
  }
  const name = `${route.method} ${route.path}`;
  const { ms, computedMs } = worst;
  if (computedMs > LIMIT_MS) slow.push(`${name}, ${worst.name}`);
  console.log(
    `${name.padEnd(70)} ${String(count).padStart(3)} requests, computed at most ${computedMs.toFixed(0).padStart(4)} of ${LIMIT_MS} ms (stall ${ms.toFixed(0)} ms): ${worst.name}`,
  );
}

/** Stores things that are as large as possible. Returns their ids by the folders of their routes. */
async function storeThings(kinora: KinoraProcess): Promise<StoredIds> {
  const edit = hostileEdit('10,000 clips of 900 characters');
  const template = await kinora.request('POST', TEMPLATES, `{"name":"a","template":${edit}}`);
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate","arguments":${listEdit(LARGEST.agent)}}}`;
  const { text } = await kinora.request('POST', '/mcp', call, {
    accept: 'application/json, text/event-stream',
  });
  const source = await kinora.request('POST', '/ingest/v1/sources', '{"url":"http://127.0.0.1:1/a.mp4"}');
  return {
    sources: (JSON.parse(source.text) as { data: { id: string } }).data.id,
    render: await createRender(kinora, edit),
    templates: (JSON.parse(template.text) as { response: { id: string } }).response.id,
    heldEdit: /e-[0-9a-f]{12}/.exec(text)?.[0] ?? '',
  };
}

async function measureRequests(): Promise<void> {
  await using kinora = await KinoraProcess.start('fail');
  await kinora.request('POST', RENDER, hostileEdit('1e400'));
  for (const request of HOSTILE_REQUESTS) if (request.name.includes(only)) await measure(kinora, request);
  for (const name of READ_BACK) if (`${name}, read`.includes(only)) await measureReading(kinora, name);
  for (const name of FILLED_TEMPLATES)
    if (`${name}, filled template`.includes(only)) await measureFilling(kinora, name);
}

async function measure(kinora: KinoraProcess, request: HostileRequest): Promise<void> {
  const { name, method = 'POST', path = RENDER, body, headers, count = 1 } = request;
  await measureStall(kinora, name, () =>
    Promise.all(Array.from({ length: count }, () => kinora.request(method, path, body, headers))),
  );
}

/** Sends requests, and prints the longest stall beside the limit. */
async function measureStall(
  kinora: KinoraProcess,
  name: string,
  send: () => Promise<readonly Answer[]>,
): Promise<void> {
  await wait(SETTLE_MS);
  const { ms: control } = await kinora.longestStall();
  const answers = await send();
  await wait(SETTLE_MS);
  const { ms: stall, computedMs } = await kinora.longestStall();
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  const statuses = [...new Set(answers.map(({ status }) => status))].sort().join(' ');
  if (computedMs > LIMIT_MS) slow.push(name);
  console.log(
    [
      name.padEnd(56),
      `${String(answers.length).padStart(4)} x ${statuses.padEnd(11)}`,
      `${slowest.toFixed(0).padStart(6)} ms, longest stall ${stall.toFixed(0).padStart(5)} of ${LIMIT_MS} ms,`,
      `computed ${computedMs.toFixed(0).padStart(4)} ms, before the request ${control.toFixed(0).padStart(3)} ms`,
      computedMs > LIMIT_MS ? 'ABOVE' : '',
    ].join(' '),
  );
}

/** Reads a stored render whose merge expands a small text into a large one. */
async function measureReading(kinora: KinoraProcess, name: string): Promise<void> {
  const id = await createRender(kinora, hostileEdit(name));
  const path = `${RENDER}/${id}?data=true&merged=true`;
  await measure(kinora, { name: `${name}, read`, method: 'GET', path });
  await measure(kinora, { name: `${name}, read 20 times`, method: 'GET', path, count: 20 });
}

/** Renders a stored template, and does a dry run of it. */
async function measureFilling(kinora: KinoraProcess, name: string): Promise<void> {
  const template = `{"name":"a","template":${hostileEdit(name)}}`;
  const { text } = await kinora.request('POST', TEMPLATES, template);
  const { id } = (JSON.parse(text) as { response: { id: string } }).response;
  const body = JSON.stringify({ id });
  const path = `${TEMPLATES}/render`;
  await measure(kinora, { name: `${name}, filled template`, path, body });
  await measure(kinora, { name: `${name}, filled template, dry run`, path: `${path}?dryRun=true`, body });
}

async function createRender(kinora: KinoraProcess, edit: string): Promise<string> {
  const { text } = await kinora.request('POST', RENDER, edit);
  return (JSON.parse(text) as { response: { id: string } }).response.id;
}

/** Opens event streams of a render that waits behind another one, so that they stay open. */
async function measureStreams(): Promise<void> {
  await using kinora = await KinoraProcess.start('wait');
  const edit = hostileEdit('merge of long texts');
  await createRender(kinora, edit);
  const id = await createRender(kinora, edit);
  const opened: { end: () => void }[] = [];
  await measureStall(kinora, STREAM_CASE, () =>
    Promise.all(
      Array.from({ length: STREAMS }, async (): Promise<Answer> => {
        const started = performance.now();
        const stream = await kinora.openStream(`${RENDER}/${id}/events`);
        opened.push(stream);
        return { status: stream.status, ms: performance.now() - started };
      }),
    ),
  );
  for (const { end } of opened) end();
}
