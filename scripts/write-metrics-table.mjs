// `npm run docs:metrics`: writes the table of metrics in docs/metrics.md from the declarations in the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { createMetricsTable } from '../src/metrics/metrics-table.ts';

const path = fileURLToPath(new URL('../docs/metrics.md', import.meta.url));
const text = readFileSync(path, 'utf8').replace(
  /(<!-- metrics -->\n).*(?=<!-- \/metrics -->)/s,
  (_block, start) => `${start}\n${createMetricsTable()}\n`,
);
writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
