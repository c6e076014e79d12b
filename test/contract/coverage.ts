import type { JsonSchema } from '../fuzz/arbitrary.ts';
import { definitions, resolveRef } from './valid-edits.ts';

/** Returns every field of every object in the schema of an edit, such as `Clip.start`. */
export function listAllFields(): string[] {
  return Object.entries(definitions).flatMap(([name, schema]) => listFields(schema, name));
}

function listFields(schema: JsonSchema, name: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([property, part]) => [
    `${name}.${property}`,
    ...listFields(part, `${name}.${property}`),
  ]);
}

/** Returns the fields that occur in some edits. */
export function findFields(edits: readonly unknown[]): Set<string> {
  const found = new Set<string>();
  for (const edit of edits) mark({ $ref: '#/$defs/Edit' }, edit, '', found);
  return found;
}

function mark(schema: JsonSchema, value: unknown, name: string, found: Set<string>): void {
  if (schema.$ref !== undefined) {
    mark(resolveRef(schema.$ref), value, schema.$ref.replace('#/$defs/', ''), found);
    return;
  }
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    if (matchesBranch(branch, value)) mark(branch, value, name, found);
  if (Array.isArray(value)) for (const item of value) mark(schema.items ?? {}, item, name, found);
  else if (typeof value === 'object' && value !== null) markFields(schema, value, name, found);
}

function markFields({ properties = {} }: JsonSchema, value: object, name: string, found: Set<string>): void {
  for (const [property, part] of Object.entries(value)) {
    const field = properties[property];
    if (field === undefined) continue;
    found.add(`${name}.${property}`);
    mark(field, part, `${name}.${property}`, found);
  }
}

/** True if a value belongs to a branch of a union. Compares the constants that distinguish the branches. */
function matchesBranch(branch: JsonSchema, value: unknown): boolean {
  if (branch.$ref !== undefined) return matchesBranch(resolveRef(branch.$ref), value);
  if (branch.oneOf !== undefined) return branch.oneOf.some((inner) => matchesBranch(inner, value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(branch.properties ?? {}).every(
    ([property, part]) => !('const' in part) || (value as Record<string, unknown>)[property] === part.const,
  );
}
