// `npm run client`: writes the types of an edit for the client, and the tables of docs/client-reference.md.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDocument } from '../../scripts/format-document.ts';
import { createClientTables, insertClientTables } from './client-tables.ts';
import { createEditTypes } from './edit-types.ts';

const root = join(import.meta.dirname, '../..');
for (const [name, text] of Object.entries(await createEditTypes()))
  await writeFile(join(root, 'src/client/edit', name), text);

const page = join(root, 'docs/client-reference.md');
const text = insertClientTables(await readFile(page, 'utf8'), createClientTables());
await writeFile(page, formatDocument(text));
