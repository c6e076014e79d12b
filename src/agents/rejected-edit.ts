import type { Path } from '../edit/index.ts';

/** A problem of an edit. */
export interface EditProblem {
  /** Path from the edit to the wrong value. */
  readonly path: Path;
  /** The problem, its place, and the remedy. */
  readonly message: string;
}

/** Thrown if an edit is not valid. */
export class RejectedEdit extends Error {
  override readonly name = 'RejectedEdit';
  readonly problems: readonly EditProblem[];
  /** A sentence about all of them, such as the dialect in which the edit is valid. */
  readonly hint: string | undefined;

  constructor(problems: readonly EditProblem[], hint?: string) {
    super('The edit is not valid.');
    this.problems = problems;
    this.hint = hint;
  }
}
