import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import { METRICS } from '../../src/metrics/metric-declarations.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { listQueries } from '../ops/ops-files.ts';
import { listMetricNames, toMetricName } from '../ops/promql.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

/** A line of the log. */
interface LogLine {
  readonly render?: string;
  readonly step?: string;
  readonly seconds?: number;
  readonly code?: string;
}

function readLog(text: string): LogLine[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/** Submits an edit and waits for its end. */
async function renderToEnd(
  { url, keys }: ServerProcess,
  edit: object,
): Promise<{ readonly id: string; readonly status: string }> {
  const headers = { 'x-api-key': keys.v1, 'content-type': 'application/json' };
  const ask = async (path: string, options: RequestInit = {}) =>
    (await (await fetch(`${url}${path}`, { headers, ...options })).json()) as {
      response: { id: string; status: string };
    };
  const { id } = (await ask('/v1/render', { method: 'POST', body: JSON.stringify(edit) })).response;
  let status = '';
  await waitUntil(async () => {
    status = (await ask(`/v1/render/${id}?data=false`)).response.status;
    return status === 'done' || status === 'failed';
  });
  return { id, status };
}

it('tells what a server did: renders, segments, failures by code, and what ops asks for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-metrics-'));
  await mkdir(join(folder, 'tmp'));
  const create = { width: 64, height: 36, channels: 3 as const, background: '#c04020' };
  const picture = await sharp({ create }).png().toBuffer();
  const web = await startFixtureServer(({ url, headers }, response) => {
    if (url === '/hook') return response.writeHead(503).end();
    if (url !== '/picture.png') return response.writeHead(404).end();
    if (headers['if-none-match'] === '"1"') return response.writeHead(304).end();
    return response.writeHead(200, { 'content-type': 'image/png', etag: '"1"' }).end(picture);
  });
  const server = await startServer(folder, { KINORA_METRICS_TOKEN: 'token-of-the-test' });
  try {
    const edit = (name: string) => ({
      timeline: {
        tracks: [{ clips: [{ asset: { type: 'image', src: `${web.url}/${name}` }, start: 0, length: 2 }] }],
      },
      output: { format: 'mp4', size: { width: 64, height: 36 }, fps: 25 },
    });
    const first = await renderToEnd(server, edit('picture.png'));
    expect(first.status).toBe('done');
    const again = { ...edit('picture.png'), callback: `${web.url}/hook` };
    expect((await renderToEnd(server, again)).status).toBe('done');
    const failed = await renderToEnd(server, edit('missing.png'));
    expect(failed.status).toBe('failed');

    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    const authorization = 'Bearer token-of-the-test';
    const read = async () => (await fetch(`${server.url}/metrics`, { headers: { authorization } })).text();
    await waitUntil(async () =>
      (await read()).includes('kinora_callbacks_total{outcome="failed",answer="5xx"} 2'),
    );
    const text = await read();
    const lines = text.split('\n');
    const expected = [
      'kinora_renders_total{outcome="done"} 2',
      'kinora_renders_total{outcome="failed"} 1',
      'kinora_segments_total{how="made"} 1',
      'kinora_segments_total{how="reused"} 1',
      'kinora_failures_total{work="render",code="asset_not_found"} 1',
      'kinora_attempts_total{work="render",outcome="done"} 2',
      'kinora_attempts_total{work="render",outcome="failed"} 1',
      // One for the render and one for its file.
      'kinora_callbacks_total{outcome="failed",answer="5xx"} 2',
      'kinora_stage_seconds_count{work="render",stage="saving"} 2',
      'kinora_sources_total{from="network"} 1',
      'kinora_sources_total{from="cache"} 1',
      `kinora_source_bytes_total ${picture.length}`,
      'kinora_frames_total 100',
      'kinora_output_seconds_total 4',
      'kinora_workers{state="working"} 1',
      'kinora_worker_slots 2',
      'kinora_queue_jobs{queue="callback",state="later"} 2',
      'kinora_queue_cost_core_seconds{queue="render"} 0',
      'kinora_http_requests_total{method="POST",route="/:version/render",status="201"} 3',
    ];
    expect(expected.filter((line) => !lines.includes(line))).toEqual([]);
    const valueOf = (series: string) =>
      Number(
        lines
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')
          .at(-1),
      );
    expect(valueOf('kinora_child_cpu_seconds_total{task="render"}')).toBeGreaterThan(0);
    expect(valueOf('kinora_storage_bytes{kind="files"}')).toBeGreaterThan(0);

    const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const asked = listQueries().flatMap(({ text: query }) => listMetricNames(query).map(toMetricName));
    // Prometheus itself knows if a process answers.
    expect(asked.filter((name) => name !== 'up' && !told.has(name))).toEqual([]);
    expect(Object.keys(METRICS).filter((name) => !told.has(name))).toEqual([]);
    // The metrics do not identify the client.
    for (const secret of [server.keys.v1, web.url, 'picture.png', 'token-of'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);

    server.child.kill('SIGKILL');
    const { err } = await server.ended;
    const steps = (id: string) =>
      readLog(err).filter(({ render, step }) => render === id && step !== undefined);
    expect(steps(first.id).map(({ step }) => step)).toEqual([
      'accepted',
      'started',
      'fetched',
      'prepared',
      'rendered',
      'stored',
      'done',
    ]);
    expect(steps(first.id).at(-1)?.seconds).toBeGreaterThan(0);
    expect(steps(failed.id).map(({ step, code }) => code ?? step)).toEqual([
      'accepted',
      'started',
      'asset_not_found',
    ]);
    expect(readLog(err).filter(({ step }) => step === 'not delivered')).toHaveLength(2);
    for (const secret of [server.keys.v1, 'token-of']) expect(err).not.toContain(secret);
  } finally {
    await endServer(server);
    await web.close();
    await rm(folder, { recursive: true, force: true });
  }
});
