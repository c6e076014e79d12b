import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MutatedFile } from './corpus.ts';
import type { Answer, Order } from './victim.ts';

/** The limits of a process that reads a file, as of `inspectMedia`. */
const LIMITS = { milliseconds: 30_000, bytes: 2 ** 30 };

/** The result of reading a damaged file. */
export interface Result {
  readonly file: MutatedFile;
  /** Undefined if the process died or had to be killed. */
  readonly answer: Answer | undefined;
  /** The end of the process, if it ended. */
  readonly death?: string;
}

/** Everything that must be true of all files, each violation as a line. */
export interface Report {
  readonly results: readonly Result[];
  /** Files that made Kinora exceed a limit, and errors without a reason for the client. */
  readonly faults: readonly string[];
  /** The names of files that stayed in the folder for temporary files. */
  readonly leftovers: readonly string[];
}

/**
 * Has processes read damaged files, one after the other. If a process dies or exceeds a limit, another one takes
 * its place.
 *
 * @param folder an empty folder for the files.
 * @param draws true for the files of which a frame is drawn, too.
 * @param processes how many processes read at the same time.
 */
export async function attack(
  files: Iterable<MutatedFile>,
  { folder, draws, processes }: { folder: string; draws: (index: number) => boolean; processes: number },
): Promise<Report> {
  const results: Result[] = [];
  const queue = files[Symbol.iterator]();
  let count = 0;
  const run = async (number: number): Promise<string[]> => {
    const temporary = join(folder, `tmp-${number}`);
    await mkdir(temporary);
    let child = start(temporary);
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const path = join(folder, `file-${number}`);
      await writeFile(path, next.value.bytes);
      const result = await order(child, { path, type: next.value.base.type, draws: draws(count++) });
      results.push({ file: next.value, ...result });
      if (result.death !== undefined) child = start(temporary);
    }
    child.kill('SIGKILL');
    return readdir(temporary);
  };
  const leftovers = await Promise.all(Array.from({ length: processes }, (_, number) => run(number)));
  return { results, faults: results.flatMap(findFaults), leftovers: leftovers.flat() };
}

function start(temporary: string): ChildProcess {
  const env = { PATH: process.env['PATH'], TMPDIR: temporary };
  // Damaged files make the libraries complain.
  return fork(join(import.meta.dirname, 'victim.ts'), { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

async function order(child: ChildProcess, order: Order): Promise<Omit<Result, 'file'>> {
  const { promise, resolve } = Promise.withResolvers<Omit<Result, 'file'>>();
  const onMessage = (answer: unknown): void => resolve({ answer: answer as Answer });
  const onExit = (code: number | null, signal: string | null): void =>
    resolve({ answer: undefined, death: signal ?? `exit code ${code}` });
  const timer = setTimeout(() => {
    resolve({ answer: undefined, death: `killed after ${LIMITS.milliseconds} ms` });
    child.kill('SIGKILL');
  }, LIMITS.milliseconds);
  child.once('message', onMessage).once('exit', onExit);
  child.send(order);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit);
  }
}

function findFaults({ file, answer, death }: Result): string[] {
  if (!answer) return [`${file.label}: the process died (${death ?? 'unknown'})`];
  const { peakBytes, surprises } = answer;
  return [
    ...surprises.map((surprise) => `${file.label}: ${surprise}`),
    ...(peakBytes > LIMITS.bytes ? [`${file.label}: ${Math.round(peakBytes / 2 ** 20)} MiB`] : []),
  ];
}

/** Sums up a report in a table: a row for each kind of file. */
export function tabulate({ results }: Report): string {
  const kinds = Map.groupBy(results, ({ file }) => file.base.name);
  const rows = [...kinds].map(([name, list]) => {
    const answers = list.flatMap(({ answer }) => (answer ? [answer] : []));
    const read = answers.filter(({ outcomes }) =>
      Object.values(outcomes).every((outcome) => outcome === 'read'),
    );
    const slowest = Math.max(0, ...answers.map(({ milliseconds }) => milliseconds));
    const peak = Math.max(0, ...answers.map(({ peakBytes }) => peakBytes)) / 2 ** 20;
    const codes = new Set(
      answers.flatMap(({ outcomes }) => Object.values(outcomes).map((text) => text.split(':')[0])),
    );
    const numbers = [list.length, read.length, list.length - answers.length];
    return [name, ...numbers, Math.round(slowest), Math.round(peak), [...codes].sort().join(' ')].join(' | ');
  });
  const head = 'file | count | read wholly | deaths | longest ms | peak MiB | answers';
  return [head, ...rows.sort()].join('\n');
}
