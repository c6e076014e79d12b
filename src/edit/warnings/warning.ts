/** A remark on a valid edit that probably does not do what its author meant. */
export interface Warning {
  /** The path in readable form: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /**
   * Public message: what is unexpected, and what to do. Whole sentences that do not repeat the field. They may
   * name other fields.
   */
  readonly text: string;
}

/**
 * Makes a sentence of a phrase that may follow a field: capitalizes its first word, unless that is a URL or a
 * file name, and adds a missing full stop.
 */
export function toSentence(phrase: string): string {
  const start = phrase.replace(/^[a-z]+(?=[\s,])/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return /[.?!]$/.test(start) ? start : `${start}.`;
}

/** Formats seconds or another number for a message, rounded to 3 decimal places. */
export function formatNumber(value: { valueOf(): number }): string {
  return String(Number(value.valueOf().toFixed(3)));
}
