import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';

/** Returns the folder with the programs of the newest PostgreSQL, or undefined if there is none. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** The folder of the cluster of a server, and its settings. */
export interface PostgresOptions {
  readonly folder: string;
  /** File for the log of the server. */
  readonly log: string;
  /** False if the files need not survive a power cut. */
  readonly isSynced: boolean;
}

/** A PostgreSQL server that can be restarted. It listens on a socket in its folder only. */
export class PostgresServer {
  readonly url: string;
  private readonly options: PostgresOptions;
  private readonly bin: string;
  private server: ChildProcess | undefined;

  private constructor(options: PostgresOptions) {
    const { folder } = options;
    const bin = findPostgres();
    if (bin === undefined) throw new Error('PostgreSQL is not installed.');
    this.options = options;
    this.bin = bin;
    this.url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  }

  /** Creates a cluster in a temporary folder and starts it. @param log file for the log of the server. */
  static async start(log: string): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-chaos-pg-'));
    return await PostgresServer.create({ folder, log, isSynced: false });
  }

  /** Creates a cluster in an empty folder and starts it. */
  static async create(options: PostgresOptions): Promise<PostgresServer> {
    const { folder, isSynced } = options;
    const postgres = new PostgresServer(options);
    if (isRoot()) await promisify(execFile)('chown', ['postgres', folder]);
    else chmodSync(folder, 0o700);
    const [program = '', ...args] = asOwner(join(postgres.bin, 'initdb'), '-D', join(folder, 'data'));
    const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'];
    await promisify(execFile)(program, [...args, ...settings, ...(isSynced ? [] : ['--no-sync'])]);
    await postgres.run();
    return postgres;
  }

  /** Starts a server for the cluster that a power cut has left in a folder. */
  static async recover(options: PostgresOptions): Promise<PostgresServer> {
    // They name the earlier process. A new boot would have ended it, but here it still runs.
    for (const lock of ['data/postmaster.pid', '.s.PGSQL.5432.lock'])
      await rm(join(options.folder, lock), { force: true });
    const postgres = new PostgresServer(options);
    await postgres.run();
    return postgres;
  }

  /** Id of the running server. Undefined if it does not run. */
  get pid(): number | undefined {
    return this.server?.pid;
  }

  /**
   * Stops the server, waits and starts it again.
   *
   * @param how `fast` rolls back and says goodbye; `immediate` ends as in a crash.
   */
  async restart(how: 'fast' | 'immediate', pauseMs: number): Promise<void> {
    await this.end(how);
    await sleep(pauseMs);
    await this.run();
  }

  async stop(): Promise<void> {
    await this.end('fast');
    await rm(this.options.folder, { recursive: true, force: true });
  }

  /** Waits until the server takes connections. @throws if it ends. */
  async waitUntilReady(): Promise<void> {
    await waitUntil(async () => {
      if (this.server?.exitCode != null) throw new Error('PostgreSQL does not start.');
      const child = spawn(join(this.bin, 'pg_isready'), ['-q', '-h', this.options.folder], {
        stdio: 'ignore',
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      return code === 0;
    }, 60);
  }

  private async run(): Promise<void> {
    const { folder, log: path, isSynced } = this.options;
    const settings = ['listen_addresses=', `fsync=${isSynced ? 'on' : 'off'}`, 'max_connections=200'];
    const data = join(folder, 'data');
    const [program = '', ...args] = asOwner(join(this.bin, 'postgres'), '-D', data, '-k', folder);
    const log = await open(path, 'a');
    this.server = spawn(program, [...args, ...settings.flatMap((each) => ['-c', each])], {
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    await this.waitUntilReady();
  }

  /** Stops the server. Its folder stays. */
  async end(how: 'fast' | 'immediate'): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const ended = once(server, 'exit');
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns a command as the user who owns the cluster: PostgreSQL refuses to run as root. */
function asOwner(...command: string[]): string[] {
  if (!isRoot()) return command;
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
}
