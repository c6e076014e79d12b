/**
 * The outcome of work that is expected to fail sometimes, such as the validation of an edit. A failure lists
 * all its problems.
 */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Creates a successful {@link Result}. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Creates a failed {@link Result} with all its problems. */
export function fail<Problem>(list: readonly Problem[]): {
  readonly ok: false;
  readonly problems: readonly Problem[];
} {
  return { ok: false, problems: list };
}
