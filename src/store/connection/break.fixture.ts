// A process for the tests in database-restart.test.ts. It runs transactions with a pause between two statements
// until its input ends, and then prints how many were done and how many were repeated.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SILENT } from '../../base/logger.ts';
import { openDatabase } from '../database.ts';

const [url = ''] = process.argv.slice(2);
const database = await openDatabase({ kind: 'postgres', url }, SILENT);
let isEnding = false;
process.stdin.on('end', () => (isEnding = true)).resume();
let done = 0;
let tries = 0;

async function work(): Promise<void> {
  while (!isEnding) {
    await database.retryUntilAvailable(async () => {
      tries++;
      await database.tables.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await sleep(20);
        await sql`select 1`.execute(transaction);
      });
    });
    done++;
  }
}

process.stdout.write('ready\n');
await Promise.all(Array.from({ length: 4 }, () => work()));
await database.close();
process.stdout.write(`${JSON.stringify({ done, repeated: tries - done })}\n`);
