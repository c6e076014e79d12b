import { isSoundFormat } from '../output/formats.ts';
import { FAMILY_NAMES, findBuiltInFamily } from '../fonts/families.ts';
import { isWeight } from '../fonts/font-name.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { findNearest } from '../problems/find-nearest.ts';
import { isObject } from '../../base/is-object.ts';
import { asList, asRecord } from '../problems/json-parts.ts';
import { formatValue } from '../problems/messages.ts';
import { collectProblems, createProblem, jsonTypeOf, type Path, type Problem } from '../problems/problem.ts';

/** The types of assets that name a font. Titles have fixed fonts, and HTML and SVG choose among several. */
const TYPES_WITH_FONTS: readonly unknown[] = ['text', 'rich-text', 'caption', 'rich-caption'];

/**
 * Checks the fonts that the assets of an edit or a template name. Reports families that are not built in,
 * unless `timeline.fonts` could bring them, and words that are not weights. Skips values with placeholders and
 * malformed values, and the families of a file without pictures. Never throws.
 *
 * @param edit any JSON value.
 * @param basePath path of the edit in its document. The paths of the problems start with this path.
 */
export function checkFontNames(edit: unknown, basePath: Path = []): Problem[] {
  const timeline = asRecord(edit)['timeline'];
  const checkFamilies = !mayBringFonts(asRecord(timeline)['fonts']) && outputsOf(edit).some(mayHavePictures);
  return collectProblems(assetsIn(timeline, [...basePath, 'timeline']), ([path, asset]) => {
    const fonts = TYPES_WITH_FONTS.includes(asRecord(asset)['type']) ? fontsOf(asset) : [];
    return fonts.flatMap(([fontPath, font]) => [
      ...(checkFamilies ? checkFamily(asRecord(font)['family'], [...path, ...fontPath, 'family']) : []),
      ...checkWeight(asRecord(font)['weight'], [...path, ...fontPath, 'weight']),
    ]);
  });
}

/** Lists the assets in the tracks of a timeline or a group, at every depth, with their paths. */
function* assetsIn(parent: unknown, basePath: Path): Generator<readonly [Path, unknown]> {
  for (const [track, { clips }] of recordsIn(asRecord(parent)['tracks'])) {
    for (const [index, { asset }] of recordsIn(clips)) {
      const path = [...basePath, 'tracks', track, 'clips', index, 'asset'];
      yield [path, asset];
      if (asRecord(asset)['type'] === 'group') yield* assetsIn(asset, path);
    }
  }
}

/** True if `timeline.fonts` has a font, or may have one. Its fonts are known only after they are opened. */
function mayBringFonts(fonts: unknown): boolean {
  return Array.isArray(fonts) ? fonts.length > 0 : fonts !== undefined;
}

/** Lists the outputs of an edit, well-formed or not. */
function outputsOf(edit: unknown): readonly unknown[] {
  const outputs = asRecord(edit)['outputs'];
  return Array.isArray(outputs) ? outputs : [asRecord(edit)['output']];
}

/** False for sound alone without stills, whose texts are not drawn. */
function mayHavePictures(output: unknown): boolean {
  const format = asRecord(output)['format'];
  if (typeof format === 'string' && findPlaceholder(format) !== undefined) return false;
  return (
    !isSoundFormat(format) ||
    asRecord(output)['poster'] !== undefined ||
    asRecord(output)['thumbnail'] !== undefined
  );
}

function fontsOf(asset: unknown): (readonly [Path, unknown])[] {
  const spans = Array.from(recordsIn(asRecord(asset)['spans']));
  return [
    [['font'], asRecord(asset)['font']],
    [['active', 'font'], asRecord(asRecord(asset)['active'])['font']],
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

/** Lists the objects in a list, with their indexes. */
function* recordsIn(list: unknown): Generator<readonly [number, Readonly<Record<string, unknown>>]> {
  for (const [index, item] of asList(list).entries()) if (isObject(item)) yield [index, item];
}
