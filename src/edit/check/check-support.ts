import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { jsonTypeOf, MAX_PROBLEMS, type Path, type Problem, createProblem } from '../problems/problem.ts';
import type { Asset } from '../schema/asset.ts';
import type { TextAsset } from '../schema/text/text-asset.ts';

/**
 * Explains why a value is not supported, in a phrase that follows the field name. Returns undefined if the
 * value is supported.
 */
type SupportCheck<Value> = (value: Value) => string | undefined;

/** Support checks for the fields of an object. Unlisted fields are supported. */
type SupportRules<Value> = { readonly [Key in keyof Value]?: SupportRule<Exclude<Value[Key], undefined>> };
type SupportRule<Value> = SupportCheck<Value> | (Value extends object ? SupportRules<Value> : never);

const TEXT_RULES: SupportRules<TextAsset> = {
  background: {
    wrap: (wrap) =>
      wrap ? 'is not supported in a "text" asset. Use a "rich-text" asset instead' : undefined,
  },
};

/**
 * Reports what Kinora cannot render yet, so that nothing is accepted and then ignored. Checks only
 * well-formed clips. Returns at most {@link MAX_PROBLEMS} problems with the code `not_supported`. To support
 * more, remove lines from the table above.
 */
export function checkSupport(clips: readonly ClipLocation[]): Problem[] {
  const found: Problem[] = [];
  for (const location of clips) {
    if (found.length >= MAX_PROBLEMS) break;
    found.push(...checkAsset(location.clip.asset, [...clipPathOf(location), 'asset']));
  }
  return found.slice(0, MAX_PROBLEMS);
}

function checkAsset(asset: Asset, path: Path): Problem[] {
  return asset.type === 'text' ? checkRules(TEXT_RULES, asset, path) : [];
}

function checkRules<Value extends object>(rules: SupportRules<Value>, value: Value, path: Path): Problem[] {
  // `SupportRules` types each rule for its field. A lookup by name loses that type, but each rule still
  // receives the value of its own field.
  return checkParts(rules as AnySupportRules, value, path);
}

interface AnySupportRules {
  readonly [name: string]: SupportCheck<unknown> | AnySupportRules;
}

function checkParts(rules: AnySupportRules, value: object, path: Path): Problem[] {
  const found: Problem[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    // The lookup is safe: a parsed value has only the properties of its schema, and each rule has the name of
    // such a property.
    const part = (value as Readonly<Record<string, unknown>>)[name];
    if (part === undefined) continue;
    if (typeof rule === 'function') {
      const phrase = rule(part);
      if (phrase === undefined) continue;
      found.push(createProblem([...path, name], 'not_supported', phrase, jsonTypeOf(part)));
    } else {
      found.push(...checkParts(rule, Object(part) as object, [...path, name]));
    }
  }
  return found;
}
