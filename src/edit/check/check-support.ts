import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { jsonTypeOf, MAX_PROBLEMS, type Path, type Problem, createProblem } from '../problems/problem.ts';
import type { Asset } from '../schema/asset.ts';
import type { TextAsset } from '../schema/text-asset.ts';

/** Says why a value cannot be rendered yet, in words that follow the name of the field; nothing when it can. */
type SupportCheck<Value> = (value: Value) => string | undefined;

/** What of an object is not rendered yet. A field that is not listed is. */
type SupportRules<Value> = { readonly [Key in keyof Value]?: SupportRule<Exclude<Value[Key], undefined>> };
type SupportRule<Value> = SupportCheck<Value> | (Value extends object ? SupportRules<Value> : never);

const NOT_YET = 'is not supported yet';

/** Rendered with these values only. */
function supportOnly<Value extends string>(...supported: readonly NoInfer<Value>[]): SupportCheck<Value> {
  const names = supported.map((name) => `"${name}"`).join(', ');
  return (value) => (supported.includes(value) ? undefined : `as "${value}" ${NOT_YET}; it may be ${names}`);
}

const TEXT_RULES: SupportRules<TextAsset> = {
  background: {
    wrap: (wrap) => (wrap ? 'is not for a text asset; use an asset of the type "rich-text"' : undefined),
  },
};

const ASSET_RULES: SupportRules<Pick<Asset, 'type'>> = {
  type: supportOnly(
    'video',
    'image',
    'audio',
    'luma',
    'text',
    'rich-text',
    'shape',
    'svg',
    'title',
    'html',
    'caption',
    'rich-caption',
  ),
};

/**
 * What of the right parts of an edit Kinora cannot render yet, so that nothing is accepted and then ignored; at most
 * {@link MAX_PROBLEMS} problems, all of the code `not_supported`. To support more, take lines out of the tables above.
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
  if (asset.type === 'text') return checkRules(TEXT_RULES, asset, path);
  return checkRules(ASSET_RULES, asset, path);
}

function checkRules<Value extends object>(rules: SupportRules<Value>, value: Value, path: Path): Problem[] {
  // `Rows` pairs every row with the type of its field; walking by name loses that pair, not its truth.
  return checkParts(rules as AnySupportRules, value, path);
}

interface AnySupportRules {
  readonly [name: string]: SupportCheck<unknown> | AnySupportRules;
}

function checkParts(rules: AnySupportRules, value: object, path: Path): Problem[] {
  const found: Problem[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    // What the parser made has no properties but those of its schema, and the names of the rows are among them.
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
