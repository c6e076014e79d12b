import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { SILENT } from '../../src/base/logger.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { startPostgres, type TestPostgres, waitUntil } from '../../src/store/test-databases.fixture.ts';
import { kinora } from './processes.ts';
import { type MadeStream, recordMaking } from './stream-making.ts';

const KEY = 'the-key-of-this-test-0000000000000';

type Running = ReturnType<typeof kinora>;

/** An attempt of a worker at a job. */
export interface FleetAttempt {
  readonly kind: string;
  readonly outcome: string | null;
  readonly worker: string;
  readonly job: string;
}

/** A server without workers, and workers in processes of their own, with one PostgreSQL and one storage. */
export class WorkerFleet implements AsyncDisposable {
  readonly database: Database;
  /** Number of times that each file was fetched from its origin. */
  readonly fetches: Record<string, number> = {};
  private readonly folder: string;
  private readonly postgres: TestPostgres;
  private readonly settings: Readonly<Record<string, string>>;
  private readonly origin = createServer((request, response) => {
    const name = basename(request.url ?? '');
    this.fetches[name] = (this.fetches[name] ?? 0) + 1;
    void readFile(this.path(name)).then((file) => response.end(file));
    request.resume();
  });
  private readonly path: (name: string) => string;
  private server: Running | undefined;
  private address = '';
  private workers: Running[] = [];

  private constructor(
    folder: string,
    { postgres, database, path }: { postgres: TestPostgres; database: Database; path: WorkerFleet['path'] },
  ) {
    const { location } = postgres;
    this.folder = folder;
    this.postgres = postgres;
    this.database = database;
    this.path = path;
    this.settings = {
      DATABASE_URL: location.kind === 'postgres' ? location.url : '',
      KINORA_STORAGE: join(folder, 'storage'),
      KINORA_RENDERS: '1',
      KINORA_ALLOW_HOSTS: '127.0.0.1',
      KINORA_KEYS: `v1:${KEY},stage:another-${KEY}`,
      // The sandbox of the browser cannot reach the folder of the test.
      TMPDIR: tmpdir(),
      PATH: process.env['PATH'] ?? '',
    };
  }

  /** Starts the database, the origin of the files and the server. @param path returns the path of a file to serve. */
  static async start(path: (name: string) => string): Promise<WorkerFleet> {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-workers-'));
    const postgres = await startPostgres();
    const database = await openDatabase(postgres.location, SILENT);
    const fleet = new WorkerFleet(folder, { postgres, database, path });
    await mkdir(fleet.segments, { recursive: true });
    fleet.origin.listen(0, '127.0.0.1');
    await once(fleet.origin, 'listening');
    await fleet.startServer();
    await recordMaking(database.tables);
    return fleet;
  }

  /** The folder of the store of segments. */
  get segments(): string {
    return join(this.folder, 'storage', '.segments');
  }

  /** The URL of a file at its origin. */
  readonly url = (name: string): string =>
    `http://127.0.0.1:${(this.origin.address() as AddressInfo).port}/${name}`;

  /** Forgets all attempts and all segments, and starts the workers that do not run. */
  async begin(count: number): Promise<void> {
    for (const name of await readdir(this.segments)) await rm(join(this.segments, name));
    const { tables } = this.database;
    await tables.deleteFrom('attempt').execute();
    await sql`truncate making`.execute(tables);
    if (this.workers.length === count && this.workers.every(isRunning)) return;
    await this.endWorkers();
    this.workers = await Promise.all(Array.from({ length: count }, (_, index) => this.startWorker(index)));
    await waitUntil(async () => {
      const rows = await tables.selectFrom('worker').select('id').execute();
      return rows.length >= count;
    }, 60);
  }

  /** Submits a render. Returns its id. */
  async submit(edit: object): Promise<string> {
    return (await this.ask('POST', 'render', edit)).id;
  }

  /** Cancels a render. */
  async cancel(id: string): Promise<void> {
    await this.ask('DELETE', `render/${id}`);
  }

  /** Waits until a render is done, and returns its video. @throws {Error} if it fails. */
  async finish(id: string): Promise<Buffer> {
    await waitUntil(async () => {
      const { status } = await this.ask('GET', `render/${id}`);
      if (status === 'failed') throw new Error('The render has failed.');
      return status === 'done';
    }, 240);
    const folder = join(this.folder, 'storage', 'v1');
    const files = await readdir(folder, { recursive: true });
    return await readFile(join(folder, files.find((name) => name.endsWith(`${id}.mp4`)) ?? ''));
  }

  /** Lists the attempts since the beginning, and how each ended. */
  async listAttempts(): Promise<FleetAttempt[]> {
    const { tables } = this.database;
    return await tables.selectFrom('attempt').select(['kind', 'outcome', 'worker', 'job']).execute();
  }

  /** Lists who has claimed or made a stream since the beginning, in order. */
  async listMaking(): Promise<readonly MadeStream[]> {
    const { rows } = await sql<MadeStream>`select making.identity, making.event, making.job, attempt.worker
      from making left join attempt on attempt.job = making.job order by making.id`.execute(
      this.database.tables,
    );
    return rows;
  }

  /** Lists the temporary folders of renders of all workers. */
  async listRenderFolders(): Promise<string[]> {
    const lists = this.workers.map((_worker, index) =>
      readdir(join(this.folder, `worker-${index}`, 'home', 'tmp', 'renders')).catch(() => []),
    );
    return (await Promise.all(lists)).flat();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endWorkers();
    this.server?.child.kill('SIGKILL');
    await this.server?.ended;
    await this.database.close();
    await this.postgres.stop();
    this.origin.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends a request. Returns the response, which has no fields if it is empty. */
  private async ask(method: string, path: string, edit?: object): Promise<{ id: string; status: string }> {
    const answer = await fetch(`${this.address}/edit/v1/${path}`, {
      method,
      headers: { 'x-api-key': KEY, ...(edit && { 'content-type': 'application/json' }) },
      ...(edit && { body: JSON.stringify(edit) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return (JSON.parse(text || '{"response":{}}') as { response: { id: string; status: string } }).response;
  }

  private async startServer(): Promise<void> {
    const home = join(this.folder, 'server');
    await mkdir(home);
    const server = kinora(home, ['serve', '--no-workers'], { env: { ...this.settings, PORT: '0' } });
    this.server = server;
    let text = '';
    server.child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await waitUntil(() => /ready at \S+/.test(text) || !isRunning(server));
    this.address = /ready at (\S+)/.exec(text)?.[1] ?? '';
  }

  private async startWorker(index: number): Promise<Running> {
    const home = join(this.folder, `worker-${index}`);
    await mkdir(home, { recursive: true });
    return kinora(home, ['worker'], { env: this.settings });
  }

  private async endWorkers(): Promise<void> {
    for (const { child } of this.workers) child.kill('SIGKILL');
    await Promise.all(this.workers.map(({ ended }) => ended));
    await this.database.tables.deleteFrom('worker').execute();
    this.workers = [];
  }
}

function isRunning({ child }: Running): boolean {
  return child.exitCode === null && child.signalCode === null;
}
