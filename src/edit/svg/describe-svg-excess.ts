import { readSvg, type SvgParts } from './read-svg.ts';
import { NO_COST, type SvgCost, SvgCounter } from './svg-cost.ts';
import { countSelectorParts } from './svg-styles.ts';

/** The maximum cost of an SVG. An SVG made by hand has at most about 20 levels of nested elements. */
const MAX_DEPTH = 50;
/** A map of a city has some ten thousand elements. */
const MAX_ELEMENTS = 50_000;
const MAX_ENTITIES = 200;
/** Characters by which entities may lengthen an SVG. */
const MAX_EXPANSION = 1_000_000;
/** Comparisons of selectors with elements. The renderer compares every selector with every element. */
const MAX_COMPARISONS = 20_000_000;
/** Levels of drawings in drawings. */
const MAX_IMAGE_LEVELS = 3;

/** The limits of a drawing, each with its words. An element that is used several times counts each time. */
const LIMITS: Readonly<Record<keyof SvgCost, { readonly maximum: number; readonly phrase: string }>> = {
  depth: { maximum: MAX_DEPTH, phrase: `nests more than ${MAX_DEPTH} elements; use fewer levels` },
  elements: {
    maximum: 100_000,
    phrase: 'draws more than 100,000 elements; use fewer elements or references',
  },
  points: { maximum: 1_000_000, phrase: 'draws more than a million points; use fewer or simpler paths' },
  filterSteps: { maximum: 500, phrase: 'has more than 500 filter steps; use fewer filters' },
  letters: { maximum: 20_000, phrase: 'draws more than 20,000 characters of text; use shorter texts' },
  pixels: { maximum: 100e6, phrase: 'embeds more than 100 megapixels of images; use smaller images' },
  compressed: { maximum: 0, phrase: 'embeds a compressed SVG; embed it without compression' },
};

/** Attributes that are long in ordinary drawings, and quick to read. */
const LONG_ATTRIBUTES = new Set(['d', 'points', 'href', 'values', 'keyTimes', 'keySplines', 'kernelMatrix']);
const MAX_ATTRIBUTE = 10_000;
const MAX_ATTRIBUTES = 500;

/**
 * Describes why an SVG would need too much memory or time. Counts a referenced element at each of its
 * uses. Takes a time that grows only with the length of the markup, and needs no other file.
 *
 * @param markup the markup of an SVG. Markup that is not well-formed is left to the renderer.
 * @returns a phrase that begins with a verb, or undefined if the SVG may be drawn.
 */
export function describeSvgExcess(markup: string): string | undefined {
  const parts = readSvgParts(markup);
  if (!parts) return undefined;
  const source = describeSourceExcess(parts, markup.length);
  if (source !== undefined) return source;
  const cost = costOfDrawing(parts, 0);
  const excess = Object.entries(LIMITS).find(([name, { maximum }]) => cost[name as keyof SvgCost] > maximum);
  return excess?.[1].phrase;
}

/** Reads the parts of an SVG that a drawing may have. Undefined if the markup is not well-formed. */
export function readSvgParts(markup: string): SvgParts | undefined {
  return readSvg(markup, { elements: MAX_ELEMENTS, characters: markup.length + MAX_EXPANSION });
}

/** Describes an exceeded limit before anything is drawn. @param length number of characters of the markup. */
function describeSourceExcess(parts: SvgParts, length: number): string | undefined {
  const { elements, css, entityCount, characters, hasMarkupInEntities } = parts;
  if (hasMarkupInEntities)
    return 'has entities that contain markup; write the markup in place of the entity references';
  if (entityCount > MAX_ENTITIES) return `has more than ${MAX_ENTITIES} entities; use fewer entities`;
  if (characters > length + MAX_EXPANSION)
    return 'has entities that become more than a million characters; write shorter texts';
  if (elements.length > MAX_ELEMENTS)
    return `has more than ${MAX_ELEMENTS.toLocaleString('en')} elements; use fewer elements`;
  for (const { attributes } of elements) {
    if (attributes.size > MAX_ATTRIBUTES)
      return `has an element with more than ${MAX_ATTRIBUTES} attributes; use fewer attributes`;
    for (const [name, { length: characterCount }] of attributes)
      if (characterCount > MAX_ATTRIBUTE && !LONG_ATTRIBUTES.has(name) && !name.includes(':'))
        return `has an attribute "${name.slice(0, 30)}" of more than ${MAX_ATTRIBUTE.toLocaleString('en')} characters; shorten it`;
  }
  if (countSelectorParts(css) * elements.length > MAX_COMPARISONS)
    return 'compares its elements with the selectors of its styles more than 20 million times; use fewer style rules';
  return undefined;
}

/** Computes the cost of a drawing. @param level number of drawings around it. */
function costOfDrawing(parts: SvgParts, level: number): SvgCost {
  const [root] = parts.elements;
  if (!root) return NO_COST;
  const counter = new SvgCounter(parts, {
    maxDepth: MAX_DEPTH,
    costOfDrawing: (markup) => {
      const inner = readSvgParts(markup);
      if (!inner) return NO_COST;
      const isTooMuch = level >= MAX_IMAGE_LEVELS || describeSourceExcess(inner, markup.length) !== undefined;
      return isTooMuch ? { ...NO_COST, depth: Infinity } : costOfDrawing(inner, level + 1);
    },
  });
  return counter.costOf(root);
}
