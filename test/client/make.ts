// `npm run client`: writes the tables of docs/client-reference.md, after the types of the client.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDocument } from '../../scripts/format-document.ts';
import { createClientTables, insertClientTables } from './client-tables.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/client-reference.md');
const text = insertClientTables(await readFile(page, 'utf8'), createClientTables());
await writeFile(page, formatDocument(text));
