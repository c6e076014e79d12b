import pino, { type Logger, type LoggerOptions } from 'pino';
import { showControls } from '../../base/text/show-controls.ts';
import { isConnectionLost } from '../../store/connection/away.ts';

/**
 * Opens the log. A line is JSON, in which pino escapes only some control characters. The others are escaped here,
 * because a log is read in a terminal, too.
 *
 * @param fd descriptor that it writes to: by default, that of standard error.
 */
export function openLog(options: LoggerOptions, fd: number = process.stderr.fd): Logger {
  const destination = pino.destination({ fd, sync: true });
  return pino(options, { write: (line) => void destination.write(showControls(line)) });
}

/** The number of the level `debug` in pino. */
const DEBUG = 20;

/**
 * Writes lines about a database that is away at the level `debug`, as a hook of pino. Every part notices such a
 * database, but one line is enough for the operator: that of the connections themselves.
 */
export function quietAwayDatabase(
  this: pino.Logger,
  args: Parameters<pino.LogFn>,
  method: pino.LogFn,
  level: number,
): void {
  const [fields] = args as readonly unknown[];
  const error = fields instanceof Error ? fields : errorIn(fields);
  if (level <= DEBUG || !isLost(error)) method.apply(this, args);
  else this.debug(...args);
}

function errorIn(fields: unknown): unknown {
  return typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
}

/** True for a lost connection, also if a library has copied the fields of its error. */
function isLost(error: unknown): boolean {
  if (isConnectionLost(error)) return true;
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'database_unavailable'
  );
}
