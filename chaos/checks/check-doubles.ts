import type { Order } from '../clients/order.ts';
import type { Problem } from './problem.ts';
import type { RunQuery } from './read-record.ts';

/** A table, and the way to find the order of a row that no answer has named. */
interface JobTable {
  readonly name: string;
  /** Selects the id and a text that has the number of the order. */
  readonly rows: string;
  /** The number is in one of its groups. */
  readonly number: RegExp;
}

/** The tables of jobs whose requests have idempotency keys, so that an order has one row at most. */
const JOB_TABLES: readonly JobTable[] = [
  { name: 'render', rows: 'select id, edit as mark from render', number: /"text":"(\d+)"/ },
  {
    name: 'created asset',
    rows: 'select id, options as mark from created_asset',
    number: /Speech (\d+) about|\/still\/(\d+)\.png/,
  },
  {
    name: 'fetched source',
    rows: 'select id, input as mark from source where input is not null',
    number: /\/picture\/(\d+)\.png/,
  },
];

/** Uploads whose bytes have arrived. Creating one by tus has no idempotency key, so others may wait for ever. */
const UPLOADED = 'select id from source where input is null and imported is not null';

/**
 * Checks that no job was made twice: each row belongs to an order. An order whose request was never answered may
 * have one row that it does not know.
 */
export async function checkDoubles(query: RunQuery, orders: readonly Order[]): Promise<Problem[]> {
  const known = new Set(orders.flatMap(({ ids }) => [...ids]));
  const unanswered = orders.filter(({ ids }) => ids.size === 0);
  const problems: Problem[] = [];
  const add = (id: string, name: string): void =>
    void problems.push({ check: 'doubles', what: `The ${name} ${id} belongs to no order.` });
  const excused = new Set(unanswered.map(({ plan }) => plan.number));
  for (const { name, rows, number } of JOB_TABLES)
    for (const row of await query(rows)) {
      const id = String(row['id']);
      if (known.has(id)) continue;
      // A group that took no part is undefined.
      const groups: (string | undefined)[] = number.exec(String(row['mark']))?.slice(1) ?? [];
      // Each unanswered order excuses one row.
      if (!excused.delete(Number(groups.find((group) => group !== undefined)))) add(id, name);
    }
  const uploads = unanswered.filter(({ plan }) => ['put', 'tus'].includes(plan.sending.way)).length;
  const uploaded = (await query(UPLOADED)).map((row) => String(row['id'])).filter((id) => !known.has(id));
  for (const id of uploaded.slice(uploads)) add(id, 'uploaded source');
  return problems;
}
