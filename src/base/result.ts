/** The outcome of work whose failure is normal and may have many reasons, such as validating an edit. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A {@link Result} that worked. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** A {@link Result} that did not work, with every reason found. */
export function fail<Problem>(list: readonly Problem[]): {
  readonly ok: false;
  readonly problems: readonly Problem[];
} {
  return { ok: false, problems: list };
}
