/**
 * `node bench/hostile.ts`: measures how long the event loop of the server blocks for anything that one key may
 * send. The target is 100 ms. With a word, runs only the requests whose names contain it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { HOSTILE_REQUESTS, hostileEdit, type HostileRequest, READ_BACK } from './hostile-requests.ts';
import { KinoraProcess } from './kinora-process.ts';

/** Long enough for the worker to take a job and to read its edit. */
const SETTLE_MS = 1500;
const TARGET_MS = 100;
const [only = ''] = process.argv.slice(2);

await using kinora = await KinoraProcess.start('fail');
await kinora.request('POST', '/edit/v1/render', hostileEdit('1e400'));
const slow: string[] = [];
for (const request of HOSTILE_REQUESTS) if (request.name.includes(only)) await measure(request);
for (const name of READ_BACK) if (name.includes(only)) await measureReading(name);
console.log(
  slow.length === 0 ? `No stall above ${TARGET_MS} ms.` : `Above ${TARGET_MS} ms: ${slow.join('; ')}`,
);

async function measure({
  name,
  method = 'POST',
  path = '/edit/v1/render',
  body,
  headers,
  count = 1,
}: HostileRequest) {
  await wait(SETTLE_MS);
  await kinora.longestStall();
  const send = () => kinora.request(method, path, body, headers);
  const answers = await Promise.all(Array.from({ length: count }, send));
  await wait(SETTLE_MS);
  const stall = await kinora.longestStall();
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  const statuses = [...new Set(answers.map(({ status }) => status))].sort().join(' ');
  if (stall > TARGET_MS) slow.push(name);
  console.log(
    `${name.padEnd(56)} ${String(count).padStart(4)} x ${statuses.padEnd(11)} ${slowest.toFixed(0).padStart(6)} ms, longest stall ${stall.toFixed(0).padStart(5)} ms`,
  );
  return answers;
}

/** Reads a stored render and renders a stored template whose merge makes much of little. */
async function measureReading(name: string): Promise<void> {
  const { text } = await kinora.request('POST', '/edit/v1/render', hostileEdit(name));
  const { id } = (JSON.parse(text) as { response: { id: string } }).response;
  const path = `/edit/v1/render/${id}?data=true&merged=true`;
  await measure({ name: `${name}, read`, method: 'GET', path });
  await measure({ name: `${name}, read 20 times`, method: 'GET', path, count: 20 });
}
