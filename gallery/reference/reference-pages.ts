import { REFERENCE_PAGES } from './page-list.ts';
import { listReferences, type ObjectPart, readSchemas, type Schema, toObjectPart } from './schema-parts.ts';

/** A page of the reference. */
export interface ReferencePage {
  /** Name of its file, without the extension. */
  readonly file: string;
  readonly title: string;
  /** Its content in one line. */
  readonly about: string;
  /** The objects on it, the main one first. */
  readonly parts: readonly ObjectPart[];
}

/** The schemas of an edit, and the pages that describe them. */
export interface Reference {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly pages: readonly ReferencePage[];
  /** The page of each object, by the name of the object. */
  readonly pageOf: ReadonlyMap<string, ReferencePage>;
}

/** Lists the pages of the reference. An object that several pages need is on the first one. */
export function readReference(): Reference {
  const schemas = readSchemas();
  const placed = new Set(REFERENCE_PAGES.flatMap(([, , , roots]) => roots));
  const pages = REFERENCE_PAGES.map(([file, title, about, roots]): ReferencePage => {
    const names = [...roots];
    for (const name of names)
      for (const other of listReferences(schemas[name] ?? {}))
        if (!placed.has(other) && other !== 'Asset' && other !== 'Destination') {
          placed.add(other);
          names.push(other);
        }
    const parts = names.flatMap((name) => toObjectPart(name, schemas[name] ?? {}) ?? []);
    return { file, title, about, parts };
  });
  const pageOf = new Map(pages.flatMap((page) => page.parts.map(({ name }) => [name, page] as const)));
  return { schemas, pages, pageOf };
}
