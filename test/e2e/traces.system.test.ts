import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { endServer, startServer } from './server-process.ts';
import { type ReceivedSpan, startTraceReceiver } from './trace-receiver.ts';

const CLIENT_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';

it('sends the trace of a render, which has its id, from the request to the callback', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-traces-'));
  await mkdir(join(folder, 'tmp'));
  await using receiver = await startTraceReceiver();
  const create = { width: 64, height: 36, channels: 3 as const, background: '#c04020' };
  const picture = await sharp({ create }).png().toBuffer();
  let calls = 0;
  const web = await startFixtureServer(({ url }, response) => {
    if (url === '/secret.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    calls++;
    return response.writeHead(503).end();
  });
  const server = await startServer(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  try {
    const clip = { asset: { type: 'image', src: `${web.url}/secret.png` }, start: 0, length: 1 };
    const edit = {
      timeline: { tracks: [{ clips: [clip] }] },
      output: { format: 'mp4', size: { width: 64, height: 36 } },
      callback: `${web.url}/hook`,
    };
    const response = await fetch(`${server.url}/edit/v1/render`, {
      method: 'POST',
      headers: {
        'x-api-key': server.keys.v1,
        'content-type': 'application/json',
        traceparent: `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`,
      },
      body: JSON.stringify(edit),
    });
    const { id } = ((await response.json()) as { response: { id: string } }).response;
    await waitUntil(() => calls > 0);
    // The receiver gets the spans every five seconds, and the rest when the server stops.
    server.child.kill('SIGTERM');
    await server.ended;

    const spans = receiver.spans.filter((span) => span.trace === id.replaceAll('-', ''));
    const find = (name: string): ReceivedSpan | undefined => spans.find((span) => span.name === name);
    const first = find('enqueue render');
    const attempt = find('render attempt');
    expect(first).toMatchObject({ parent: '', links: [CLIENT_TRACE] });
    expect(find('waiting')?.parent).toBe(first?.id);
    expect(attempt).toMatchObject({ parent: first?.id, attributes: { 'kinora.outcome': 'done' } });
    const parts = spans.filter((span) => span.parent === attempt?.id).map(({ name }) => name);
    expect(parts).toEqual(['fetch source', 'fetching', 'preprocessing', 'rendering', 'saving']);
    expect(find('fetch source')?.attributes).toMatchObject({ 'kinora.source.from': 'network' });
    const undelivered = { 'http.response.status_code': 503n, 'error.type': 'not_delivered' };
    expect(find('callback')).toMatchObject({ parent: first?.id, status: 2n, attributes: undelivered });

    const request = receiver.spans.find((span) => span.trace === CLIENT_TRACE);
    expect(request).toMatchObject({ name: 'POST /edit/:version/render', parent: CLIENT_SPAN });
    expect(request?.attributes).toMatchObject({ 'http.response.status_code': 201n });
    const text = receiver.spans.flatMap((span) => [span.name, ...Object.values(span.attributes)]).join(' ');
    for (const secret of [server.keys.v1, web.url, 'secret.png']) expect(text).not.toContain(secret);
  } finally {
    await endServer(server);
    await web.close();
    await rm(folder, { recursive: true });
  }
});
