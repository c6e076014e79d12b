import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';

const KINORA = join(import.meta.dirname, '../../bin/kinora.js');
/** Milliseconds between two status requests, as in real clients. Each request costs CPU time. */
const POLL_MS = 500;
/** Maximum duration of a start or a render in milliseconds. */
const MAX_RENDER_MS = 600_000;
const KEY = 'bench-key-of-no-secret-0000000000';

/** The state of a render in the API. */
interface RenderState {
  readonly status: string;
  readonly created: string;
  readonly updated: string;
}

/** A server started like a real installation, in a home of its own. */
export class RunningServer implements AsyncDisposable {
  /** Seconds from the start of the process until it reported that it was ready. */
  readonly startedIn: number;
  private readonly child: ChildProcess;
  private readonly url: string;

  private constructor(child: ChildProcess, url: string, startedIn: number) {
    this.child = child;
    this.url = url;
    this.startedIn = startedIn;
  }

  /** @param home its folder, either new or from an earlier start. */
  static async start(home: string): Promise<RunningServer> {
    const started = performance.now();
    const child = spawn(process.execPath, [KINORA, 'serve'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        KINORA_HOME: home,
        PORT: '0',
        KINORA_KEYS: `v1:${KEY},stage:not-${KEY}`,
        LOG_LEVEL: 'error',
        KINORA_RATE_LIMITS: 'off',
        KINORA_ALLOW_HOSTS: '127.0.0.1',
      },
    });
    const url = await readAddress(child);
    const answer = await fetch(`${url}/ready`);
    if (!answer.ok) throw new Error(`The server is not ready: ${await answer.text()}`);
    return new RunningServer(child, url, (performance.now() - started) / 1000);
  }

  /**
   * Renders an edit.
   *
   * @returns seconds from its acceptance until it was done, by the timestamps of the server.
   */
  async render(edit: object): Promise<number> {
    const { id } = ((await (await this.post('render', edit)).json()) as { response: { id: string } })
      .response;
    const accepted = performance.now();
    for (;;) {
      const answer = await fetch(`${this.url}/edit/v1/render/${id}?data=false`, {
        headers: { 'x-api-key': KEY },
      });
      const { response } = (await answer.json()) as { response: RenderState };
      if (response.status === 'done')
        return (Date.parse(response.updated) - Date.parse(response.created)) / 1000;
      if (response.status === 'failed' || performance.now() - accepted > MAX_RENDER_MS)
        throw new Error(JSON.stringify(response));
      await wait(POLL_MS);
    }
  }

  /**
   * Requests a frame.
   *
   * @returns seconds until the response was complete.
   */
  async frame(edit: object, at: number): Promise<number> {
    const asked = performance.now();
    await (await this.post(`frame?at=${at}`, edit)).arrayBuffer();
    return (performance.now() - asked) / 1000;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  private async post(path: string, edit: object): Promise<Response> {
    const answer = await fetch(`${this.url}/edit/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify(edit),
    });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`);
    return answer;
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
