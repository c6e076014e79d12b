import pLimit from 'p-limit';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { PromiseKind, Survivor, Verdict, DurablePromise } from './ledger.ts';

/** Checks at the same time. */
const CONCURRENCY = 8;
/** Milliseconds for which a promise is young. The kernel has written older pages. */
const YOUNG_MS = 60_000;
/** Number of older promises that are checked. */
const OLD = 40;
/** Number of edits that are made again. */
const AGAIN = 1;
const LOOK_MS = 300;

/** The state of the promises after a power cut. */
export interface CheckedPromises {
  /** Number of promises that were checked, by kind. */
  readonly checked: ReadonlyMap<PromiseKind, number>;
  /** Number of promises whose work goes on. */
  readonly open: number;
  /** The broken promises, each with its reason. */
  readonly broken: readonly string[];
}

/** Picks the promises to check: all young ones and some older ones. */
export function pickPromises(
  promises: readonly DurablePromise[],
  random: Random,
  now: number,
): DurablePromise[] {
  const again = promises.filter(({ kind }) => kind === 'made again');
  const others = promises.filter(({ kind }) => kind !== 'made again');
  const isYoung = ({ since, kind }: DurablePromise): boolean => kind === 'accepted' || now - since < YOUNG_MS;
  const old = others.filter((promise) => !isYoung(promise));
  return [
    ...others.filter(isYoung),
    ...random.shuffle(old).slice(0, OLD),
    ...random.shuffle(again).slice(0, AGAIN),
  ];
}

/**
 * Checks promises.
 *
 * @param timeoutMs milliseconds to wait for work that goes on.
 * @param mustEnd true if work that goes on longer is a broken promise.
 */
export async function checkPromises(
  survivor: Survivor,
  promises: readonly DurablePromise[],
  timeoutMs: number,
  mustEnd: boolean,
): Promise<CheckedPromises> {
  const until = Date.now() + timeoutMs;
  const limit = pLimit(CONCURRENCY);
  const broken: string[] = [];
  const checked = new Map<PromiseKind, number>();
  for (const { kind } of promises) checked.set(kind, (checked.get(kind) ?? 0) + 1);
  let left = promises;
  for (;;) {
    const open: DurablePromise[] = [];
    await limit.map(left, async (promise) => {
      const verdict = await check(survivor, promise);
      if (verdict === 'open') open.push(promise);
      else if (verdict !== 'kept') broken.push(`${promise.kind}: ${promise.name}: ${verdict.broken}`);
    });
    left = open;
    if (left.length === 0 || Date.now() + LOOK_MS > until) break;
    await sleep(LOOK_MS);
  }
  if (mustEnd) broken.push(...left.map(({ kind, name }) => `${kind}: ${name}: It does not end.`));
  return { checked, open: left.length, broken };
}

async function check(survivor: Survivor, promise: DurablePromise): Promise<Verdict> {
  try {
    return await promise.check(survivor);
  } catch (error) {
    return { broken: String(error) };
  }
}
