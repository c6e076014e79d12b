import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../base/failure-of.fixture.ts';
import { openOutbound, type Outbound } from '../outbound/index.ts';
import { NameFailure } from '../outbound/names/query-servers.ts';
import { sendForever } from '../outbound/server.fixture.ts';
import { createAzureBlobStorage } from './azure/azure-blob-storage.ts';
import type { DeliveredFile } from './destination-adapter.ts';
import { type FaultyServer, type InjectedFault, startFaultyServer } from './faulty-server.fixture.ts';
import { createMux } from './mux/mux.ts';
import { DEFAULT_POLLING } from './polling.ts';
import { createS3Destination } from './s3/s3-destination.ts';
import { createTestFile, LOCAL_OUTBOUND, rejectRenewal, SHORT_TIMEOUT_POLICY } from './sending.fixture.ts';

const policy = SHORT_TIMEOUT_POLICY;
const S3 = createS3Destination({ partBytes: 300_000, policy });
const AZURE = createAzureBlobStorage({ partBytes: 300_000, policy });
const MUX = createMux({ partBytes: 300_000, policy, polling: DEFAULT_POLLING });

let behave: InjectedFault;
let server: FaultyServer;
let inner: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer((request, response) => behave(request, response));
  // A stand-in for a service of the private network: the guard of these tests allows it at no port but that of
  // the server.
  inner = await startFaultyServer((_request, response) => void response.end('a secret'));
});
afterAll(async () => {
  await server.close();
  await inner.close();
});
beforeEach(() => {
  server.reset();
  inner.reset();
});

type Send = (endpoint: string, outbound: Outbound) => Promise<DeliveredFile>;
const common = (outbound: Outbound) => ({
  outbound,
  renewCredentials: rejectRenewal,
  signal: new AbortController().signal,
});

describe.each<[string, Send]>([
  [
    'S3',
    (endpoint, outbound) =>
      S3.send(createTestFile(1000), {
        ...common(outbound),
        options: { region: 'eu-central-1', bucket: 'videos' },
        credentials: { accessKeyId: 'a', secretAccessKey: 'KEYWORD', endpoint, pathStyle: true },
      }),
  ],
  [
    'Azure',
    (endpoint, outbound) =>
      AZURE.send(createTestFile(1000), {
        ...common(outbound),
        options: { accountName: 'acct', container: 'videos' },
        credentials: { accountKey: Buffer.from('KEYWORD').toString('base64'), endpoint },
      }),
  ],
  [
    'Mux',
    (endpoint, outbound) =>
      MUX.send(createTestFile(1000), {
        ...common(outbound),
        options: undefined,
        credentials: { tokenId: 'a', tokenSecret: 'KEYWORD', endpoint },
      }),
  ],
])('the endpoint of %s', (_provider, send) => {
  /** Sends a file to the server, which alone is allowed. Returns the failure. */
  async function fail(how: InjectedFault): Promise<string> {
    behave = how;
    const outbound = openOutbound({ allowHosts: [new URL(server.url).host], connectTimeoutMs: 2000 });
    try {
      return await failureOf(send(server.url, outbound));
    } finally {
      await outbound.close();
    }
  }

  test.each(['http://10.0.0.1:9000', 'http://[::1]', 'http://169.254.169.254', 'http://localhost:9000'])(
    'may not be %s',
    async (endpoint) => {
      const outbound = openOutbound({ allowHosts: [], connectTimeoutMs: 2000 });
      expect(await failureOf(send(endpoint, outbound))).toMatch(/^destination_refused: .*KINORA_ALLOW_HOSTS/);
    },
  );

  test('fails alike for a private name and for one that does not exist', async () => {
    const failures: string[] = [];
    for (const name of ['private.example', 'absent.example']) {
      const outbound = openOutbound({
        allowHosts: [],
        connectTimeoutMs: 2000,
        resolve: (host) =>
          host.startsWith('private')
            ? Promise.resolve([{ address: '10.0.0.1', family: 4 }])
            : Promise.reject(new NameFailure(host, 'absent', 'no')),
      });
      failures.push((await failureOf(send(`http://${name}`, outbound))).replaceAll(name, 'NAME'));
    }
    expect(failures[0]).toMatch(
      /^destination_refused: .*its host NAME does not exist, or its address is private/,
    );
    expect(failures[1]).toBe(failures[0]);
  });

  test.each([301, 302, 303, 307, 308])('leads nowhere by a redirect with %i', async (status) => {
    for (const location of [inner.url, 'http://10.0.0.1/', 'file:///etc/passwd']) {
      const redirect = (_request: unknown, response: ServerResponse): void =>
        void response.writeHead(status, { location }).end();
      const failure = await fail(redirect);
      expect(failure).toMatch(/^destination_(refused|failed): /);
      expect(failure).not.toMatch(/a secret|KEYWORD/);
    }
    expect(inner.requestLines).toEqual([]);
  });

  test.each<[string, InjectedFault]>([
    ['an endless body', (_request, response) => sendForever(response)],
    ['an endless refusal', (_request, response) => sendForever(response.writeHead(400))],
    ['an endless redirect', (_request, response) => sendForever(response.writeHead(302, { location: '/' }))],
    [
      'endless headers',
      (request) => request.socket.write(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(50_000)}`),
    ],
    ['a head byte by byte', (request) => dripTo(request.socket)],
    ['nothing', (request) => void request.resume()],
    ['no HTTP', (request) => void request.socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ])('is given up if it answers with %s', async (_what, how) => {
    const failure = await fail(how);
    expect(failure).toMatch(/^destination_(refused|failed): /);
    expect(failure.length).toBeLessThan(500);
    // Two attempts, each with a single request.
    expect(server.requestLines.length).toBeLessThanOrEqual(2);
  });
});

/** Sends the head of a response that has no end, one byte after another. */
function dripTo(socket: { write(text: string): unknown; destroyed: boolean }): void {
  socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write('a');
  }, 5);
}

test('an upload address that the service names is checked, too', async () => {
  behave = (request, response) => {
    request.resume();
    response.writeHead(201).end(JSON.stringify({ data: { id: 'up', url: 'http://10.0.0.1/secret' } }));
  };
  const failure = await failureOf(
    MUX.send(createTestFile(1000), {
      ...common(LOCAL_OUTBOUND),
      options: undefined,
      credentials: { tokenId: 'a', tokenSecret: 'b', endpoint: server.url },
    }),
  );
  expect(failure).toMatch(/^destination_refused: .*10\.0\.0\.1.*private or reserved/);
});
