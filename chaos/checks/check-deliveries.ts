import type { Order } from '../clients/order.ts';
import type { CallbackReceiver } from '../outside/callback-receiver.ts';
import type { CopyDestination } from '../outside/copy-destination.ts';
import { download } from './check-orders.ts';
import type { Problem } from './problem.ts';
import type { RunQuery } from './read-record.ts';

/** The callbacks of a run. */
export interface CallbackCounts {
  /** Callbacks that the database has. */
  readonly callbacks: number;
  /** Arrivals that were answered with success. */
  readonly taken: number;
  /** Arrivals that were answered with success although an earlier one had been. */
  readonly duplicates: number;
  /** Callbacks that arrived before an earlier one of the same job whose first attempt did not fail. */
  readonly outOfOrder: number;
}

/** Checks that each callback has arrived, and each job with a callback has one. */
export async function checkCallbacks(
  query: RunQuery,
  orders: readonly Order[],
  receiver: CallbackReceiver,
): Promise<{ readonly problems: Problem[]; readonly counts: CallbackCounts }> {
  const rows = (await query(`select id, subject, attempts from callback order by id`)).map((row) => ({
    id: String(row['id']),
    subject: String(row['subject']),
    attempts: Number(row['attempts']),
  }));
  const taken = receiver.arrivals.filter(({ isTaken }) => isTaken);
  const arrived = new Set(taken.map(({ id }) => id));
  const problems: Problem[] = rows
    .filter(({ id }) => !arrived.has(id))
    .map(({ id, subject }) => ({
      check: 'callbacks',
      what: `The callback ${id} of ${subject} never arrived.`,
    }));
  const addresses = new Set(taken.map(({ address }) => address));
  for (const { plan, outcome, ids } of orders)
    if (plan.callback !== undefined && outcome !== undefined && !addresses.has(String(plan.number)))
      problems.push({
        check: 'callbacks',
        what: `No callback of order ${plan.number} (${[...ids].join(', ')}) arrived.`,
        order: plan.number,
      });
  problems.push(...receiver.rejected.map((what) => ({ check: 'callbacks', what: `Not valid: ${what}` })));
  const smooth = new Set(rows.filter(({ attempts }) => attempts === 1).map(({ id }) => id));
  const firsts = [...new Map(receiver.arrivals.map((each) => [each.id, each])).values()];
  const counts = {
    callbacks: rows.length,
    taken: taken.length,
    duplicates: taken.length - arrived.size,
    outOfOrder: countDisorder(firsts.filter(({ id }) => smooth.has(id))),
  };
  return { problems, counts };
}

/** Counts the arrivals whose id is smaller than that of an earlier one at the same address. */
function countDisorder(arrivals: readonly { readonly id: string; readonly address: string }[]): number {
  const last = new Map<string, string>();
  let count = 0;
  for (const { id, address } of arrivals) {
    if (id < (last.get(address) ?? '')) count++;
    else last.set(address, id);
  }
  return count;
}

/** Checks that each copy has arrived whole. */
export async function checkCopies(
  orders: readonly Order[],
  destination: CopyDestination,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { plan, outcome, files } of orders) {
    const { copy } = plan.end;
    if (copy === undefined || outcome !== 'done') continue;
    const add = (what: string): void => void problems.push({ check: 'copies', what, order: plan.number });
    const found = destination.files.get(copy);
    const url = files?.[0]?.url;
    if (found === undefined) add(`The copy ${copy} of order ${plan.number} never arrived.`);
    else if (url !== undefined) {
      const own = await download(url);
      if (typeof own === 'string' || !own.equals(found)) add(`The copy ${copy} is not the file ${url}.`);
    }
  }
  return problems;
}

/** Checks that no text was paid twice. @param texts the texts of all requests that the service received. */
export function checkPayments(texts: readonly string[]): Problem[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([text, count]) => ({ check: 'payments', what: `"${text}" was asked for ${count} times.` }));
}
