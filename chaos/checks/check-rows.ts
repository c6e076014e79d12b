import type { Problem } from './problem.ts';
import type { RunQuery } from './read-record.ts';

/** Statements that must return no rows at the end. */
const LEFTOVERS: Readonly<Record<string, string>> = {
  'jobs in the queue': `select name, state::text, count(*)::int as jobs from pgboss.job
    where state in ('created', 'retry', 'active') group by 1, 2`,
  'files to delete': `select file, tried from unwanted_file`,
  'locks of uploads': `select id, expires from upload_lock`,
  'unfinished renders': `select id, status from render where status not in ('done', 'failed')`,
  'unfinished created assets': `select id, status from created_asset where status not in ('done', 'failed')`,
  'unfinished generations': `select id, state from generation where state in ('new', 'asking', 'running')`,
  'unfinished assets': `select id, render, status from asset where status = 'importing'`,
  'undelivered callbacks': `select id, subject, status, attempts from callback where status <> 'delivered'`,
};
/** Statements for tables that versions before the record of attempts do not have. */
const RECORD_LEFTOVERS: Readonly<Record<string, string>> = {
  'open attempts': `select subject, kind, worker_name, started from attempt where ended is null`,
};
/** Rows to show of each kind. */
const SHOWN = 5;

/** Checks that no rows are left of work that has ended. */
export async function checkRows(query: RunQuery): Promise<Problem[]> {
  const [table] = await query(`select to_regclass('attempt') is not null as found`);
  const all = { ...LEFTOVERS, ...(table?.['found'] === true && RECORD_LEFTOVERS) };
  const problems: Problem[] = [];
  for (const [what, sql] of Object.entries(all)) {
    const rows = await query(sql);
    if (rows.length > 0)
      problems.push({
        check: 'rows',
        what: `${rows.length} ${what}: ${JSON.stringify(rows.slice(0, SHOWN))}`,
      });
  }
  return problems;
}
