import { PassThrough, Readable } from 'node:stream';
import type { Administer } from './administration.ts';
import type { Engine } from './engine.ts';
import { run } from './run.ts';

/** How a command ended, and what it wrote. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What it was to serve. */
  readonly served: readonly unknown[];
}

/** What a command finds outside; what is not given is not there. */
export interface Outside {
  readonly engine?: Engine;
  readonly administer?: Administer;
  /** The standard input. */
  readonly input?: string;
}

const absent = (what: string) => () => Promise.reject(new Error(`There is no ${what} in this test.`));

/** Runs the command line in this process, in a folder. */
export async function runIn(
  folder: string,
  args: readonly string[],
  { engine, administer = absent('administration'), input = '' }: Outside = {},
): Promise<Ran> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const served: unknown[] = [];
  const code = await run(args, {
    version: '1.2.3',
    terminal: { stdin: Readable.from([Buffer.from(input)]), stdout, stderr, cwd: folder },
    engine: engine ? () => Promise.resolve(engine) : absent('engine'),
    administer,
    stopSignal: () => new AbortController().signal,
    serve: (what) => Promise.resolve(void served.push(what)),
  });
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? ''), served };
}
