import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';

const KINORA = join(import.meta.dirname, '../../bin/kinora.js');
/** Milliseconds between two questions for the state of a render that is waited for alone. */
const ASK_EVERY = 20;
/** Milliseconds that a start or a render may take. */
const PATIENCE = 600_000;
const KEY = 'bench-key-of-no-secret-0000000000';

/** A server as operators start it, in a home of its own. */
export class RunningServer implements AsyncDisposable {
  /** Seconds from the start of the process until it answered that it is ready. */
  readonly startedIn: number;
  readonly #child: ChildProcess;
  readonly #url: string;

  private constructor(child: ChildProcess, url: string, startedIn: number) {
    this.#child = child;
    this.#url = url;
    this.startedIn = startedIn;
  }

  /** @param home its folder, new or of an earlier start. */
  static async start(home: string): Promise<RunningServer> {
    const started = performance.now();
    const child = spawn(process.execPath, [KINORA, 'serve'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...{ KINORA_HOME: home, PORT: '0', KINORA_KEYS: `v1:${KEY},stage:not-${KEY}`, LOG_LEVEL: 'error' },
        ...{ KINORA_RATE_LIMITS: 'off', KINORA_ALLOW_HOSTS: '127.0.0.1' },
      },
    });
    const url = await addressOf(child);
    const answer = await fetch(`${url}/ready`);
    if (!answer.ok) throw new Error(`The server is not ready: ${await answer.text()}`);
    return new RunningServer(child, url, (performance.now() - started) / 1000);
  }

  /**
   * Has an edit rendered.
   *
   * @param askEvery milliseconds between two questions for its state: of many at once, each asks less often.
   * @returns seconds from its acceptance until it was done.
   */
  async render(edit: object, askEvery = ASK_EVERY): Promise<number> {
    const { id } = ((await (await this.post('render', edit)).json()) as { response: { id: string } })
      .response;
    const accepted = performance.now();
    for (;;) {
      const answer = await fetch(`${this.#url}/edit/v1/render/${id}?data=false`, {
        headers: { 'x-api-key': KEY },
      });
      const { response } = (await answer.json()) as { response: { status: string; error?: string } };
      const took = performance.now() - accepted;
      if (response.status === 'done') return took / 1000;
      if (response.status === 'failed' || took > PATIENCE) throw new Error(JSON.stringify(response));
      await wait(askEvery);
    }
  }

  /** Asks for a frame. @returns seconds until all of it was there. */
  async frame(edit: object, at: number): Promise<number> {
    const asked = performance.now();
    await (await this.post(`frame?at=${at}`, edit)).arrayBuffer();
    return (performance.now() - asked) / 1000;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  private async post(path: string, edit: object): Promise<Response> {
    const answer = await fetch(`${this.#url}/edit/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify(edit),
    });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server did not start:\n${said}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}
