import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from './routes.ts';
import type { Stall } from './watch-stalls.ts';

/** Clock ticks per second in /proc. The same on every Linux. */
const CLOCK_TICKS_PER_SECOND = 100;

/** The first message of the process. */
interface Started {
  readonly url: string;
  readonly key: string;
  readonly routes: readonly Route[];
}

/** A Kinora server in a process and a folder of its own; see bench/server.ts. */
export class KinoraProcess implements AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly routes: readonly Route[];
  private readonly child: ChildProcess;
  private readonly folder: string;

  private constructor(child: ChildProcess, folder: string, { url, key, routes }: Started) {
    this.child = child;
    this.folder = folder;
    this.url = url;
    this.key = key;
    this.routes = routes;
  }

  /**
   * Starts the server with its log in a file, as operators do.
   *
   * @param renders "wait" if the first render starts and never ends, "fail" if each render fails as
   * soon as it starts.
   */
  static async start(renders: 'wait' | 'fail'): Promise<KinoraProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
    const log = await open(join(folder, 'log'), 'w');
    const child = fork(join(import.meta.dirname, 'server.ts'), [renders], {
      env: {
        ...process.env,
        KINORA_HOME: join(folder, 'home'),
        KINORA_RATE_LIMITS: 'off',
        KINORA_SEGMENTS: '0',
        PORT: '0',
      },
      stdio: ['ignore', 'ignore', log.fd, 'ipc'],
    });
    await log.close();
    const ended = once(child, 'exit').then(async () => {
      throw new Error(`The server exited: ${await readFile(join(folder, 'log'), 'utf8')}`);
    });
    ended.catch(() => undefined);
    const [shown] = (await Promise.race([once(child, 'message'), ended])) as [Started];
    return new KinoraProcess(child, folder, shown);
  }

  /** Returns the longest time since the last call in which the event loop was blocked. */
  async longestStall(): Promise<Stall> {
    const answer = once(this.child, 'message') as Promise<[Stall]>;
    this.child.send('stall');
    return (await answer)[0];
  }

  /** Returns the CPU time of the process in seconds. Linux only. */
  async cpu(): Promise<number> {
    const stat = await readFile(`/proc/${this.child.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
  }

  /**
   * Sends an edit.
   *
   * @param to the operation of the Edit API. Default: submit the edit.
   * @returns the status, and the milliseconds until the response was complete.
   */
  async submit(edit: string, to = 'render'): Promise<{ status: number; ms: number }> {
    return await this.request('POST', `/edit/v1/${to}`, edit);
  }

  /**
   * Sends a request with the key of the server.
   *
   * @param body JSON text.
   * @returns the status, the text of the response, and the milliseconds until it was complete.
   */
  async request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; ms: number; text: string }> {
    const started = performance.now();
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        'x-api-key': this.key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return { status: answer.status, ms: performance.now() - started, text };
  }

  /**
   * Sends a request whose head may be one that `fetch` refuses.
   *
   * @returns the status. 0 if the server closed the connection.
   */
  async send(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<number> {
    const request = sendRequest(this.url + path, {
      method,
      headers: { 'x-api-key': this.key, ...headers },
      signal: AbortSignal.timeout(30_000),
    });
    request.end(body);
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'close');
      return response.statusCode ?? 0;
    } catch {
      return 0;
    }
  }

  /** Opens a stream of events. Returns the status and a function that ends the stream. */
  async openStream(path: string): Promise<{ status: number; end: () => void }> {
    const ending = new AbortController();
    const headers = { 'x-api-key': this.key };
    const { status } = await fetch(this.url + path, { headers, signal: ending.signal });
    return { status, end: () => ending.abort() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
    await rm(this.folder, { recursive: true });
  }
}
