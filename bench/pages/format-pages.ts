import { formatTable } from '../table.ts';
import type { PageTimes } from './measure-pages.ts';

/** Formats the times of pages that move. */
export function formatPages(pages: Readonly<Record<string, PageTimes>>): string {
  const rows = Object.entries(pages).map(([name, { first, frame }]) => [
    name,
    `${first.toFixed(2)} s`,
    `${frame.toFixed(0)} ms`,
    (1000 / frame).toFixed(1),
  ]);
  return formatTable([['page at 1080p', 'first frame', 'each further frame', 'frames a second'], ...rows]);
}
