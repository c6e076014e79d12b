import { z } from 'zod';
import { Edit } from '../schema/edit.ts';
import type { Path } from '../problem.ts';
import type { MergedText } from './substitute.ts';

/** A decimal number, with an exponent or without. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Makes numbers of the merged texts that are written like one and stand where the edit wants a number and no such text
 * (contract C10): `start`, but not `text`.
 *
 * @param edit the merged edit; the holders of the texts are changed.
 */
export function convertNumbers(edit: unknown, texts: readonly MergedText[]): void {
  for (const { path, holder, text } of texts) {
    const number = NUMBER.test(text.trim()) ? Number(text) : NaN;
    if (!Number.isFinite(number)) continue;
    const schemas = schemasAt(edit, path);
    const key = path.at(-1) ?? '';
    if (schemas.some(takesNumbers) && !schemas.some((schema) => z.safeParse(schema, text).success)) {
      Object.defineProperty(holder, key, { value: number });
    }
  }
}

type Schema = z.core.$ZodType;

/** What a value may be that stands at a path: every schema that the edit's schema has there, other fields as they are. */
function schemasAt(edit: unknown, path: Path): z.core.$ZodTypes[] {
  let value = edit;
  let schemas = alternatives(Edit, value);
  for (const step of path) {
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
    schemas = schemas.flatMap((schema) => {
      const part = partOf(schema, step);
      return part === undefined ? [] : alternatives(part, value);
    });
  }
  return schemas;
}

function partOf(schema: z.core.$ZodTypes, step: string | number): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element;
  return def.type === 'object' && Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
}

/** The schemas behind "optional" and "one of". Where a property tells which one is meant, that one. */
function alternatives(schema: Schema, value: unknown): z.core.$ZodTypes[] {
  // Every schema that zod makes is one of these; what it takes for a schema is only wider for its other flavours.
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  if (def.type === 'optional') return alternatives(def.innerType, value);
  if (def.type !== 'union') return [known];
  const members = def.options.flatMap((option) => alternatives(option, value));
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  if (discriminator === undefined) return members;
  const given: unknown = Object.getOwnPropertyDescriptor(Object(value), discriminator)?.value;
  return members.filter((member) =>
    // What tells members apart is one of a few texts.
    member._zod.propValues?.[discriminator]?.has(given as z.core.util.Primitive),
  );
}

function takesNumbers(schema: z.core.$ZodTypes): boolean {
  const { def } = schema._zod;
  return (
    def.type === 'number' || (def.type === 'literal' && def.values.some((value) => typeof value === 'number'))
  );
}
