import { z } from 'zod';
import { Edit } from '../schema/edit.ts';
import type { Path } from '../problems/problem.ts';
import type { MergedScalar } from './substitute.ts';

/** A decimal number, with an exponent or without. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Makes numbers of the merged texts that are written like one and stand where the edit wants a number and no such text, and
 * texts of the merged numbers and booleans that stand where it wants a text and no such value (contract C10).
 *
 * @param edit the merged edit; the holders of the values are changed.
 */
export function convertScalars(edit: unknown, scalars: readonly MergedScalar[]): void {
  const root = new SchemaNode(Edit);
  for (const { path, holder, value } of scalars) {
    const other = typeof value === 'string' ? parseNumber(value) : String(value);
    if (other === undefined || root.find(path, edit)?.prefers(other, value) !== true) continue;
    Object.defineProperty(holder, path.at(-1) ?? '', { value: other });
  }
}

function parseNumber(text: string): number | undefined {
  const number = NUMBER.test(text.trim()) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

type Schema = z.core.$ZodType;

/** The schemas of one kind of value in an edit, such as the `start` of every clip. */
class SchemaNode {
  /** The value has to match one of these. */
  private readonly schemas: readonly z.core.$ZodTypes[];
  /** The properties that tell which of them is meant. */
  private readonly discriminators: readonly string[];
  /** The nodes of the parts, created when they are first used. */
  private readonly parts = new Map<string, SchemaNode | undefined>();

  constructor(...schemas: readonly Schema[]) {
    const unions = schemas.map(listAlternatives);
    this.schemas = unions.flatMap((union) => union.schemas);
    this.discriminators = unions.flatMap((union) => union.discriminators);
  }

  /** Finds the node at the end of a path from here. `value` is the value of this node. Undefined if the schema has nothing there. */
  find(path: Path, value: unknown, depth = 0): SchemaNode | undefined {
    const step = path[depth];
    if (step === undefined) return this;
    const key = [typeof step === 'number' ? 'an item' : `.${step}`, ...this.kindsOf(value)].join(' ');
    if (!this.parts.has(key)) this.parts.set(key, this.createPart(step, value));
    return this.parts.get(key)?.find(path, propertyOf(value, step), depth + 1);
  }

  /** Whether a value is wrong here, and the other one, which says the same, may be right. */
  prefers(other: string | number, value: MergedScalar['value']): boolean {
    if (this.schemas.some((schema) => z.safeParse(schema, value).success)) return false;
    // A number is taken for one also where it is too large: to say so is better than to ask for a number.
    if (typeof other === 'number') return this.schemas.some(acceptsNumbers);
    return this.schemas.some((schema) => z.safeParse(schema, other).success);
  }

  private createPart(step: string | number, value: unknown): SchemaNode | undefined {
    const kinds = this.kindsOf(value);
    const candidates = this.schemas.filter(({ _zod: { propValues } }) =>
      this.discriminators.every((name, index) => propValues?.[name]?.has(kinds[index]) ?? true),
    );
    const parts = candidates.flatMap((schema) => partSchemaOf(schema, step) ?? []);
    return parts.length === 0 ? undefined : new SchemaNode(...parts);
  }

  /** The values of the discriminators; none where it is no short text, for such a value is not known anyway. */
  private kindsOf(value: unknown): string[] {
    return this.discriminators.map((name) => {
      const kind = propertyOf(value, name);
      return typeof kind === 'string' && kind.length < 40 ? kind : '';
    });
  }
}

function propertyOf(value: unknown, name: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  // An object or a list, of which it is a property of its own.
  return (value as Record<string | number, unknown>)[name];
}

function partSchemaOf(schema: z.core.$ZodTypes, step: string | number): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element;
  return def.type === 'object' && Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
}

/** The schemas behind "optional" and "one of", and the properties that tell them apart. */
function listAlternatives(schema: Schema): { schemas: z.core.$ZodTypes[]; discriminators: string[] } {
  // Every schema that zod makes is one of these; what it takes for a schema is only wider for its other flavours.
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  if (def.type === 'optional') return listAlternatives(def.innerType);
  if (def.type !== 'union') return { schemas: [known], discriminators: [] };
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  const options = def.options.map(listAlternatives);
  return {
    schemas: options.flatMap(({ schemas }) => schemas),
    discriminators: [
      ...(discriminator === undefined ? [] : [discriminator]),
      ...options.flatMap(({ discriminators }) => discriminators),
    ],
  };
}

function acceptsNumbers(schema: z.core.$ZodTypes): boolean {
  const { def } = schema._zod;
  return (
    def.type === 'number' || (def.type === 'literal' && def.values.some((value) => typeof value === 'number'))
  );
}
