import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodeOf } from '../base/error-code.ts';
import { listPieces, readPiece, SCHEMA_ADDRESS } from './schema-pieces.ts';

const DOCUMENT_ADDRESS = 'kinora://docs/';
const DOCUMENT_FOLDER = fileURLToPath(new URL('../../docs', import.meta.url));
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/schema+json';

/** A resource in a list. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly [field: string]: unknown;
}

/** The forms of the addresses of all resources. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${SCHEMA_ADDRESS}{name}`,
    name: 'schema',
    description: 'JSON Schema of one piece of an edit, such as Clip or VideoAsset.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${DOCUMENT_ADDRESS}{name}`,
    name: 'docs',
    description: 'A page of the documentation, such as edits or captions.',
    mimeType: MARKDOWN,
  },
];

/** Lists the pages of the documentation and the pieces of the schema. */
export async function listResources(): Promise<ListedResource[]> {
  const pages = await listPages();
  return [
    ...pages.map((name) => ({ uri: DOCUMENT_ADDRESS + name, name: `docs/${name}`, mimeType: MARKDOWN })),
    ...listPieces().map((name) => ({
      uri: SCHEMA_ADDRESS + name,
      name: `schema/${name}`,
      mimeType: JSON_TYPE,
    })),
  ];
}

/** Returns the content of a resource. Undefined if there is none at this address. */
export async function readResource(uri: string): Promise<{ mimeType: string; text: string } | undefined> {
  if (uri.startsWith(SCHEMA_ADDRESS)) {
    const text = readPiece(uri.slice(SCHEMA_ADDRESS.length));
    return text === undefined ? undefined : { mimeType: JSON_TYPE, text };
  }
  const name = uri.startsWith(DOCUMENT_ADDRESS) ? uri.slice(DOCUMENT_ADDRESS.length) : '';
  if (!(await listPages()).includes(name)) return undefined;
  return { mimeType: MARKDOWN, text: await readFile(join(DOCUMENT_FOLDER, `${name}.md`), 'utf8') };
}

async function listPages(): Promise<string[]> {
  try {
    const files = await readdir(DOCUMENT_FOLDER);
    return files
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -'.md'.length))
      .toSorted();
  } catch (error) {
    // A package without the documents.
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
