import type { SvgElement } from './read-svg.ts';

/** The way in which an element uses another one. */
type SvgUse = 'once' | 'inherited' | 'marker';

/** A reference of an element to another one. */
export interface SvgReference {
  readonly id: string;
  /**
   * `inherited` if every element inside may use the reference, too: fill and stroke. `marker` if it is drawn
   * at every point of a path.
   */
  readonly use: SvgUse;
}

/** The parts of a style that cost something. */
export interface SvgStyle {
  readonly references: readonly SvgReference[];
  readonly hasFilter: boolean;
}

/** A rule of a style sheet. */
interface StyleRule extends SvgStyle {
  /** The words of the last part of each selector. */
  readonly words: readonly string[];
}

/** The rules of the style sheets of an SVG that cost something. */
export type StyleSheet = readonly StyleRule[];

const WORD = /[\p{L}\p{N}_-]+|\*/gu;
const URL_REFERENCE = /url\(\s*["']?#([^"')\s]+)/g;
/** Length of the longest attribute value in which classes are looked for. */
const MAX_WORDS_LENGTH = 1000;

/** Characters of a selector for each of its parts. Each part may be compared with an element. */
const CHARACTERS_PER_PART = 4;

/** Returns the approximate number of parts of all selectors of style sheets. */
export function countSelectorParts(css: string): number {
  const selectors = css.split('}').map((rule) => rule.slice(0, Math.max(0, rule.lastIndexOf('{'))).trim());
  return selectors.reduce((sum, { length }) => sum + length / CHARACTERS_PER_PART, 0);
}

/** Reads the rules of style sheets that cost something. */
export function readStyleSheet(css: string): StyleSheet {
  return css.split('}').flatMap((rule) => {
    const [before = '', body = ''] = rule.split('{').slice(-2);
    const style = readDeclarations(body);
    if (style.references.length === 0 && !style.hasFilter) return [];
    const selectors = before.split(',').map(
      (selector) =>
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '',
    );
    return [{ ...style, words: selectors.flatMap((selector) => selector.match(WORD) ?? []) }];
  });
}

/** Reads the declarations of a rule or of an attribute `style`. */
export function readDeclarations(body: string): SvgStyle {
  if (!body.includes('url(') && !body.includes('filter')) return { references: [], hasFilter: false };
  const declarations = body.split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1)] as const;
  });
  return {
    references: declarations.flatMap(([name, value]) => referencesOf(name, value)),
    hasFilter: declarations.some(([name]) => name === 'filter'),
  };
}

/** Returns the references in the value of an attribute or a property. */
export function referencesOf(name: string, value: string): SvgReference[] {
  const use = name.startsWith('marker')
    ? 'marker'
    : name === 'fill' || name === 'stroke'
      ? 'inherited'
      : 'once';
  if (name === 'href') return value.trim().startsWith('#') ? [{ id: value.trim().slice(1), use }] : [];
  if (!value.includes('url(')) return [];
  return Array.from(value.matchAll(URL_REFERENCE), ([, id = '']) => ({ id, use }));
}

/**
 * Returns the rules that may apply to an element. Rather too many than too few: only the last part of a
 * selector is compared, and its words may be anywhere in the element.
 */
export function findRules(rules: StyleSheet, { name, attributes }: SvgElement): readonly StyleRule[] {
  if (rules.length === 0) return [];
  const words = new Set([name, '*']);
  for (const [key, value] of attributes)
    for (const word of [key, ...(value.slice(0, MAX_WORDS_LENGTH).match(WORD) ?? [])]) words.add(word);
  return rules.filter((rule) => rule.words.some((word) => words.has(word)));
}
