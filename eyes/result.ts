import type { Measure } from './measure.ts';

/** A measured number, or the reason why there is none. */
export type Outcome = { readonly value: number } | { readonly failure: string };

/** The results of one measure. */
export interface Result {
  /** Name of the list of measures, such as `ink`. */
  readonly list: string;
  readonly measure: Pick<Measure, 'name' | 'limit' | 'atLeast'>;
  readonly now: Outcome;
  /** The same for the checkout to compare with, if there is one. */
  readonly before?: Outcome;
}

/** The verdict on a number. */
export type Verdict = 'ok' | 'too much' | 'too little' | 'failed';

/** Returns the verdict on an outcome. A number that is none, such as 0 / 0, has failed. */
export function judge({ limit, atLeast = false }: Result['measure'], outcome: Outcome): Verdict {
  if ('failure' in outcome || Number.isNaN(outcome.value)) return 'failed';
  if (atLeast) return outcome.value >= limit ? 'ok' : 'too little';
  return outcome.value <= limit ? 'ok' : 'too much';
}

/** Returns a number with four significant digits, or "failed". */
export function formatOutcome(outcome: Outcome): string {
  return 'failure' in outcome ? 'failed' : formatNumber(outcome.value);
}

/** Returns the limit with its direction: "at most 0.5". */
export function formatLimit({ limit, atLeast = false }: Result['measure']): string {
  return `${atLeast ? 'at least' : 'at most'} ${formatNumber(limit)}`;
}

function formatNumber(value: number): string {
  return `${Number(value.toPrecision(4))}`;
}

/** Returns the rows of the table of results, with its head. */
export function listRows(results: readonly Result[]): string[][] {
  const compares = results.some(({ before }) => before !== undefined);
  return [
    ['', 'measure', ...(compares ? ['before'] : []), compares ? 'now' : 'value', 'limit', 'verdict'],
    ...results.map(({ list, measure, now, before }) => [
      list,
      measure.name,
      ...(compares ? [before ? formatOutcome(before) : ''] : []),
      formatOutcome(now),
      formatLimit(measure),
      judge(measure, now),
    ]),
  ];
}
