// `npm run docs:settings` and `npm run docs:metrics`: writes the table of docs/settings.md or docs/metrics.md from the
// declarations in the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSettingsTable } from '../src/main/settings-table.ts';
import { createMetricsTable } from '../src/metrics/metrics-table.ts';
import { formatDocument } from './format-document.ts';

const TABLES = { settings: createSettingsTable, metrics: createMetricsTable };

const [name] = process.argv.slice(2);
const path = fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url));
const [before, rest = ''] = readFileSync(path, 'utf8').split(`<!-- ${name} -->\n`);
const end = `<!-- /${name} -->`;
const after = rest.slice(rest.indexOf(end));
const text = `${before}<!-- ${name} -->\n\n${TABLES[name]()}\n${after}`;
writeFileSync(path, formatDocument(text));
