// `npm run docs:metrics`: writes the table of metrics in docs/metrics.md from the declarations in the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetricsTable } from '../src/metrics/metric-declarations.ts';
import { formatDocument } from './format-document.ts';

const path = fileURLToPath(new URL('../docs/metrics.md', import.meta.url));
const [before, , after] = readFileSync(path, 'utf8').split(/(?<=<!-- metrics -->\n)|(?=<!-- \/metrics -->)/);
const text = `${before}\n${createMetricsTable()}\n${after}`;
writeFileSync(path, formatDocument(text));
