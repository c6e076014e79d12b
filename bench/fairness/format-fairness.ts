import { formatTable } from '../table.ts';
import type { Fairness } from './measure-fairness.ts';

/** Formats how long one piece of work of B takes behind many of A, and how owners take turns. */
export function formatFairness({ guests, turns }: Fairness): string {
  const guestRows = guests.map(({ name, slots, length, waited, overtakenBy }) => [
    name,
    String(slots),
    `${length.toFixed(2)} s`,
    `${waited.toFixed(2)} s`,
    (waited / length).toFixed(2),
    '2',
    String(overtakenBy),
  ]);
  const turnRows = turns.map(({ name, slots, ends }) => [
    name,
    String(slots),
    Object.entries(ends)
      .map(([owner, count]) => `${owner} ${count}`)
      .join(', '),
  ]);
  return [
    formatTable([
      ['B among many of A', 'slots', 'one of A', "B's", 'in lengths of A', 'target', 'ends of A before'],
      ...guestRows,
    ]),
    formatTable([['first 30 ends', 'slots', 'of'], ...turnRows]),
  ].join('\n\n');
}
