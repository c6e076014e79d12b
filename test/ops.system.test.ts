import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createWelcome } from '../src/main/welcome.ts';
import { METRICS, createMetricsTable } from '../src/metrics/metric-declarations.ts';
import {
  listQueries,
  listYamlFiles,
  readAlerts,
  readDashboard,
  readScaledObject,
  readYaml,
} from './ops/ops-files.ts';
import { listMetricNames, toMetricName } from './ops/promql.ts';

const HAS_JQ = spawnSync('jq', ['--version']).status === 0;

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
    const rows = [...read('docs/alarms.md').matchAll(/^\| `(Kinora\w+)`/gm)].map(([, name]) => name);
    expect(rows).toEqual(readAlerts().map(({ alert }) => alert));
  });
});

describe('the filters of the log in docs/runbook.md and docs/queue-and-log.md', () => {
  const pages = read('docs/runbook.md') + read('docs/queue-and-log.md');
  const filters = [...pages.matchAll(/^.*journalctl -u kinora -o cat \|\s+(jq .*)$/gm)].map(
    ([, filter]) => filter!,
  );
  const render = '01a20ac5-d0b4-449a-82bb-f3eae5d553b8';
  const problem = JSON.stringify({ level: 40, msg: 'The disk has little space.' });
  const step = JSON.stringify({ level: 30, render, msg: 'Rendered.' });

  it('pass over lines that are no JSON', () => {
    expect(filters).toHaveLength(2);
    for (const filter of filters) expect(filter).toMatch(/^jq -cR 'fromjson\? \| objects \| select\(.+\)'$/);
  });

  it.skipIf(!HAS_JQ)(`work on what a server writes${HAS_JQ ? '' : ' (SKIPPED: no jq)'}`, () => {
    const start = { publicUrl: 'http://127.0.0.1:3000', keys: undefined, hasNewKeys: true };
    const settings = { home: '/srv', host: '127.0.0.1', keys: undefined, publicUrl: undefined };
    const log = `${createWelcome(start, settings, false)}${problem}\n7\n${step}\nStopping.\n`;
    const found = filters.map((filter) => spawnSync('sh', ['-c', filter], { input: log, encoding: 'utf8' }));
    expect(found.map(({ status, stdout }) => [status, stdout])).toEqual([
      [0, `${problem}\n`],
      [0, `${step}\n`],
    ]);
  });
});

describe('docs/metrics.md', () => {
  it('makes rules for Kubernetes of the alert rules', () => {
    const [, command = ''] =
      /^( *\(printf [^]*?\)) \| kubectl apply -f -$/m.exec(read('docs/metrics.md')) ?? [];
    const { stdout } = spawnSync('sh', ['-c', command], {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    });
    expect(parse(stdout)).toMatchObject({ kind: 'PrometheusRule', spec: readYaml('prometheus/alerts.yaml') });
  });
});

it.each(readAlerts())('the alert $alert has a sentence and a severity', ({ labels, annotations }) => {
  expect(['page', 'ticket']).toContain(labels.severity);
  expect(annotations.summary).toMatch(/^[A-Z].*\.$/);
});
