/** The logger of Kinora, compatible with pino. Each call takes fields and a message. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger without output, for tests and for the command line. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
