import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../src/metrics/metric-declarations.ts';
import { createMetricsTable } from '../src/metrics/metrics-table.ts';
import {
  listQueries,
  listYamlFiles,
  readAlerts,
  readDashboard,
  readScaledObject,
  readYaml,
} from './ops/ops-files.ts';
import { listMetricNames, toMetricName } from './ops/promql.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const cellsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '---')));

describe('the files of ops', () => {
  it.each(listYamlFiles())('%s is YAML', (path) => {
    expect(readYaml(path)).toBeTypeOf('object');
  });

  it('ask in PromQL, and only for metrics that Kinora has', () => {
    const known = (name: string) => Object.hasOwn(METRICS, name) || /^(?:up$|process_|nodejs_)/.test(name);
    const unknown = listQueries().flatMap(({ where, text }) => {
      const names = listMetricNames(text);
      if (names.length === 0) return [`${where}: no metric`];
      return names.filter((name) => !known(toMetricName(name))).map((name) => `${where}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  it('show every metric of Kinora on the dashboard', () => {
    const { panels } = readDashboard();
    const shown = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) =>
        listMetricNames(expr.replaceAll('$__rate_interval', '5m')).map(toMetricName),
      ),
    );
    expect(Object.keys(METRICS).filter((name) => !shown.includes(name))).toEqual([]);
    // Panels with one id, or one above the other, hide each other.
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  });

  it('scale workers by the cost that waits, as docs/scaling.md shows it', () => {
    const { kind, spec } = readScaledObject();
    expect(kind).toBe('ScaledObject');
    const [{ metadata } = { metadata: { query: 'none' } }] = spec.triggers;
    expect(metadata.query).toContain('kinora_queue_cost_core_seconds');
    expect(read('docs/scaling.md')).toContain(`query: ${metadata.query}`);
  });
});

describe('the documents', () => {
  it('have the table of metrics that `npm run docs:metrics` writes', () => {
    const [, block = ''] = read('docs/metrics.md').split(/<!-- \/?metrics -->/);
    expect(cellsOf(block)).toEqual(cellsOf(createMetricsTable()));
  });

  it('say what each alarm means, and of no other', () => {
    const [, section = ''] = read('docs/operating.md').split('## What each alarm means\n');
    const rows = [...section.split('\n## ', 1)[0]!.matchAll(/^\| `(Kinora\w+)`/gm)].map(([, name]) => name);
    expect(rows).toEqual(readAlerts().map(({ alert }) => alert));
  });
});

it.each(readAlerts())('the alert $alert has a sentence and a severity', ({ labels, annotations }) => {
  expect(['page', 'ticket']).toContain(labels.severity);
  expect(annotations.summary).toMatch(/^[A-Z].*\.$/);
});
