import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Checkout } from './checkout.ts';
import { drawSheet } from './draw-sheet.ts';
import type { Size } from './edits.ts';
import type { Kinora, Measure } from './measure.ts';
import { createPage, type DrawnSheet } from './page.ts';
import { formatOutcome, type Outcome, type Result } from './result.ts';
import type { Drawing, Sheet } from './sheet.ts';

/** Seconds after which running work is named again, so that silence means trouble. */
const SIGN_OF_LIFE = 15;

/** The measures to take and the sheets to draw, and where to put them. */
export interface LookOptions {
  readonly measures: readonly { readonly list: string; readonly measure: Measure }[];
  readonly sheets: readonly Sheet[];
  /** Folder for the page and the pictures. Created if missing. */
  readonly output: string;
  /** Folder of the checkout to look at. */
  readonly kinora: string;
  /** Folder of the checkout to compare with, if any. */
  readonly beside: string | undefined;
  /** Ends all work if it is aborted. */
  readonly signal: AbortSignal;
  /** Gets a line whenever something is finished. */
  readonly report: (line: string) => void;
}

/**
 * Measures and draws, and writes the page. Something that fails does not stop the rest.
 *
 * @throws if there is no Kinora in a folder, or if the signal is aborted.
 */
export async function look(options: LookOptions): Promise<{ results: Result[]; sheets: DrawnSheet[] }> {
  const { kinora, beside, signal, output } = options;
  await using now = await Checkout.open(kinora, signal);
  await using before = beside === undefined ? undefined : await Checkout.open(beside, signal);
  await mkdir(output, { recursive: true });
  const count = options.measures.length + options.sheets.length;
  using work = startWork(count, options.report);
  // A Kinora starts with one thread and then uses several. Two at a time keep the processors busy.
  const limit = pLimit(Math.max(1, Math.ceil(availableParallelism() / 2)));
  const measured = options.measures.map(({ list, measure }) =>
    limit(async (): Promise<Result> => {
      const finish = work.begin(`${list}: ${measure.name}`);
      const first = before && (await take(measure, before, signal));
      const outcome = await take(measure, now, signal);
      finish([...(first ? [first] : []), outcome].map(formatOutcome).join(' -> '));
      return { list, measure, now: outcome, ...(first && { before: first }) };
    }),
  );
  const drawn = options.sheets.map((sheet) =>
    limit(async (): Promise<DrawnSheet> => {
      const finish = work.begin(`sheet ${sheet.name}`);
      const drawing = await draw(sheet, { now, before }, { output, signal });
      finish('failure' in drawing ? 'failed' : 'drawn');
      const { name, heading, text } = sheet;
      return { name, heading, text, ...drawing };
    }),
  );
  // All have to be finished before their folders are removed, also if one is stopped.
  await Promise.allSettled([...measured, ...drawn]);
  const [results, sheets] = [await Promise.all(measured), await Promise.all(drawn)];
  await writeFile(join(output, 'index.html'), createPage(results, sheets, describe(options)));
  return { results, sheets };
}

function describe({ kinora, beside }: LookOptions): string {
  const comparison =
    beside === undefined ? '' : ` Before is ${beside}; the captions of pictures that changed are orange.`;
  return `Difficult edits, drawn by Kinora in ${kinora}.${comparison}`;
}

async function take(measure: Measure, checkout: Checkout, signal: AbortSignal): Promise<Outcome> {
  signal.throwIfAborted();
  try {
    return { value: await measure.measure(await checkout.use()) };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: messageOf(error) };
  }
}

/** Draws a sheet into the output folder. Returns the size of the picture, or the reason why there is none. */
async function draw(
  sheet: Sheet,
  { now, before }: { now: Checkout; before: Checkout | undefined },
  { output, signal }: { output: string; signal: AbortSignal },
): Promise<{ size: Size } | { failure: string }> {
  signal.throwIfAborted();
  try {
    const rows = await sheet.draw(await now.use());
    const earlier = before && (await drawEarlier(sheet, await before.use()));
    const drawings: [Drawing, ...Drawing[]] = earlier
      ? [
          { label: 'before', rows: earlier },
          { label: 'now', rows },
        ]
      : [{ rows }];
    const canvas = drawSheet(sheet, drawings);
    await writeFile(join(output, `${sheet.name}.png`), await canvas.encode('png'));
    return { size: { width: canvas.width, height: canvas.height } };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: messageOf(error) };
  }
}

/** Draws with the checkout to compare with. It may be too old to draw everything. */
async function drawEarlier(sheet: Sheet, kinora: Kinora): Promise<Drawing['rows'] | undefined> {
  try {
    return await sheet.draw(kinora);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reports all finished work, and from time to time the work that is still running. */
function startWork(
  count: number,
  report: (line: string) => void,
): Disposable & { begin: (name: string) => (result: string) => void } {
  const running = new Map<string, number>();
  let finished = 0;
  const sign = setInterval(() => {
    const names = [...running].map(([name, since]) => `${name} (${secondsSince(since)})`);
    if (names.length > 0) report(`still at ${names.join('; ')}`);
  }, SIGN_OF_LIFE * 1000);
  return {
    begin(name) {
      const since = performance.now();
      running.set(name, since);
      return (result) => {
        running.delete(name);
        report(`${++finished} of ${count}: ${name}: ${result} (${secondsSince(since)})`);
      };
    },
    [Symbol.dispose]: () => clearInterval(sign),
  };
}

function secondsSince(start: number): string {
  return `${Math.round((performance.now() - start) / 1000)} s`;
}
