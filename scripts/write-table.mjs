// `npm run docs:settings` and `npm run docs:metrics`: writes the table of docs/settings.md or docs/metrics.md from the
// declarations in the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSettingsTable } from '../src/main/settings-table.ts';
import { createMetricsTable } from '../src/metrics/metric-declarations.ts';
import { formatDocument } from './format-document.ts';
import { replaceTable } from './replace-table.mjs';

const TABLES = { settings: createSettingsTable, metrics: createMetricsTable };

const [name] = process.argv.slice(2);
const document = `docs/${name}.md`;
const path = fileURLToPath(new URL(`../${document}`, import.meta.url));
const text = replaceTable(readFileSync(path, 'utf8'), name, TABLES[name](), document);
writeFileSync(path, formatDocument(text));
