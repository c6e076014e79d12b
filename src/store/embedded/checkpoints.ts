import type { Logger } from '../../base/logger.ts';
import { isConnectionLost } from '../connection/away.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

const CHECK_MS = 60_000;
/**
 * True if the log since the last checkpoint is longer than one of its files, which has 16 MB. After a crash,
 * PostgreSQL reads it again.
 */
const IS_DUE =
  'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > 16777216 as "isDue" from pg_control_checkpoint()';

/**
 * Makes checkpoints when they are due. An embedded PostgreSQL makes none, so its log would grow as long
 * as it is open.
 */
export function startCheckpoints(database: EmbeddedDatabase, log: Logger): { readonly stop: () => void } {
  const check = async (): Promise<void> => {
    try {
      const { rows } = await database.query<{ isDue: boolean }>(IS_DUE);
      if (rows[0]?.isDue === true) await database.exec('checkpoint');
    } catch (error) {
      if (!isConnectionLost(error)) log.warn({ err: error }, 'The database could not make a checkpoint.');
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return { stop: () => clearInterval(timer) };
}
