import { type ClipPlace, pathOf } from './places.ts';
import { jsonTypeOf, MAX_PROBLEMS, type Path, type Problem, problemAt } from './problem.ts';
import type { Asset } from './schema/asset.ts';
import type { TextAsset } from './schema/text-asset.ts';

/** Says why a value cannot be rendered yet, in words that follow the name of the field; nothing when it can. */
type Refusal<Value> = (value: Value) => string | undefined;

/** What of an object is not rendered yet. A field that is not listed is. */
type Rows<Value> = { readonly [Key in keyof Value]?: Row<Exclude<Value[Key], undefined>> };
type Row<Value> = Refusal<Value> | (Value extends object ? Rows<Value> : never);

const NOT_YET = 'is not supported yet';

/** Rendered with these values only. */
function only<Value extends string>(...supported: readonly NoInfer<Value>[]): Refusal<Value> {
  const names = supported.map((name) => `"${name}"`).join(', ');
  return (value) => (supported.includes(value) ? undefined : `as "${value}" ${NOT_YET}; it may be ${names}`);
}

const TEXT: Rows<TextAsset> = {
  background: {
    wrap: (wrap) => (wrap ? 'is not for a text asset; use an asset of the type "rich-text"' : undefined),
  },
};

const ASSET_TYPES: Rows<Pick<Asset, 'type'>> = {
  type: only(
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
export function unsupported(places: readonly ClipPlace[]): Problem[] {
  const found: Problem[] = [];
  for (const place of places) {
    if (found.length >= MAX_PROBLEMS) break;
    found.push(...refusedAsset(place.clip.asset, [...pathOf(place), 'asset']));
  }
  return found.slice(0, MAX_PROBLEMS);
}

function refusedAsset(asset: Asset, path: Path): Problem[] {
  if (asset.type === 'text') return refused(TEXT, asset, path);
  return refused(ASSET_TYPES, asset, path);
}

function refused<Value extends object>(rows: Rows<Value>, value: Value, path: Path): Problem[] {
  // `Rows` pairs every row with the type of its field; walking by name loses that pair, not its truth.
  return refusedParts(rows as AnyRows, value, path);
}

interface AnyRows {
  readonly [name: string]: Refusal<unknown> | AnyRows;
}

function refusedParts(rows: AnyRows, value: object, path: Path): Problem[] {
  const found: Problem[] = [];
  for (const [name, row] of Object.entries(rows)) {
    // What the parser made has no properties but those of its schema, and the names of the rows are among them.
    const part = (value as Readonly<Record<string, unknown>>)[name];
    if (part === undefined) continue;
    if (typeof row === 'function') {
      const phrase = row(part);
      if (phrase === undefined) continue;
      found.push(problemAt([...path, name], 'not_supported', phrase, jsonTypeOf(part)));
    } else {
      found.push(...refusedParts(row, Object(part) as object, [...path, name]));
    }
  }
  return found;
}
