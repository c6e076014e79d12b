/** The result of a check of a deployment. */
export interface Finding {
  /** The checked part, in one word. */
  readonly about: string;
  /** `skipped` if this could not be checked here. */
  readonly state: 'ok' | 'warning' | 'error' | 'skipped';
  /** A sentence with the finding. */
  readonly found: string;
  /** A sentence that says how to mend it. Only for warnings and errors. */
  readonly advice?: string;
}

/** Options of `kinora doctor`. */
export interface Examination {
  /** True to render a short video, too. */
  readonly encode: boolean;
  readonly signal: AbortSignal;
}
