import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The Kinora that is measured. `KINORA_BENCH_PROGRAM` names the folder of another version. */
const KINORA = join(
  resolve(process.env['KINORA_BENCH_PROGRAM'] ?? join(import.meta.dirname, '../..')),
  'bin/kinora.js',
);
/** Milliseconds between two status requests, as in real clients. Each request costs CPU time. */
const POLL_MS = 500;
/** Maximum duration of a start or a render in milliseconds. */
const MAX_RENDER_MS = 1_800_000;
const KEY = 'bench-key-of-no-secret-0000000000';

/** The state of a render in the API. */
export interface RenderState {
  readonly status: string;
  readonly created: string;
  readonly updated: string;
}

/** A server started like a real installation, in a home of its own. */
export class RunningServer implements AsyncDisposable {
  /** Seconds from the start of the process until it reported that it was ready. */
  readonly startedIn: number;
  readonly url: string;
  private readonly child: ChildProcess;
  private readonly settings: Readonly<Record<string, string>>;

  private constructor(
    child: ChildProcess,
    settings: Readonly<Record<string, string>>,
    url: string,
    startedIn: number,
  ) {
    this.child = child;
    this.settings = settings;
    this.url = url;
    this.startedIn = startedIn;
  }

  /**
   * Starts a server.
   *
   * @param home its folder, either new or from an earlier start.
   * @param more further settings.
   */
  static async start(home: string, more: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
    const started = performance.now();
    const settings = {
      KINORA_HOME: home,
      PORT: '0',
      KINORA_KEYS: `v1:${KEY},stage:not-${KEY}`,
      LOG_LEVEL: 'error',
      KINORA_RATE_LIMITS: 'off',
      KINORA_ALLOW_HOSTS: '127.0.0.1',
      // Every render must do all of its work.
      KINORA_SEGMENTS: '0',
      ...more,
    };
    const child = spawn(process.execPath, [KINORA, 'serve'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...settings },
    });
    const url = await readAddress(child);
    const answer = await fetch(`${url}/ready`);
    if (!answer.ok) throw new Error(`The server is not ready: ${await answer.text()}`);
    return new RunningServer(child, settings, url, (performance.now() - started) / 1000);
  }

  /** Id of the process. */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The server does not run.');
    return this.child.pid;
  }

  /**
   * Renders an edit.
   *
   * @returns seconds from its acceptance until it was done, by the timestamps of the server.
   */
  async render(edit: object): Promise<number> {
    const id = await this.submit(edit);
    const accepted = performance.now();
    for (;;) {
      const state = await this.read(id);
      if (state.status === 'done') return (Date.parse(state.updated) - Date.parse(state.created)) / 1000;
      if (state.status === 'failed' || performance.now() - accepted > MAX_RENDER_MS)
        throw new Error(JSON.stringify(state));
      await wait(POLL_MS);
    }
  }

  /** Submits an edit. @returns the id of the render. */
  async submit(edit: object, key = KEY): Promise<string> {
    const answer = await this.send('/edit/v1/render', edit, key);
    return ((await answer.json()) as { response: { id: string } }).response.id;
  }

  /** Returns the state of a render. */
  async read(id: string, key = KEY): Promise<RenderState> {
    const answer = await this.send(`/edit/v1/render/${id}?data=false`, undefined, key);
    return ((await answer.json()) as { response: RenderState }).response;
  }

  /**
   * Requests a frame.
   *
   * @returns seconds until the response was complete.
   */
  async frame(edit: object, at: number, key = KEY): Promise<number> {
    const asked = performance.now();
    await (await this.send(`/edit/v1/frame?at=${at}`, edit, key)).arrayBuffer();
    return (performance.now() - asked) / 1000;
  }

  /**
   * Sends a request: a POST if it has a body.
   *
   * @throws if the answer is an error.
   */
  async send(path: string, body: object | undefined, key = KEY): Promise<Response> {
    const answer = await fetch(`${this.url}${path}`, {
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }

  /** Runs a command of the operator, such as `accounts list`. @returns its output. */
  async administrate(...args: string[]): Promise<string> {
    const env = { ...process.env, ...this.settings };
    return (await promisify(execFile)(process.execPath, [KINORA, ...args], { env })).stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  let output = '';
  return await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /ready at (\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}
