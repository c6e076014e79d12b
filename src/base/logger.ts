/** What a part needs of a logger; pino fits it. Fields first, then one sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger that keeps silent, for tests and for the command line. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
