import { AsyncLocalStorage } from 'node:async_hooks';

const FIELDS = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/** Adds fields to all lines of some work and its calls in the log, such as the id of a render. */
export function withLogFields<Result>(fields: Readonly<Record<string, unknown>>, work: () => Result): Result {
  return FIELDS.run({ ...FIELDS.getStore(), ...fields }, work);
}

/** Runs work that outlives its caller, such as a shared timer, without the fields of the caller. */
export function withoutLogFields<Result>(work: () => Result): Result {
  return FIELDS.exit(work);
}

/** Returns the fields of the current work, for the logger. A new object, because pino adds to it. */
export function currentLogFields(): Record<string, unknown> {
  return { ...FIELDS.getStore() };
}
