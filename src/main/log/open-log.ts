import pino, { type Logger, type LoggerOptions } from 'pino';
import { showControls } from '../../base/text/show-controls.ts';

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
