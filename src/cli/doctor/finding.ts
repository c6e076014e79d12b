/** What a check of a deployment has found. */
export interface Finding {
  /** What was checked, in a few words. */
  readonly about: string;
  /** `skipped` if this could not be checked here. */
  readonly state: 'ok' | 'warning' | 'error' | 'skipped';
  /** A sentence that says what is so. */
  readonly found: string;
  /** What to do about it. Only for warnings and errors. */
  readonly advice?: string;
}

/** What to check besides the usual. */
export interface Examination {
  /** True to render a short video, too. */
  readonly encode: boolean;
  readonly signal: AbortSignal;
}
