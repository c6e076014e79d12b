/** Something that is wrong at the end of a run. */
export interface Problem {
  /** Name of the check. */
  readonly check: string;
  readonly what: string;
  /** Number of the order, if the problem belongs to one. */
  readonly order?: number;
  /** True if the order is done twice. */
  readonly isDouble?: boolean;
}
