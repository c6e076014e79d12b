import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreMissing } from '../../src/base/ignore-missing.ts';
import type { DatabaseKind } from '../arguments.ts';
import { PostgresServer } from '../installation/postgres-server.ts';
import { killAll } from './freeze.ts';
import type { PowerDisks } from './power-disks.ts';

/** The parts of a site. */
export interface SiteOptions {
  /** Folder of the checkout to run. */
  readonly kinora: string;
  readonly database: DatabaseKind;
  /** The disks, one for each of {@link listDisks}. */
  readonly disks: PowerDisks;
  /** Folder outside of the disks for logs and temporary files. */
  readonly folder: string;
  /** Distinguishes the logs of this site from those of others. */
  readonly name: string;
  /** A secret that all machines of an installation know. */
  readonly credentialsKey: string;
  /** Ends waiting for a start. */
  readonly signal: AbortSignal;
}

/** Seconds that a start may take on a busy machine. */
const START_SECONDS = 180;

/**
 * Returns the names of the disks of a site. With PostgreSQL, each machine has its own: what a machine syncs on its
 * disk must not depend on what another one syncs. Otherwise everything is in one home.
 */
export function listDisks(database: DatabaseKind): string[] {
  return database === 'postgres' ? ['server', 'worker', 'files', 'tables'] : ['server'];
}

/** Returns a new value for {@link SiteOptions.credentialsKey}. */
export const createCredentialsKey = (): string => randomBytes(32).toString('base64');

/** The sites of this process. None of their processes outlives it. */
const sites = new Set<Site>();
process.on('exit', () => {
  for (const { pids } of sites) for (const pid of pids) process.kill(pid, 'SIGKILL');
});

/** A Kinora that has all that lasts on disks: one server, or PostgreSQL, an API and a worker. */
export class Site {
  /** Address of the API, as soon as it is ready. */
  url = '';
  private readonly options: SiteOptions;
  private readonly children = new Set<ChildProcess>();
  private postgres: PostgresServer | undefined;

  private constructor(options: SiteOptions) {
    this.options = options;
  }

  /** Creates a site on empty disks, or on those that a power cut has left. Nothing runs yet. */
  static async create(options: SiteOptions): Promise<Site> {
    await mkdir(join(options.folder, 'tmp'), { recursive: true });
    const site = new Site(options);
    sites.add(site);
    return site;
  }

  /** Folder of the disk with the home of the server. */
  get disk(): string {
    return this.options.disks.folder('server');
  }

  /** All processes that write to the disks, without those that they have started. */
  get pids(): number[] {
    return [this.postgres?.pid, ...this.listPrograms()].filter((pid) => pid !== undefined);
  }

  /** True if the server has said that it is ready. Then its address is known. */
  async isReady(): Promise<boolean> {
    const log = await ignoreMissing(readFile(this.log('server'), 'utf8'));
    this.url = /^Kinora is ready at (\S+)$/m.exec(log ?? '')?.[1] ?? '';
    return this.url !== '';
  }

  /** Returns the keys that the server has generated. */
  async readKeys(): Promise<{ readonly v1: string; readonly stage: string }> {
    const content = await readFile(join(this.home('server'), 'keys.json'), 'utf8');
    return JSON.parse(content) as { v1: string; stage: string };
  }

  /** Starts everything and waits until it takes work. @throws with the end of the log if it does not. */
  async start(how: 'new' | 'recovered'): Promise<void> {
    const { database, disks } = this.options;
    if (database === 'postgres') {
      const folder = join(disks.folder('tables'), 'postgres');
      await mkdir(folder, { recursive: true });
      const options = { folder, log: this.log('postgres'), isSynced: true };
      this.postgres = await (how === 'new'
        ? PostgresServer.create(options)
        : PostgresServer.recover(options));
    }
    const isShared = database === 'postgres';
    const server = await this.run('server', 'serve', ...(isShared ? ['--no-workers'] : []));
    await this.waitFor(server, async () => (await this.isReady()) && (await this.isAnswering()));
    if (isShared) await this.run('worker', 'worker');
  }

  /** Runs a command of the operator. Returns what it prints, or undefined if it was killed. @throws if it fails. */
  async command(...args: string[]): Promise<string | undefined> {
    const child = this.spawn('server', args, 'pipe');
    const ended = once(child, 'close') as Promise<[number | null]>;
    const [[code], out, err] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)]);
    this.children.delete(child);
    if (code === null) return undefined;
    if (code !== 0) throw new Error(`kinora ${args.join(' ')}: ${err || out}`);
    return out.trim();
  }

  /** Ends all processes at once. */
  async kill(): Promise<void> {
    await killAll(() => this.listPrograms());
    // PostgreSQL removes its shared memory at a normal end.
    await this.postgres?.end('immediate');
    sites.delete(this);
  }

  /** Returns the running processes of Kinora. */
  private listPrograms(): number[] {
    const running = [...this.children].filter(
      ({ exitCode, signalCode }) => (exitCode ?? signalCode) === null,
    );
    return running.map(({ pid }) => pid).filter((pid) => pid !== undefined);
  }

  private home(machine: string): string {
    return join(this.options.disks.folder(machine), 'home');
  }

  private log(what: string): string {
    return join(this.options.folder, `${this.options.name}-${what}.log`);
  }

  private async run(machine: string, ...args: string[]): Promise<ChildProcess> {
    await using log = await open(this.log(machine), 'w');
    return this.spawn(machine, args, log.fd);
  }

  private spawn(machine: string, args: readonly string[], output: number | 'pipe'): ChildProcess {
    const { kinora, folder } = this.options;
    const child = spawn(process.execPath, [join(kinora, 'bin/kinora.js'), ...args], {
      cwd: folder,
      env: { ...this.settings, KINORA_HOME: this.home(machine) },
      stdio: ['ignore', output, output],
    });
    this.children.add(child);
    return child;
  }

  private get settings(): Record<string, string> {
    const { folder, credentialsKey, disks } = this.options;
    return {
      TMPDIR: join(folder, 'tmp'),
      PORT: '0',
      KINORA_ALLOW_HOSTS: '127.0.0.1',
      KINORA_RATE_LIMITS: 'off',
      KINORA_FILES: 'public',
      KINORA_RENDERS: '2',
      KINORA_MIN_FREE_GB: '0.1',
      ...(this.postgres !== undefined && {
        DATABASE_URL: this.postgres.url,
        KINORA_STORAGE: disks.folder('files'),
        KINORA_CREDENTIALS_KEY: credentialsKey,
      }),
    };
  }

  private async isAnswering(): Promise<boolean> {
    const signal = AbortSignal.timeout(5_000);
    return (await fetch(`${this.url}/ready`, { signal }).catch(() => undefined))?.ok === true;
  }

  private async waitFor(server: ChildProcess, is: () => Promise<boolean>): Promise<void> {
    const until = Date.now() + START_SECONDS * 1000;
    while (!(await is())) {
      const isOver = (server.exitCode ?? server.signalCode) !== null;
      if (isOver || Date.now() > until) {
        const lines = (await readFile(this.log('server'), 'utf8')).trim().split('\n').slice(-5).join(' / ');
        throw new Error(isOver ? lines : `It is not ready within ${START_SECONDS} s: ${lines}`);
      }
      await sleep(20, undefined, { signal: this.options.signal });
    }
  }
}
