import type { JsonSchema } from '../fuzz/arbitrary.ts';

/**
 * Collects the properties and the enumerated words of a schema, each with its path from the root:
 * `timeline.tracks.clips.fit` and `timeline.tracks.clips.fit = crop`. The paths of assets contain their type.
 *
 * @param resolveRef Returns the schema of a `$ref`. No schema may refer to itself.
 */
export function collectVocabulary(root: JsonSchema, resolveRef: (ref: string) => JsonSchema): Set<string> {
  const found = new Set<string>();
  const walk = (schema: JsonSchema, path: string): void => {
    if (schema.$ref !== undefined) {
      walk(resolveRef(schema.$ref), path);
      return;
    }
    const { anyOf = [], oneOf = [], allOf = [], items, properties = {} } = schema;
    for (const word of listWords(schema)) found.add(`${path} = ${word}`);
    for (const part of [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])]) walk(part, path);
    const [type, ...others] = properties['type'] ? listWords(properties['type']) : [];
    const base = type === undefined || others.length > 0 ? path : `${path}(${type})`;
    for (const [name, part] of Object.entries(properties)) {
      found.add(`${base}.${name}`);
      walk(part, `${base}.${name}`);
    }
  };
  walk(root, '');
  return found;
}

function listWords(schema: JsonSchema): string[] {
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? []);
  return values.filter((value) => typeof value === 'string');
}
