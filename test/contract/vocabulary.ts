import type { JsonSchema } from '../fuzz/arbitrary.ts';

/**
 * Collects the properties and the enumerated words of a schema, each with its path from the root:
 * `timeline.tracks.clips.fit` and `timeline.tracks.clips.fit = crop`. The paths of assets contain their type.
 *
 * @param resolveRef Returns the schema of a `$ref`. A reference within itself is not followed.
 */
export function collectVocabulary(root: JsonSchema, resolveRef: (ref: string) => JsonSchema): Set<string> {
  const found = new Set<string>();
  const walk = (schema: JsonSchema, path: string, open: readonly string[] = []): void => {
    const { $ref } = schema;
    if ($ref !== undefined) {
      if (!open.includes($ref)) walk(resolveRef($ref), path, [...open, $ref]);
      return;
    }
    const { anyOf = [], oneOf = [], allOf = [], items, properties = {} } = schema;
    for (const word of listWords(schema)) found.add(`${path} = ${word}`);
    for (const part of [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])]) walk(part, path, open);
    const [type, ...others] = properties['type'] ? listWords(properties['type']) : [];
    const base = type === undefined || others.length > 0 ? path : `${path}(${type})`;
    for (const [name, part] of Object.entries(properties)) {
      // A rule names a property that is declared elsewhere.
      if (Object.keys(part).length === 0) continue;
      found.add(`${base}.${name}`);
      walk(part, `${base}.${name}`, open);
    }
  };
  walk(root, '');
  return found;
}

function listWords(schema: JsonSchema): string[] {
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? []);
  return values.filter((value) => typeof value === 'string');
}
