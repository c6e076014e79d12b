import { z } from 'zod';
import { Edit } from '../schema/edit.ts';
import type { Path } from '../problem.ts';
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
  const root = new Place(Edit);
  for (const { path, holder, value } of scalars) {
    const other = typeof value === 'string' ? numberIn(value) : String(value);
    if (other === undefined || root.at(path, edit)?.wants(other, value) !== true) continue;
    Object.defineProperty(holder, path.at(-1) ?? '', { value: other });
  }
}

function numberIn(text: string): number | undefined {
  const number = NUMBER.test(text.trim()) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

type Schema = z.core.$ZodType;

/** What may stand at a place of an edit: at every place of the same kind, such as each `start` of a clip. */
class Place {
  /** The schemas of which a value there has to fit one. */
  private readonly schemas: readonly z.core.$ZodTypes[];
  /** The properties that tell which of them is meant. */
  private readonly discriminators: readonly string[];
  /** The places of the parts, made when they are first asked for. */
  private readonly parts = new Map<string, Place | undefined>();

  constructor(...schemas: readonly Schema[]) {
    const unions = schemas.map(alternatives);
    this.schemas = unions.flatMap((union) => union.schemas);
    this.discriminators = unions.flatMap((union) => union.discriminators);
  }

  /** The place at the end of a path from here, where this value stands; undefined where the schema has nothing. */
  at(path: Path, value: unknown, depth = 0): Place | undefined {
    const step = path[depth];
    if (step === undefined) return this;
    const key = [typeof step === 'number' ? 'an item' : `.${step}`, ...this.kindsOf(value)].join(' ');
    if (!this.parts.has(key)) this.parts.set(key, this.part(step, value));
    return this.parts.get(key)?.at(path, propertyOf(value, step), depth + 1);
  }

  /** Whether a value is wrong here, and the other one, which says the same, may be right. */
  wants(other: string | number, value: MergedScalar['value']): boolean {
    if (this.schemas.some((schema) => z.safeParse(schema, value).success)) return false;
    // A number is taken for one also where it is too large: to say so is better than to ask for a number.
    if (typeof other === 'number') return this.schemas.some(takesNumbers);
    return this.schemas.some((schema) => z.safeParse(schema, other).success);
  }

  private part(step: string | number, value: unknown): Place | undefined {
    const kinds = this.kindsOf(value);
    const meant = this.schemas.filter(({ _zod: { propValues } }) =>
      this.discriminators.every((name, index) => propValues?.[name]?.has(kinds[index]) ?? true),
    );
    const parts = meant.flatMap((schema) => partOf(schema, step) ?? []);
    return parts.length === 0 ? undefined : new Place(...parts);
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

function partOf(schema: z.core.$ZodTypes, step: string | number): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element;
  return def.type === 'object' && Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
}

/** The schemas behind "optional" and "one of", and the properties that tell them apart. */
function alternatives(schema: Schema): { schemas: z.core.$ZodTypes[]; discriminators: string[] } {
  // Every schema that zod makes is one of these; what it takes for a schema is only wider for its other flavours.
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  if (def.type === 'optional') return alternatives(def.innerType);
  if (def.type !== 'union') return { schemas: [known], discriminators: [] };
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  const options = def.options.map(alternatives);
  return {
    schemas: options.flatMap(({ schemas }) => schemas),
    discriminators: [
      ...(discriminator === undefined ? [] : [discriminator]),
      ...options.flatMap(({ discriminators }) => discriminators),
    ],
  };
}

function takesNumbers(schema: z.core.$ZodTypes): boolean {
  const { def } = schema._zod;
  return (
    def.type === 'number' || (def.type === 'literal' && def.values.some((value) => typeof value === 'number'))
  );
}
