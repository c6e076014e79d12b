import { tryParseJson } from '../base/try-parse-json.ts';
import type { Sources } from './fetch/sources.ts';
import { FileContent } from './produce/file-content.ts';
import type { SourceFile } from './media/source-file.ts';

/** The known contents of files, by their paths. */
type Contents = Readonly<Record<string, FileContent>>;

/**
 * Returns the facts of earlier renders about the contents of fetched files. A large film takes a second to
 * be read again.
 *
 * @param hasChecksums true if only contents with checksums are of use.
 */
export async function recallContents(
  files: readonly SourceFile[],
  sources: Pick<Sources, 'factsOf'>,
  hasChecksums: boolean,
): Promise<Contents> {
  const paths = files.filter((file) => typeof file === 'string');
  const recalled = paths.map(async (path) => {
    const facts = await sources.factsOf(path);
    const content = facts === undefined ? undefined : FileContent.safeParse(tryParseJson(facts)).data;
    return content && (!hasChecksums || content.checksums !== '') ? [[path, content] as const] : [];
  });
  return Object.fromEntries((await Promise.all(recalled)).flat());
}

/** Keeps the facts about the contents of files. @param known the facts that were recalled before. */
export async function keepContents(
  contents: Contents,
  known: Contents,
  sources: Pick<Sources, 'keepFacts'>,
): Promise<void> {
  const isNew = ([path]: [string, FileContent]): boolean => !Object.hasOwn(known, path);
  const found = Object.entries(contents).filter(isNew);
  await Promise.all(found.map(([path, content]) => sources.keepFacts(path, JSON.stringify(content))));
}
