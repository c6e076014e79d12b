import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExpectedFile, MadeFileAddress, Order } from '../clients/order.ts';
import { compareFile } from './inspect-file.ts';
import type { Problem } from './problem.ts';

/** Attempts at downloading a file. The server runs without faults by then. */
const DOWNLOADS = 3;
/** Milliseconds for a download. */
const DOWNLOAD_MS = 30_000;

/**
 * Checks that each order is done with right files, or has failed. Downloads and decodes all files. `checkReasons`
 * checks why orders failed.
 *
 * @param folder folder for the files, created if missing. Files that are wrong stay there.
 */
export async function checkOrders(
  orders: readonly Order[],
  folder: string,
  report: (line: string) => void,
): Promise<Problem[]> {
  await mkdir(folder, { recursive: true });
  const problems: Problem[] = [];
  for (const [index, order] of orders.entries()) {
    if (index > 0 && index % 100 === 0) report(`Checked ${index} of ${orders.length} orders.`);
    const { number } = order.plan;
    const found = await checkOrder(order, folder);
    problems.push(
      ...found.map((what) => ({ check: 'orders', what: `${describeOrder(order)}: ${what}`, order: number })),
    );
    if (order.ids.size > 1) {
      const what = `${describeOrder(order)}: repeated requests with one idempotency key made several jobs.`;
      problems.push({ check: 'idempotency', what, order: number, isDouble: true });
    }
  }
  return problems;
}

/** Names an order and its jobs. */
export function describeOrder({ plan, ids }: Order): string {
  return `order ${plan.number} (${plan.kind}) ${[...ids].join(', ')}`;
}

async function checkOrder(
  { plan, accepted, rejected, outcome, status, files = [] }: Order,
  folder: string,
): Promise<string[]> {
  if (rejected !== undefined) return [`It was rejected: ${rejected}`];
  if (accepted === undefined) return ['It was never answered.'];
  if (outcome === undefined) return [`It has not ended: ${status ?? 'never seen'}.`];
  if (outcome === 'failed') return [];
  if (plan.end.files === undefined) return ['It is done, although its source is missing.'];
  return await checkFiles(plan.number, plan.end.files, files, folder);
}

async function checkFiles(
  number: number,
  expected: readonly ExpectedFile[],
  made: readonly MadeFileAddress[],
  folder: string,
): Promise<string[]> {
  const left = [...made];
  const problems: string[] = [];
  for (const file of expected) {
    const at = left.findIndex(({ role, url }) => role === file.role && extensionOf(url) === file.format);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found === undefined) problems.push(`It has no ${file.role} in ${file.format}.`);
    else problems.push(...(await checkFile(`${number}-${file.role}`, found.url, file, folder)));
  }
  return [...problems, ...left.map(({ url }) => `It has a file too many: ${url}`)];
}

async function checkFile(
  name: string,
  url: string,
  expected: ExpectedFile,
  folder: string,
): Promise<string[]> {
  const bytes = await download(url);
  if (typeof bytes === 'string') return [`${url} cannot be downloaded: ${bytes}`];
  const path = join(folder, `${name}.${expected.format}`);
  await writeFile(path, bytes);
  const wrong = await compareFile(path, expected);
  if (wrong.length === 0) await rm(path);
  return wrong.map((what) => `${what} (${url})`);
}

/** Downloads a file. Returns the reason if that fails. */
export async function download(url: string): Promise<Buffer | string> {
  let reason = '';
  for (let attempt = 0; attempt < DOWNLOADS; attempt++) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      reason = `status ${response.status}`;
    } catch (error) {
      reason = String(error);
    }
  }
  return reason;
}

function extensionOf(url: string): string {
  return new URL(url).pathname.replace(/^.*\./, '');
}
