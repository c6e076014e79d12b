import pLimit from 'p-limit';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { PromiseKind, Survivor, Verdict, Vow } from './ledger.ts';

/** Checks at the same time. */
const CONCURRENCY = 8;
/** Milliseconds for which a promise is young. The kernel writes older pages by itself. */
const YOUNG_MS = 60_000;
/** Number of older promises that are checked. */
const OLD = 40;
/** Number of edits that are made again. */
const AGAIN = 1;
const LOOK_MS = 300;

/** What became of the promises after a power cut. */
export interface CheckedVows {
  /** Number of promises that were checked, by kind. */
  readonly checked: ReadonlyMap<PromiseKind, number>;
  /** Number of promises whose work goes on. */
  readonly open: number;
  /** The broken promises, each with its reason. */
  readonly broken: readonly string[];
}

/** Picks the promises to check: all young ones and some older ones. */
export function pickVows(vows: readonly Vow[], random: Random, now: number): Vow[] {
  const again = vows.filter(({ kind }) => kind === 'made again');
  const others = vows.filter(({ kind }) => kind !== 'made again');
  const isYoung = ({ since, kind }: Vow): boolean => kind === 'accepted' || now - since < YOUNG_MS;
  const old = others.filter((vow) => !isYoung(vow));
  return [
    ...others.filter(isYoung),
    ...random.shuffle(old).slice(0, OLD),
    ...random.shuffle(again).slice(0, AGAIN),
  ];
}

/**
 * Checks promises.
 *
 * @param patienceMs milliseconds to wait for work that goes on.
 * @param mustEnd true if work that goes on longer is a broken promise.
 */
export async function checkVows(
  survivor: Survivor,
  vows: readonly Vow[],
  patienceMs: number,
  mustEnd: boolean,
): Promise<CheckedVows> {
  const until = Date.now() + patienceMs;
  const limit = pLimit(CONCURRENCY);
  const broken: string[] = [];
  const checked = new Map<PromiseKind, number>();
  for (const { kind } of vows) checked.set(kind, (checked.get(kind) ?? 0) + 1);
  let left = vows;
  for (;;) {
    const open: Vow[] = [];
    await limit.map(left, async (vow) => {
      const verdict = await check(survivor, vow);
      if (verdict === 'open') open.push(vow);
      else if (verdict !== 'kept') broken.push(`${vow.kind}: ${vow.name}: ${verdict.broken}`);
    });
    left = open;
    if (left.length === 0 || Date.now() + LOOK_MS > until) break;
    await sleep(LOOK_MS);
  }
  if (mustEnd) broken.push(...left.map(({ kind, name }) => `${kind}: ${name}: It does not end.`));
  return { checked, open: left.length, broken };
}

async function check(survivor: Survivor, vow: Vow): Promise<Verdict> {
  try {
    return await vow.check(survivor);
  } catch (error) {
    return { broken: String(error) };
  }
}
