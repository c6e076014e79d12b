import { z } from 'zod';
import { Edit } from '../schema/edit.ts';
import type { Path } from '../problems/problem.ts';
import type { MergedScalar } from './substitute.ts';

/** Matches a decimal number with an optional exponent. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Converts merged values to the type that the schema requires (contract C10): a string that holds a number to
 * that number, and a number or boolean to a string. Keeps a value unchanged if the schema already accepts it.
 *
 * @param edit the merged edit. Its values are replaced in place.
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

/** The schemas that apply to one kind of field, such as the `start` of every clip. */
class SchemaNode {
  /** The alternative schemas. A value must match one of these schemas. */
  private readonly schemas: readonly z.core.$ZodTypes[];
  /** The properties that select one of the alternatives. */
  private readonly discriminators: readonly string[];
  /** The nodes of properties and items, created on first use. */
  private readonly parts = new Map<string, SchemaNode | undefined>();

  constructor(...schemas: readonly Schema[]) {
    const unions = schemas.map(listAlternatives);
    this.schemas = unions.flatMap((union) => union.schemas);
    this.discriminators = unions.flatMap((union) => union.discriminators);
  }

  /**
   * Finds the node at the end of a path.
   *
   * @param value the value of this node.
   * @returns undefined if the schema does not describe that path.
   */
  find(path: Path, value: unknown, depth = 0): SchemaNode | undefined {
    const step = path[depth];
    if (step === undefined) return this;
    const key = [typeof step === 'number' ? 'an item' : `.${step}`, ...this.kindsOf(value)].join(' ');
    if (!this.parts.has(key)) this.parts.set(key, this.createPart(step, value));
    return this.parts.get(key)?.find(path, propertyOf(value, step), depth + 1);
  }

  /** True if the schemas reject a value but may accept its converted form. */
  prefers(other: string | number, value: MergedScalar['value']): boolean {
    if (this.schemas.some((schema) => z.safeParse(schema, value).success)) return false;
    // Convert even to a number out of range, because "must be 10 or less" helps more than "must be a number".
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

  /**
   * Returns the values of the discriminators. A discriminator that is not a short string matches no schema,
   * so it becomes an empty string.
   */
  private kindsOf(value: unknown): string[] {
    return this.discriminators.map((name) => {
      const kind = propertyOf(value, name);
      return typeof kind === 'string' && kind.length < 40 ? kind : '';
    });
  }
}

function propertyOf(value: unknown, name: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string | number, unknown>)[name];
}

function partSchemaOf(schema: z.core.$ZodTypes, step: string | number): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element;
  return def.type === 'object' && Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
}

/** Returns the schemas inside optional and union schemas, with the discriminators of the unions. */
function listAlternatives(schema: Schema): { schemas: z.core.$ZodTypes[]; discriminators: string[] } {
  // Every schema that zod creates has one of these types. The declared types are wider, because they also
  // cover zod's other variants.
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
