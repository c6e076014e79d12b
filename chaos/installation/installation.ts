import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import type { DatabaseKind } from '../arguments.ts';
import type { Random } from '../random.ts';
import { findFreePort } from './free-port.ts';
import type { PostgresServer } from './postgres-server.ts';
import { SupervisedProcess } from './supervised-process.ts';

/** The parts of an installation. */
export interface InstallationOptions {
  /** Folder of the checkout to run. */
  readonly kinora: string;
  /** Folder for homes, files and logs. */
  readonly folder: string;
  readonly database: DatabaseKind;
  readonly postgres: PostgresServer | undefined;
  /** Folder for what must be on the small disk. Undefined if there is none. */
  readonly smallDisk: string | undefined;
  /** Settings of all processes, such as those of the storage. */
  readonly settings: Readonly<Record<string, string>>;
  readonly random: Random;
}

/** The longest and the shortest milliseconds until a process that has ended is started again. */
const RESTART_MS: readonly [number, number] = [300, 5_000];
/** Seconds that a start may take on a busy machine. */
const START_SECONDS = 180;
/** Milliseconds for an answer of the API about itself. */
const READY_MS = 5_000;
/** Renders at the same time in each worker. */
const RENDERS = '2';

/** A Kinora in processes of its own: an API and three workers, or one server. */
export class Installation {
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly database: DatabaseKind;
  /** The folder of the embedded database. */
  readonly embeddedFolder: string;
  /** Takes requests. In an embedded installation, it does all the work, too. */
  readonly api: SupervisedProcess;
  readonly workers: readonly SupervisedProcess[];
  /** The homes of all machines. */
  readonly homes: readonly string[];
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  private readonly options: InstallationOptions;

  private constructor(options: InstallationOptions, port: number) {
    this.options = options;
    this.database = options.database;
    this.folder = options.folder;
    this.program = join(options.kinora, 'bin/kinora.js');
    this.url = `http://127.0.0.1:${port}`;
    this.key = randomBytes(16).toString('hex');
    this.webhookSecret = `whsec_${randomBytes(24).toString('base64')}`;
    this.environment = this.createEnvironment(port);
    const isShared = options.database === 'postgres';
    const [first, second, third] = ['home-1', 'home-2', 'home-3'].map((name) => join(options.folder, name));
    const small = options.smallDisk === undefined ? second : join(options.smallDisk, 'home-2');
    this.homes = isShared ? [first ?? '', small ?? '', third ?? ''] : [first ?? ''];
    this.embeddedFolder = join(first ?? '', 'database');
    this.api = this.createService(isShared ? 'api' : 'server', isShared ? third : first, [
      'serve',
      ...(isShared ? ['--no-workers'] : []),
    ]);
    // Two workers are on one machine, the third is on another one, whose disk is small.
    this.workers = isShared
      ? [
          this.createService('worker-1', first, ['worker']),
          this.createService('worker-2', first, ['worker']),
          this.createService('worker-3', small, ['worker']),
        ]
      : [];
  }

  static async create(options: InstallationOptions): Promise<Installation> {
    const installation = new Installation(options, await findFreePort());
    for (const name of ['logs', 'tmp', ...installation.services.map((service) => `run-${service.name}`)])
      await mkdir(join(options.folder, name), { recursive: true });
    return installation;
  }

  /** All processes. */
  get services(): readonly SupervisedProcess[] {
    return [this.api, ...this.workers];
  }

  /**
   * Starts the API and waits until it answers, then the workers. The first one creates the tables.
   *
   * @throws if a process ends meanwhile, because then nothing will work.
   */
  async start(): Promise<void> {
    const ends = this.services.map(({ unexpected }) => unexpected.length);
    const check = (): void => {
      const fallen = this.services.find(({ unexpected }, index) => unexpected.length > (ends[index] ?? 0));
      if (fallen !== undefined)
        throw new Error(`Kinora does not start. Its log is ${this.logOf(fallen.name)}.`);
    };
    this.api.start();
    await this.waitUntilAnswering(check);
    for (const worker of this.workers) worker.start();
    for (const worker of this.workers)
      await waitUntil(async () => {
        check();
        return await worker.isReady();
      }, START_SECONDS);
  }

  /** Waits until the API takes work. @param check called meanwhile; throws to give up. */
  async waitUntilAnswering(check: () => void = () => undefined): Promise<void> {
    await waitUntil(async () => {
      check();
      return await this.isAnswering();
    }, START_SECONDS);
  }

  /** True if the API takes work. */
  async isAnswering(): Promise<boolean> {
    const signal = AbortSignal.timeout(READY_MS);
    return (await fetch(`${this.url}/ready`, { signal }).catch(() => undefined))?.ok === true;
  }

  /** Returns the home of a process that this installation has started. */
  homeOf(pid: number): string | undefined {
    return this.serviceOf(pid)?.home;
  }

  /** Returns when the successor of a process was started, in milliseconds since 1970. */
  nextStart(pid: number): number | undefined {
    const starts = this.serviceOf(pid)?.starts ?? [];
    return starts[starts.findIndex((start) => start.pid === pid) + 1]?.at;
  }

  private serviceOf(pid: number): SupervisedProcess | undefined {
    return this.services.find(({ starts }) => starts.some((start) => start.pid === pid));
  }

  /** Stops all processes. */
  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
  }

  private logOf(name: string): string {
    return join(this.folder, 'logs', `${name}.log`);
  }

  private createService(name: string, home: string | undefined, args: readonly string[]): SupervisedProcess {
    const { folder, random } = this.options;
    return new SupervisedProcess({
      name,
      program: process.execPath,
      args: [this.program, ...args],
      env: { ...this.environment, KINORA_HOME: home ?? '' },
      folder: join(folder, `run-${name}`),
      log: this.logOf(name),
      pause: () => random.between(...RESTART_MS),
    });
  }

  private createEnvironment(port: number): Record<string, string> {
    const { folder, postgres, settings } = this.options;
    return {
      TMPDIR: join(folder, 'tmp'),
      PORT: String(port),
      KINORA_URL: this.url,
      KINORA_KEYS: `v1:${this.key},stage:${randomBytes(16).toString('hex')}`,
      KINORA_WEBHOOK_SECRET: this.webhookSecret,
      KINORA_CREDENTIALS_KEY: randomBytes(32).toString('base64'),
      KINORA_ALLOW_HOSTS: '127.0.0.1',
      KINORA_RATE_LIMITS: 'off',
      // The checks find the file of an order by its address.
      KINORA_FILES: 'public',
      KINORA_RENDERS: RENDERS,
      // Longer than the longest outage.
      KINORA_START_WAIT: '120s',
      ...(postgres !== undefined && { DATABASE_URL: postgres.url }),
      ...settings,
    };
  }
}
