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
  const error = fields instanceof Error ? fields : (Object(fields) as { readonly err?: unknown }).err;
  // A library may have copied the fields of the error.
  const { code } = Object(error) as { readonly code?: unknown };
  const isLost = isConnectionLost(error) || code === 'database_unavailable';
  if (level <= DEBUG || !isLost) method.apply(this, args);
  else this.debug(...args);
}
