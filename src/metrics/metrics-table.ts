import { type MetricDeclaration, METRICS } from './metric-declarations.ts';

/** Creates the table of metrics in `docs/metrics.md` in Markdown. */
export function createMetricsTable(): string {
  const rows = Object.entries<MetricDeclaration>(METRICS).map(([name, { kind, labels, help, isShared }]) => [
    `\`${name}\``,
    isShared ? `${kind}, shared` : kind,
    labels.map((label) => `\`${label}\``).join(', ') || '-',
    `${help}.`,
  ]);
  return [['name', 'type', 'labels', 'meaning'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
