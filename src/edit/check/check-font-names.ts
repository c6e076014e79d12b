import { isSoundFormat } from '../output/sound-format.ts';
import { FAMILY_NAMES, findBuiltInFamily } from '../fonts/families.ts';
import { isWeight } from '../fonts/font-name.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { findNearest } from '../problems/find-nearest.ts';
import { formatValue } from '../problems/messages.ts';
import { createProblem, jsonTypeOf, MAX_PROBLEMS, type Path, type Problem } from '../problems/problem.ts';

/** The types of assets that name a font. Titles have fixed fonts, and HTML and SVG choose among several. */
const TYPES_WITH_FONTS: readonly unknown[] = ['text', 'rich-text', 'caption', 'rich-caption'];

/**
 * Checks the fonts that the assets of an edit or a template name. Reports families that are not built in,
 * unless `timeline.fonts` could bring them, and words that are not weights. Skips values with placeholders and
 * malformed values, and the families of a file without pictures. Returns at most {@link MAX_PROBLEMS}
 * problems. Never throws.
 *
 * @param edit any JSON value.
 * @param basePath path of the edit in its document. The paths of the problems start with this path.
 */
export function checkFontNames(edit: unknown, basePath: Path = []): Problem[] {
  const timeline = partOf(edit, 'timeline');
  const checkFamilies = !mayBringFonts(partOf(timeline, 'fonts')) && outputsOf(edit).some(mayHavePictures);
  const found: Problem[] = [];
  for (const [path, asset] of assetsIn(timeline, [...basePath, 'timeline'])) {
    if (!TYPES_WITH_FONTS.includes(partOf(asset, 'type'))) continue;
    for (const [fontPath, font] of fontsOf(asset)) {
      if (checkFamilies) found.push(...checkFamily(partOf(font, 'family'), [...path, ...fontPath, 'family']));
      found.push(...checkWeight(partOf(font, 'weight'), [...path, ...fontPath, 'weight']));
    }
    if (found.length >= MAX_PROBLEMS) return found.slice(0, MAX_PROBLEMS);
  }
  return found;
}

/** Lists the assets in the tracks of a timeline or a group, at every depth, with their paths. */
function* assetsIn(parent: unknown, basePath: Path): Generator<readonly [Path, unknown]> {
  for (const [track, { clips }] of recordsIn(partOf(parent, 'tracks'))) {
    for (const [index, { asset }] of recordsIn(clips)) {
      const path = [...basePath, 'tracks', track, 'clips', index, 'asset'];
      yield [path, asset];
      if (partOf(asset, 'type') === 'group') yield* assetsIn(asset, path);
    }
  }
}

/** True if `timeline.fonts` has a font, or may have one. Its fonts are known only after they are opened. */
function mayBringFonts(fonts: unknown): boolean {
  return Array.isArray(fonts) ? fonts.length > 0 : fonts !== undefined;
}

/** Lists the outputs of an edit, well-formed or not. */
function outputsOf(edit: unknown): readonly unknown[] {
  const outputs = partOf(edit, 'outputs');
  return Array.isArray(outputs) ? outputs : [partOf(edit, 'output')];
}

/** False for sound alone without stills, whose texts are not drawn. */
function mayHavePictures(output: unknown): boolean {
  const format = partOf(output, 'format');
  if (typeof format === 'string' && findPlaceholder(format) !== undefined) return false;
  return (
    !isSoundFormat(format) ||
    partOf(output, 'poster') !== undefined ||
    partOf(output, 'thumbnail') !== undefined
  );
}

function fontsOf(asset: unknown): (readonly [Path, unknown])[] {
  const spans = Array.from(recordsIn(partOf(asset, 'spans')));
  return [
    [['font'], partOf(asset, 'font')],
    [['active', 'font'], partOf(partOf(asset, 'active'), 'font')],
    ...spans.map(([index, { font }]) => [['spans', index, 'font'], font] as const),
  ];
}

function checkFamily(family: unknown, path: Path): Problem[] {
  // The schema reports U+0000.
  if (typeof family !== 'string' || family.includes('\0') || findPlaceholder(family) !== undefined) return [];
  if (findBuiltInFamily(family) !== undefined) return [];
  const nearest = findNearest(family.trim(), FAMILY_NAMES);
  const suggestion = nearest === undefined ? '' : ` The nearest is "${nearest}".`;
  const phrase = `must be a built-in font or one of timeline.fonts, not ${formatValue(family)}.${suggestion} Built in are ${FAMILY_NAMES.join(', ')}. For another font, add its file to timeline.fonts`;
  return [createProblem(path, 'font_unknown', phrase)];
}

function checkWeight(weight: unknown, path: Path): Problem[] {
  if (typeof weight !== 'string' || findPlaceholder(weight) !== undefined || isWeight(weight)) return [];
  const phrase = `must be a number from 1 to 1000 or a word such as "bold", not ${formatValue(weight)}`;
  return [createProblem(path, 'not_allowed', phrase, jsonTypeOf(weight))];
}

/** Returns a property of a value, or undefined if the value is not an object with that property. */
function partOf(value: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(value), name)?.value;
}

/** Lists the objects in a list, with their indexes. */
function* recordsIn(list: unknown): Generator<readonly [number, Readonly<Record<string, unknown>>]> {
  if (!Array.isArray(list)) return;
  for (const [index, item] of list.entries())
    if (jsonTypeOf(item) === 'object') yield [index, item as Record<string, unknown>];
}
