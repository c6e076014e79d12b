import type { JsonSchema } from '../fuzz/arbitrary.ts';

/**
 * The properties and the words of a schema, each with its way from the root: `timeline.tracks.clips.fit` and
 * `timeline.tracks.clips.fit = crop`. Assets have their type in the way.
 *
 * @param referred the schema that a `$ref` names. None refers to itself.
 */
export function wordsOf(root: JsonSchema, referred: (ref: string) => JsonSchema): Set<string> {
  const found = new Set<string>();
  const walk = (schema: JsonSchema, way: string): void => {
    if (schema.$ref !== undefined) {
      walk(referred(schema.$ref), way);
      return;
    }
    const { anyOf = [], oneOf = [], allOf = [], items, properties = {} } = schema;
    for (const word of wordsIn(schema)) found.add(`${way} = ${word}`);
    for (const part of [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])]) walk(part, way);
    const [type, ...others] = properties['type'] ? wordsIn(properties['type']) : [];
    const here = type === undefined || others.length > 0 ? way : `${way}(${type})`;
    for (const [name, part] of Object.entries(properties)) {
      found.add(`${here}.${name}`);
      walk(part, `${here}.${name}`);
    }
  };
  walk(root, '');
  return found;
}

function wordsIn(schema: JsonSchema): string[] {
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? []);
  return values.filter((value) => typeof value === 'string');
}
