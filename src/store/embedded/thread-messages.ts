/** The data that the thread of the embedded database starts with. */
export interface ThreadData {
  /** The folder of the database. Undefined for one in memory. */
  readonly folder: string | undefined;
  /** The file with the first content of a database in memory. */
  readonly dump: string | undefined;
  /** True to create a database in a folder that has none. */
  readonly creates: boolean | undefined;
}

/** A call from the process to the thread of the embedded database. */
export type ThreadCall =
  | {
      readonly kind: 'query';
      readonly text: string;
      readonly parameters: readonly unknown[];
      /** The number of the transaction that the query belongs to. */
      readonly transaction?: number | undefined;
    }
  | { readonly kind: 'exec'; readonly text: string }
  | { readonly kind: 'begin' | 'commit' | 'rollback'; readonly transaction: number }
  | { readonly kind: 'listen'; readonly channel: string; readonly listener: number }
  | { readonly kind: 'unlisten'; readonly listener: number }
  /** Copies the files of the database to a folder. No statement runs meanwhile. */
  | { readonly kind: 'copy'; readonly target: string }
  | { readonly kind: 'close' };

/** A call with the number that its answer has, too. */
export interface NumberedCall {
  readonly id: number;
  readonly call: ThreadCall;
}

/** The rows of one statement. */
export interface StatementResult<Row = Record<string, unknown>> {
  readonly rows: Row[];
  readonly affectedRows?: number;
}

/** An error of the database. The structured clone of an error would lose its code. */
export interface ThreadError {
  readonly message: string;
  readonly name: string;
  readonly stack: string | undefined;
  /** The other fields that are texts or numbers, such as `code` and `constraint`. */
  readonly fields: Readonly<Record<string, string | number>>;
}

/**
 * A message from the thread: the answer to a call, a notification for a listener, or the last message of a
 * PostgreSQL that cannot go on.
 */
export type ThreadMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ThreadError }
  | { readonly listener: number; readonly payload: string }
  | { readonly lastWords: string };

/** Fields of an error that repeat the statement, which may have megabytes. */
const STATEMENT_FIELDS: readonly string[] = ['query', 'params', 'queryOptions'];

/** Converts an error to a message. */
export function toThreadError(thrown: unknown): ThreadError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const fields = Object.entries(error).filter(
    (entry): entry is [string, string | number] =>
      !STATEMENT_FIELDS.includes(entry[0]) && ['string', 'number'].includes(typeof entry[1]),
  );
  const { message, name, stack } = error;
  return { message, name, stack, fields: Object.fromEntries(fields) };
}

/** Makes the error of a message again. */
export function fromThreadError({ message, name, stack, fields }: ThreadError): Error {
  return Object.assign(new Error(message), { ...fields, name, ...(stack !== undefined && { stack }) });
}
