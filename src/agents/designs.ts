import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { errorCodeOf } from '../base/error-code.ts';
import type { Design, ListedDesign } from './backend.ts';

/** The folder of the designs that come with Kinora. Their sounds are below it. */
export const DESIGN_FOLDER = fileURLToPath(new URL('../../examples/templates', import.meta.url));

const Index = z.object({
  templates: z.array(
    z.object({
      name: z.string().regex(/^[\w-]+$/),
      title: z.string(),
      sentence: z.string(),
      shape: z.string(),
      seconds: z.number(),
      fields: z.array(z.object({ name: z.string(), label: z.string(), kind: z.string() })),
    }),
  ),
});
type Entry = z.output<typeof Index>['templates'][number];

/** The designs that come with Kinora. */
export interface Designs {
  list(): Promise<readonly ListedDesign[]>;
  /** Returns a design. Undefined if there is none with this name. */
  read(id: string): Promise<Design | undefined>;
}

/**
 * Opens the designs that come with Kinora.
 *
 * @param readsFiles true if edits may name files on this machine. Otherwise, designs with sounds of their own are
 *   left out.
 */
export function openDesigns(readsFiles: boolean, folder = DESIGN_FOLDER): Designs {
  const read = async (entry: Entry): Promise<Design | undefined> => {
    // The edits are part of Kinora, and tests validate them.
    const [edit, files] = placeFiles(await readFile(join(folder, `${entry.name}.json`), 'utf8'), folder);
    if (files > 0 && !readsFiles) return undefined;
    const labels = entry.fields.map(({ name, label, kind }) => [name, `${label} (${kind})`]);
    return { ...toListed(entry), edit, labels: Object.fromEntries(labels) as Record<string, string> };
  };
  return {
    async list() {
      const entries = await readIndex(folder);
      const designs = await Promise.all(entries.map(read));
      return entries.filter((_entry, place) => designs[place] !== undefined).map(toListed);
    },
    async read(id) {
      const entry = (await readIndex(folder)).find(({ name }) => name === id);
      return entry && (await read(entry));
    },
  };
}

async function readIndex(folder: string): Promise<readonly Entry[]> {
  try {
    return Index.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))).templates;
  } catch (error) {
    // A package without the designs.
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function toListed({ name, title, sentence, shape, seconds }: Entry): ListedDesign {
  return { id: name, title, about: `${sentence} ${shape}, ${seconds} s.` };
}

/** Makes the paths in an edit absolute. Returns the edit and the number of paths. */
function placeFiles(edit: string, folder: string): [string, number] {
  let files = 0;
  const text = JSON.stringify(JSON.parse(edit), (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('media/') || isAbsolute(value)) return value;
    files += 1;
    return join(folder, value);
  });
  return [text, files];
}
