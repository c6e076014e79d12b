// `npm run docs:settings`: writes the table of docs/settings.md from the declarations in the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSettingsTable } from '../src/main/settings-table.ts';
import { formatDocument } from './format-document.ts';

const path = fileURLToPath(new URL('../docs/settings.md', import.meta.url));
const [before, , after] = readFileSync(path, 'utf8').split(
  /(?<=<!-- settings -->\n)|(?=<!-- \/settings -->)/,
);
const text = `${before}\n${createSettingsTable()}\n${after}`;
writeFileSync(path, formatDocument(text));
