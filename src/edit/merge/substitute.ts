import type { Path } from '../problems/problem.ts';
import { mapParts } from '../tolerance/map-parts.ts';
import { parsePlaceholder, replacePlaceholders } from './placeholder.ts';

/** Maximum total number of inserted characters. It equals the maximum length of an edit. */
const MAX_MERGED_CHARACTERS = 10 * 2 ** 20;

/** A string, number or boolean that substitution produced. */
export interface MergedScalar {
  readonly path: Path;
  readonly value: string | number | boolean;
}

/** A value after substitution. */
export interface SubstitutionResult {
  readonly value: unknown;
  readonly scalars: readonly MergedScalar[];
}

/**
 * Replaces the placeholders in all strings of a JSON value, except in property names. A string that is
 * exactly one placeholder becomes the replacement itself. In a longer string, the replacement is inserted as
 * text. Placeholders in replacements are not replaced. Values without placeholders are not copied: the result
 * shares them with the input.
 *
 * @param values replacements by placeholder name.
 * @param maxCharacters maximum total number of inserted characters. The work stops where it is exceeded.
 * @returns the path of the value that exceeds the limit, if there is one.
 */
export function substitute(
  value: unknown,
  values: ReadonlyMap<string, unknown>,
  maxCharacters = MAX_MERGED_CHARACTERS,
): SubstitutionResult | { readonly exceededAt: Path } {
  const substitution = new Substitution(values, maxCharacters);
  const substituted = substitution.substitute(value);
  const { exceededAt, scalars } = substitution;
  return exceededAt ? { exceededAt } : { value: substituted, scalars };
}

/** Maximum depth of substitution, more than any edit or parsed JSON has. Deeper values stay as they are. */
const MAX_DEPTH = 200;

class Substitution {
  readonly scalars: MergedScalar[] = [];
  /** Path of the value that exceeded the limit. Afterwards, nothing more is read or inserted. */
  exceededAt: Path | undefined;
  /** Number of characters that can still be inserted. */
  private remaining: number;
  private readonly values: ReadonlyMap<string, Insertion>;
  /** Path of the current value. */
  private readonly path: (string | number)[] = [];

  constructor(values: ReadonlyMap<string, unknown>, maxCharacters: number) {
    this.remaining = maxCharacters;
    this.values = new Map(Array.from(values, ([name, value]) => [name, createInsertion(value)]));
  }

  substitute(value: unknown): unknown {
    if (this.exceededAt) return value;
    if (typeof value === 'string') return this.substituteText(value);
    if (typeof value !== 'object' || value === null || this.path.length >= MAX_DEPTH) return value;
    return mapParts(value, (part, step) => this.substitutePart(part, step));
  }

  private substitutePart(value: unknown, step: string | number): unknown {
    this.path.push(step);
    const part = this.substitute(value);
    const isScalar = typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean';
    if (typeof value === 'string' && part !== value && isScalar)
      this.scalars.push({ path: [...this.path], value: part });
    this.path.pop();
    return part;
  }

  private substituteText(text: string): unknown {
    const whole = parsePlaceholder(text);
    const insert = whole === undefined ? undefined : this.takeInsertion(whole);
    if (insert !== undefined) return insert.value;
    return replacePlaceholders(text, (name) => this.takeInsertion(name)?.text);
  }

  private takeInsertion(name: string): Insertion | undefined {
    const insert = this.values.get(name);
    if (insert === undefined || this.exceededAt) return undefined;
    this.remaining -= insert.text.length;
    if (this.remaining >= 0) return insert;
    this.exceededAt = [...this.path];
    return undefined;
  }
}

/** A replacement as a value, and as text to insert into a longer string. */
interface Insertion {
  readonly value: unknown;
  readonly text: string;
}

function createInsertion(value: unknown): Insertion {
  return { value, text: typeof value === 'string' ? value : JSON.stringify(value) };
}
