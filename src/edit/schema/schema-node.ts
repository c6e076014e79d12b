import { z } from 'zod';
import { type PixelDefinition, PixelField } from '../lengths/pixels.ts';
import { readPart } from '../problems/json-parts.ts';
import type { Path } from '../problems/problem.ts';

type Schema = z.core.$ZodType;

/** The schemas that apply to one kind of field, such as the `start` of every clip. */
export class SchemaNode {
  /** The alternative schemas. A value must match one of these schemas. */
  private readonly schemas: readonly z.core.$ZodTypes[];
  /** The properties that select one of the alternatives. */
  private readonly discriminators: readonly string[];
  /** The nodes of properties and items, created on first use. */
  private readonly parts = new Map<string, SchemaNode>();

  /** True if the value may be absent. */
  readonly isOptional: boolean;

  /** The rules for its pixels, if a relative length may stand here. */
  readonly pixels: PixelDefinition | undefined;

  constructor(...schemas: readonly Schema[]) {
    this.isOptional = schemas.every((schema) => (schema as z.core.$ZodTypes)._zod.def.type === 'optional');
    const unions = schemas.map(listAlternatives);
    this.schemas = unions.flatMap((union) => union.schemas);
    this.discriminators = unions.flatMap((union) => union.discriminators);
    this.pixels = unions.flatMap((union) => union.pixels)[0];
  }

  /**
   * Finds the node at the end of a path.
   *
   * @param value the value of this node.
   * @returns undefined if the schema does not describe that path.
   */
  // oxlint-disable-next-line typescript/prefer-return-this-type -- The node of a part is another one.
  find(path: Path, value: unknown, depth = 0): SchemaNode | undefined {
    const step = path[depth];
    if (step === undefined) return this;
    return this.partAt(step, value)?.find(path, readPart(value, step), depth + 1);
  }

  /**
   * Returns the node of a property or an item.
   *
   * @param value the value of this node.
   * @returns undefined if the schema does not describe it.
   */
  partAt(step: string | number, value: unknown): SchemaNode | undefined {
    const key = [typeof step === 'number' ? 'an item' : `.${step}`, ...this.kindsOf(value)].join(' ');
    const known = this.parts.get(key);
    if (known !== undefined) return known;
    const part = this.createPart(step, value);
    // Only the schema's own names are remembered. Those of clients would fill the memory.
    if (part !== undefined) this.parts.set(key, part);
    return part;
  }

  /** True if a number may stand here. */
  get acceptsNumbers(): boolean {
    return this.schemas.some(acceptsNumbers);
  }

  /** True if the schemas accept a value as it is. */
  accepts(value: unknown): boolean {
    return this.schemas.some((schema) => z.safeParse(schema, value).success);
  }

  /** True if the schemas reject a value but may accept its converted form. */
  prefers(other: string | number, value: string | number | boolean): boolean {
    if (this.accepts(value)) return false;
    // Convert even to a number out of range, because "must be 10 or less" helps more than "must be a number".
    return typeof other === 'number' ? this.acceptsNumbers : this.accepts(other);
  }

  private createPart(step: string | number, value: unknown): SchemaNode | undefined {
    const kinds = this.kindsOf(value);
    const candidates = this.schemas.filter(({ _zod: { propValues } }) =>
      this.discriminators.every((name, index) => {
        const values = propValues?.[name];
        const kind = kinds[index];
        // An alternative may have a field of the name that selects among others, and a default for it.
        return !values || values.has(kind) || (kind === '' && values.has(undefined));
      }),
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
      const kind = readPart(value, name);
      return typeof kind === 'string' && kind.length < 40 ? kind : '';
    });
  }
}

function partSchemaOf(schema: z.core.$ZodTypes, step: string | number): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element;
  return def.type === 'object' && Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
}

/** The schemas inside optional and union schemas, with the discriminators and the lengths among the unions. */
interface Alternatives {
  readonly schemas: z.core.$ZodTypes[];
  readonly discriminators: string[];
  readonly pixels: PixelDefinition[];
}

function listAlternatives(schema: Schema): Alternatives {
  // Every schema that zod creates has one of these types. The declared types are wider, because they also
  // cover zod's other variants.
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  if (def.type === 'optional') return listAlternatives(def.innerType);
  if (def.type !== 'union') return { schemas: [known], discriminators: [], pixels: [] };
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  const options = def.options.map(listAlternatives);
  return {
    schemas: options.flatMap(({ schemas }) => schemas),
    discriminators: [
      ...(discriminator === undefined ? [] : [discriminator]),
      ...options.flatMap(({ discriminators }) => discriminators),
    ],
    pixels: [
      ...(schema instanceof PixelField ? [schema._zod.def] : []),
      ...options.flatMap((option) => option.pixels),
    ],
  };
}

function acceptsNumbers(schema: z.core.$ZodTypes): boolean {
  const { def } = schema._zod;
  return (
    def.type === 'number' || (def.type === 'literal' && def.values.some((value) => typeof value === 'number'))
  );
}
