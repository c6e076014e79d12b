// `npm run docs:settings`: writes the table of docs/settings.md from the declarations in the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { createSettingsTable } from '../src/main/settings-table.ts';

const path = fileURLToPath(new URL('../docs/settings.md', import.meta.url));
const [before, , after] = readFileSync(path, 'utf8').split(
  /(?<=<!-- settings -->\n)|(?=<!-- \/settings -->)/,
);
const text = `${before}\n${createSettingsTable()}\n${after}`;
writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
