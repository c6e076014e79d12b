/**
 * `node bench/http.ts`: measures the duration of `POST /render`, sequentially and from 32 concurrent clients,
 * with and without the `Idempotency-Key` header. The server is a process with the embedded database. This
 * process, which acts as the clients, uses CPU of the same machine.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { KinoraProcess } from './kinora-process.ts';

const WARM_UP_REQUESTS = 100;
const SEQUENTIAL_REQUESTS = 500;
const CLIENTS = 32;
/** The queue has room for twice this number plus the requests before. */
const CONCURRENT_REQUESTS = 4500;

const edit = await readFile(join(import.meta.dirname, '../examples/hello.json'), 'utf8');
await using kinora = await KinoraProcess.start('wait');
for (let index = 0; index < WARM_UP_REQUESTS; index++) await submitAccepted();
const times: number[] = [];
for (let index = 0; index < SEQUENTIAL_REQUESTS; index++) times.push(await submitAccepted());
times.sort((a, b) => a - b);
console.log(`POST /render, sequential: median ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`);

await measureConcurrent('', {});
// For clients that may have to repeat a request; see docs/renders.md.
await measureConcurrent(' with idempotency keys', { 'idempotency-key': '[<id>]' });

async function measureConcurrent(description: string, headers: Record<string, string>): Promise<void> {
  const before = await kinora.cpu();
  const { requests, latency, errors, non2xx, duration } = await autocannon({
    url: `${kinora.url}/edit/v1/render`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': kinora.key, ...headers },
    body: edit,
    connections: CLIENTS,
    amount: CONCURRENT_REQUESTS,
    idReplacement: true,
  });
  const cpu = (((await kinora.cpu()) - before) / CONCURRENT_REQUESTS) * 1000;
  console.log(
    `POST /render${description}, ${CLIENTS} clients: ${(requests.total / duration).toFixed(0)} a second for ${duration.toFixed(0)} s, median ${latency.p50} ms, p99 ${latency.p99} ms, ${errors + non2xx} failed, ${cpu.toFixed(2)} ms of CPU each`,
  );
}

async function submitAccepted(): Promise<number> {
  const { status, ms } = await kinora.submit(edit);
  if (status !== 201) throw new Error(`The server answered ${status}.`);
  return ms;
}

function quantile(part: number): string {
  return times[Math.floor(times.length * part)]?.toFixed(1) ?? '?';
}
