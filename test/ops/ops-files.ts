import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');

/** A query of Prometheus, with the place where it stands. */
export interface Query {
  readonly where: string;
  readonly text: string;
}

/** An alert rule. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

interface ScaledObject {
  readonly kind: string;
  readonly spec: {
    readonly triggers: readonly { readonly type: string; readonly metadata: { readonly query: string } }[];
  };
}

/** Reads a YAML file of `ops`. @throws if it is not valid. */
export function readYaml(path: string): unknown {
  return parse(readFileSync(join(root, 'ops', path), 'utf8'), { strict: true, uniqueKeys: true });
}

/** Lists all YAML files of `ops`. */
export function listYamlFiles(): string[] {
  return globSync('**/*.{yaml,yml}', { cwd: join(root, 'ops') });
}

/** Returns the alert rules. The cast is checked by the test of each rule. */
export function readAlerts(): AlertRule[] {
  const { groups } = readYaml('prometheus/alerts.yaml') as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Returns the dashboard. */
export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(join(root, 'ops/grafana/kinora.json'), 'utf8')) as Dashboard;
}

/** Returns the example for KEDA. */
export function readScaledObject(): ScaledObject {
  return readYaml('keda/scaled-object.yaml') as ScaledObject;
}

/** Lists all queries of `ops`. The variable of Grafana is replaced by a time. */
export function listQueries(): Query[] {
  return [
    ...readAlerts().map(({ alert, expr }) => ({ where: alert, text: expr })),
    ...readDashboard().panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ where: title, text: expr.replaceAll('$__rate_interval', '5m') })),
    ),
    ...readScaledObject().spec.triggers.map(({ type, metadata }) => ({ where: type, text: metadata.query })),
  ];
}
