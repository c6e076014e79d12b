import { PassThrough, Readable } from 'node:stream';
import type { RunAdminOperation } from '../operations/admin-operations.ts';
import type { BackupTools } from '../operations/backup-tools.ts';
import type { Finding } from '../operations/finding.ts';
import type { Engine } from '../render/engine.ts';
import { run } from './run.ts';
import { openTerminal } from './terminal.ts';
import type { ModelAccess, ServerAccess } from './command-dependencies.ts';

/** The result of a command: its exit code and its output. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The arguments of each call of `serve`. */
  readonly served: readonly unknown[];
}

/** The dependencies of a command. A call of an omitted dependency fails. */
export interface RunOptions {
  readonly engine?: Engine;
  readonly runAdminOperation?: RunAdminOperation;
  readonly server?: ServerAccess;
  readonly models?: ModelAccess;
  readonly backupTools?: BackupTools;
  /** The results of `kinora doctor`. */
  readonly findings?: readonly Finding[];
  /** Stops the command. */
  readonly signal?: AbortSignal;
  /** The standard input. */
  readonly input?: string;
  /** True if the standard input is a terminal. */
  readonly isTerminal?: boolean;
}

const rejectMissing = (what: string) => () => Promise.reject(new Error(`There is no ${what} in this test.`));

/** Runs the command line in this process, with a working folder. */
export async function runIn(
  folder: string,
  args: readonly string[],
  {
    engine,
    runAdminOperation = rejectMissing('administration'),
    server,
    models,
    backupTools,
    findings = [],
    signal = new AbortController().signal,
    input = '',
    isTerminal = false,
  }: RunOptions = {},
): Promise<CommandResult> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const stdin = Object.assign(Readable.from([Buffer.from(input)]), { isTTY: isTerminal });
  const served: unknown[] = [];
  const code = await run(args, {
    version: '1.2.3',
    terminal: openTerminal({ stdin, stdout, stderr, cwd: folder }),
    engine: engine ? () => Promise.resolve(engine) : rejectMissing('engine'),
    runAdminOperation,
    storageSession: () =>
      Promise.resolve({ run: runAdminOperation, [Symbol.asyncDispose]: () => Promise.resolve() }),
    examine: () => toStream(findings),
    server: server ? () => Promise.resolve(server) : rejectMissing('server'),
    backupTools: backupTools ? () => Promise.resolve(backupTools) : rejectMissing('maker of backups'),
    models: models ? () => Promise.resolve(models) : rejectMissing('folder of models'),
    defaultDialect: () => Promise.resolve('interface'),
    stopSignal: () => signal,
    serve: (what) => Promise.resolve(void served.push(what)),
    serveAgents: () => Promise.resolve(),
  });
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? ''), served };
}

async function* toStream(findings: readonly Finding[]): AsyncGenerator<Finding, void> {
  for (const finding of findings) yield await Promise.resolve(finding);
}
