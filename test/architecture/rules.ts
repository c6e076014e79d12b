import { posix } from 'node:path';
import { partOf, type Source } from './source.ts';
import {
  EMPTY_NAMES,
  MAX_FILES_PER_FOLDER,
  MAY_IMPORT,
  MIRRORS_OTHERS,
  ONLY_IN,
  READS_ENVIRONMENT,
} from './table.ts';

const isTest = (path: string) => /\.(test|fixture)\.ts$/.test(path);

/**
 * Returns the files that the table applies to, with their parts: those of `src` without tests and fixtures.
 */
function governed(sources: readonly Source[]): { source: Source; part: string }[] {
  return sources.flatMap((source) => {
    const part = partOf(source.path);
    return part === undefined || isTest(source.path) ? [] : [{ source, part }];
  });
}

/** Returns the imports between parts that are not in the table, and the parts that have no row in it. */
export function forbiddenImports(sources: readonly Source[]): string[] {
  return governed(sources).flatMap(({ source, part }) => {
    const allowed = MAY_IMPORT[part];
    if (allowed === undefined) return [`${source.path}: ${part} has no row in the table`];
    return source.imports.flatMap((imported) => {
      if (isTest(imported)) return [`${source.path}: only a test may import ${imported}`];
      const other = partOf(imported);
      return other === undefined || other === part || allowed.includes(other)
        ? []
        : [`${source.path}: ${part} may not import ${other} (${imported})`];
    });
  });
}

/** Returns the imports of packages outside the parts that may import them. */
export function packagesOutsideTheirDoor(sources: readonly Source[]): string[] {
  return governed(sources).flatMap(({ source, part }) =>
    source.imports.flatMap((imported) => {
      const [name, doors] =
        Object.entries(ONLY_IN).find(([door]) => imported === door || imported.startsWith(`${door}/`)) ?? [];
      return name === undefined || doors?.includes(part) === true
        ? []
        : [`${source.path}: ${name} belongs to ${doors?.join(' and ') ?? 'no part'}`];
    }),
  );
}

/** Returns the files that read the environment outside the one part that may. */
export function environmentReaders(sources: readonly Source[]): string[] {
  return governed(sources)
    .filter(({ source, part }) => source.readsEnvironment && part !== READS_ENVIRONMENT)
    .map(({ source }) => source.path);
}

/** Returns the files whose path contains a meaningless name. */
export function emptyNames(sources: readonly Source[]): string[] {
  return sources
    .map(({ path }) => path)
    .filter((path) => path.split(/[/.-]/).some((word) => EMPTY_NAMES.includes(word)));
}

/** Returns the exported names that are declared in more than one file, each with its files. */
export function duplicateExports(sources: readonly Source[]): string[] {
  const files = new Map<string, string[]>();
  for (const { source, part } of governed(sources)) {
    if (part === MIRRORS_OTHERS) continue;
    for (const name of source.exports) files.set(name, [...(files.get(name) ?? []), source.path]);
  }
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`);
}

/** Returns the folders with too many files, each with its count. */
export function crowdedFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { source } of governed(sources)) {
    const folder = posix.dirname(source.path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES_PER_FOLDER)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

/** Returns the import cycles, including those of types and tests, each as a path: `a.ts -> b.ts -> a.ts`. */
export function importCycles(sources: readonly Source[]): string[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const finished = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const earlier = trail.indexOf(path);
    if (earlier >= 0) cycles.push([...trail.slice(earlier), path].join(' -> '));
    if (earlier >= 0 || finished.has(path)) return;
    for (const imported of importsOf.get(path) ?? []) walk(imported, [...trail, path]);
    finished.add(path);
  };
  for (const { path } of sources) walk(path, []);
  return cycles;
}
