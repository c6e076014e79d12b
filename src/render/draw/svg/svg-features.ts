import {
  type Atrule,
  type CssNode,
  type Declaration,
  type FunctionNode,
  generate,
  parse,
  walk,
} from 'css-tree';
import { readEmbeddedImage, readSvgParts, type SvgElement } from '../../../edit/model.ts';
import { BUILT_IN_FONTS, type FontLibrary } from '../../fonts/font-library.ts';
import {
  AT_RULES,
  ATTRIBUTES,
  COLOURS,
  COMBINATORS,
  ELEMENTS,
  FUNCTIONS,
  PROPERTIES,
  PSEUDO_CLASSES,
  STYLE_PREFIXES,
  STYLE_PROPERTIES,
  STYLED,
  UNITS,
  WITHOUT_MARKERS,
} from './svg-differences.ts';
import { findSvgFonts } from './svg-fonts.ts';

/** The letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Other letters, and marks and digits. */
const OTHERWISE_WRITTEN =
  /[^\P{L}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|[\p{M}\p{Nd}]/u;
const SETS_FONT_SIZE = /\bfont(-size)?\s*:/;
const QUOTED_URL = /url\(\s*["']/;
/** A value without functions and units, such as a number, a name or a colour. */
const SIMPLE_VALUE = /^(-?[a-z_][\w-]*|#[\da-f]+|-?[\d.]+)$/i;

/** Maximum number of characters and of fonts that are named. */
const MAX_NAMED = 5;
/** Levels of drawings in drawings that are read. The renderer draws no more. */
const MAX_LEVELS = 3;

/** Lists what an SVG needs a browser for: features of its markup, characters and fonts. */
export function listSvgFeatures(markup: string, fonts: FontLibrary = BUILT_IN_FONTS): readonly string[] {
  const { missing, unusable } = findSvgFonts(markup, fonts);
  return [
    ...listBrowserFeatures(markup),
    ...missing.slice(0, MAX_NAMED).map((letter) => `the character "${letter}"`),
    ...unusable.slice(0, MAX_NAMED).map((family) => `the font "${family}"`),
  ];
}

/**
 * Lists what an SVG uses that the SVG renderer draws otherwise than a browser, or not at all. Takes a time that
 * grows only with the length of the markup, and needs no other file.
 *
 * @param markup the markup of an SVG that is not excessive.
 * @returns names such as "var()" and "foreignObject", without duplicates. Empty if the renderer draws everything.
 */
export function listBrowserFeatures(markup: string): readonly string[] {
  const found = new Set<string>();
  addFeatures(markup, found, 1);
  return [...found];
}

/** @param level number of drawings that this one is in, and itself. */
function addFeatures(markup: string, found: Set<string>, level: number): void {
  const parts = readSvgParts(markup);
  const [root] = parts?.elements ?? [];
  if (!parts || !root) return;
  if (markup.includes('<?xml-stylesheet')) found.add('xml-stylesheet');
  const ids = parts.elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
  if (new Set(ids).size < ids.length) found.add('ids that are not unique');
  const isAnchored =
    parts.css.includes('text-anchor') ||
    parts.elements.some(
      ({ attributes }) =>
        attributes.has('text-anchor') || attributes.get('style')?.includes('text-anchor') === true,
    );
  const scanner = new SvgScanner(found, level, { ids: new Set(ids), isAnchored });
  if (parts.css.trim() !== '') scanner.readStyleSheet(parts.css);
  scanner.readElement(root, { hasSize: scanner.setsFontSize, isTurned: false, isRoot: true });
}

/** The facts about a drawing as a whole. */
interface DrawingFacts {
  readonly ids: ReadonlySet<string>;
  /** True if some texts are centred or end at their place. */
  readonly isAnchored: boolean;
}

/** Looks through one drawing. */
class SvgScanner {
  private readonly found: Set<string>;
  private readonly level: number;
  private readonly ids: ReadonlySet<string>;
  /** True if some texts are centred or end at their place. */
  private readonly isAnchored: boolean;
  /** The attributes and styles that have been read. Most drawings repeat them. */
  private readonly known = new Set<string>();
  /** True if a style sheet sets a font size. It counts for every text. */
  setsFontSize = false;

  constructor(found: Set<string>, level: number, facts: DrawingFacts) {
    this.found = found;
    this.level = level;
    this.ids = facts.ids;
    this.isAnchored = facts.isAnchored;
  }

  readStyleSheet(css: string): void {
    if (QUOTED_URL.test(css)) this.found.add('url() with quotes');
    this.setsFontSize = SETS_FONT_SIZE.test(css);
    walk(parse(css), { enter: (node: CssNode) => this.readNode(node) });
  }

  /** Reads a part of a style sheet. @returns the mark to skip what is inside of it. */
  private readNode(node: CssNode): symbol | undefined {
    if (node.type === 'Atrule') return this.readAtRule(node);
    // The parser does not know all kinds of nested rules.
    const isNested =
      (node.type === 'Rule' && node.block.children.some(({ type }) => type === 'Rule')) ||
      (node.type === 'Raw' && node.value.includes('{'));
    if (isNested) this.found.add('nested rules');
    if (node.type === 'Declaration') {
      if (node.important !== false) this.found.add('!important');
      this.readDeclaration(node, this.setsFontSize);
    }
    this.readSelector(node);
    return undefined;
  }

  private readAtRule(rule: Atrule): symbol | undefined {
    const name = rule.name.toLowerCase();
    const isLoaded = name === 'font-face' && /url\(/i.test(generate(rule));
    if (!AT_RULES.has(name) || isLoaded) this.found.add(`@${name}`);
    // The rules inside it style no elements.
    return AT_RULES.has(name) ? walk.skip : undefined;
  }

  private readSelector(node: CssNode): void {
    if (node.type === 'PseudoClassSelector' && !PSEUDO_CLASSES.has(node.name))
      this.found.add(`:${node.name}`);
    if (node.type === 'PseudoElementSelector') this.found.add(`::${node.name}`);
    if (node.type === 'TypeSelector' && node.name.includes('|')) this.found.add('selectors with a namespace');
    if (node.type === 'ClassSelector' || node.type === 'IdSelector')
      if (!/^[\w-]+$/.test(node.name)) this.found.add('unusual names in selectors');
    if (node.type === 'Combinator' && !COMBINATORS.has(node.name))
      this.found.add(`the selector ${node.name}`);
    if (node.type !== 'AttributeSelector') return;
    const { matcher, flags } = node;
    if (flags !== null || (matcher !== null && !['=', '~=', '|='].includes(matcher)))
      this.found.add(`the selector [${matcher}]`);
  }

  /** Reads an element with its content. @param around the facts about the elements around it. */
  readElement(element: SvgElement, around: Surroundings): void {
    const { name, attributes, children } = element;
    // A browser draws no element that needs an extension.
    if ((attributes.get('requiredExtensions') ?? '') !== '') return;
    const style = attributes.get('style') ?? '';
    const hasSize = around.hasSize || attributes.has('font-size') || SETS_FONT_SIZE.test(style);
    const isTurned = around.isTurned || turns(attributes.get('transform') ?? '');
    const isFiltered = attributes.has('filter') || /\bfilter\s*:/.test(style);
    if (isTurned && isFiltered) this.found.add('a filter that is turned');
    for (const [key, value] of attributes) this.readAttribute(name, key, value, hasSize);
    if (style !== '') this.readStyle(style, hasSize, around.isRoot);
    this.readKind(element, hasSize);
    for (const child of children) this.readElement(child, { hasSize, isTurned, isRoot: false });
  }

  /** Reads what only elements of some kinds have. */
  private readKind(element: SvgElement, hasSize: boolean): void {
    const { name, attributes, text } = element;
    if (ELEMENTS.has(name)) this.found.add(name);
    if (name === 'image' || name === 'feImage') this.readImage(element);
    if (name === 'text') this.readText(element);
    if (
      /[az]/i.test(attributes.get('d') ?? '') &&
      [...attributes.keys()].some((key) => key.startsWith('marker'))
    )
      this.found.add('markers of a path that is closed or has arcs');
    if ((name === 'text' || name === 'tspan') && text !== '' && !hasSize)
      this.found.add('text without font-size');
    if (name === 'style' && !['all', 'screen', ''].includes(attributes.get('media') ?? ''))
      this.found.add('media of a style');
  }

  private readAttribute(element: string, name: string, value: string, hasSize: boolean): void {
    if (name === 'style' || this.isKnown(`${element} ${name} ${value} ${hasSize}`)) return;
    const lower = value.trim().toLowerCase();
    const tests = [PROPERTIES.get(name), ATTRIBUTES.get(name), ATTRIBUTES.get(`${element} ${name}`)];
    if (tests.some((test) => test?.(lower))) this.found.add(name);
    if (name.startsWith('marker-') && WITHOUT_MARKERS.has(element)) this.found.add(`markers of a ${element}`);
    if (STYLED.has(name)) this.readValue(name, value.trim(), hasSize);
  }

  private readStyle(style: string, hasSize: boolean, isRoot: boolean): void {
    if (this.isKnown(`${style} ${hasSize} ${isRoot}`)) return;
    if (QUOTED_URL.test(style)) this.found.add('url() with quotes');
    walk(parse(style, { context: 'declarationList' }), (node) => {
      // The size of the whole drawing is that of its clip.
      const isSize = isRoot && node.type === 'Declaration' && /^(width|height)$/.test(node.property);
      if (node.type === 'Declaration' && !isSize) this.readDeclaration(node, hasSize);
    });
  }

  private isKnown(key: string): boolean {
    const isKnown = this.known.has(key);
    this.known.add(key);
    return isKnown;
  }

  private readDeclaration({ property, value }: Declaration, hasSize: boolean): void {
    const name = property.toLowerCase();
    if (name.startsWith('--')) {
      this.found.add('custom properties');
      return;
    }
    if (name !== property) this.found.add('properties in capitals');
    const text = generate(value);
    const isDifferent = (STYLE_PROPERTIES.get(name) ?? PROPERTIES.get(name))?.(text.toLowerCase());
    if (isDifferent === true || (STYLE_PREFIXES.test(name) && text !== 'none'))
      this.found.add(`${name} in a style`);
    this.readValue(name, text, hasSize);
  }

  /** Reads the colours, functions and units of a value. */
  private readValue(name: string, value: string, hasSize: boolean): void {
    const lower = value.toLowerCase();
    if (COLOURS.has(name)) {
      if (value !== 'currentColor' && lower === 'currentcolor') this.found.add(`"${value}"`);
      if (value !== 'none' && lower === 'none') this.found.add(`"${value}"`);
      if (lower === 'rebeccapurple' || lower.startsWith('context-')) this.found.add(lower);
    }
    if (SIMPLE_VALUE.test(value)) return;
    if (QUOTED_URL.test(value)) this.found.add('url() with quotes');
    // In a declaration, a value that cannot be parsed is no error.
    walk(parse(`${name}:${value}`, { context: 'declarationList' }), (node) => {
      if (node.type === 'Declaration' && node.value.type === 'Raw' && value.includes('('))
        this.found.add(`the value of ${name}`);
      if (node.type === 'Function') this.readFunction(node);
      const unit = node.type === 'Dimension' ? node.unit : '';
      if (UNITS.test(unit) || (unit === 'em' && !hasSize) || unit !== unit.toLowerCase())
        this.found.add(`the unit ${unit}`);
      if (node.type === 'Url' && name === 'filter' && !this.ids.has(node.value.replace('#', '')))
        this.found.add('a filter that is missing');
    });
  }

  private readFunction(node: FunctionNode): void {
    const name = node.name.toLowerCase();
    if (!FUNCTIONS.has(name)) this.found.add(`${name}()`);
    if (!/^(rgb|hsl)/.test(name)) return;
    // The renderer reads angles without a unit, no "/", and only whole numbers.
    const parts = node.children.toArray();
    const numbers = parts.filter((part) => part.type === 'Number');
    const isUnread = parts.some(
      (part) => part.type === 'Dimension' || (part.type === 'Operator' && part.value === '/'),
    );
    const hasFractions = numbers.slice(0, 3).some(({ value }) => value.includes('.'));
    if (isUnread || (hasFractions && name.startsWith('rgb')))
      this.found.add(`the way that ${name}() is written`);
  }

  private readImage({ name, attributes }: SvgElement): void {
    const href = attributes.get('href') ?? '';
    if (name === 'image' && attributes.has('width') !== attributes.has('height'))
      this.found.add('an image with one side');
    if (/^\s*data:image\/(webp|avif)/i.test(href)) this.found.add('an image in WebP or AVIF');
    if (PROCESSED_JPEG.test(beginningOf(href))) this.found.add('an image with EXIF or other colours');
    const image = readEmbeddedImage(href);
    if (image?.kind !== 'drawing' || this.level >= MAX_LEVELS) return;
    if (!hasPlainSize(image.markup)) this.found.add('the size of an embedded SVG');
    addFeatures(image.markup, this.found, this.level + 1);
  }

  /** Finds a text whose parts the renderer does not place well. */
  private readText(element: SvgElement): void {
    const parts = [...listParts(element)];
    const isMoved = parts.some(({ attributes }) => attributes.has('dx') || attributes.has('dy'));
    if (this.isAnchored && parts.some(({ attributes }) => attributes.has('dx')))
      this.found.add('dx in a text that is centred or ends at its place');
    const text = parts.map((part) => part.text).join('');
    if (RIGHT_TO_LEFT.test(text) && (isMoved || OTHERWISE_WRITTEN.test(text)))
      this.found.add('text from right to left');
  }
}

/** The facts about the elements around an element that decide how it is drawn. */
interface Surroundings {
  /** True if one of them sets the font size. */
  readonly hasSize: boolean;
  /** True if one of them is rotated or sheared. */
  readonly isTurned: boolean;
  /** True if there are none. */
  readonly isRoot: boolean;
}

/** The name of the EXIF or Adobe segment of a JPEG, which turn the picture or have colours for print. */
const PROCESSED_JPEG = /^\xff\xd8.*(Exif|Adobe)/s;
/** Characters of base64 in which the segments of a JPEG are looked for. A multiple of 4. */
const JPEG_HEAD = 4000;

/** Returns the first bytes of a picture in base64, each as a character. */
function beginningOf(href: string): string {
  const [, data = ''] = /^\s*data:[^,]{0,100};base64,\s*([a-z\d+/]*)/i.exec(href.slice(0, JPEG_HEAD)) ?? [];
  return atob(data.slice(0, data.length - (data.length % 4)));
}

/** True if an SVG says its size or its view box, and nothing on how it fits into them. */
function hasPlainSize(markup: string): boolean {
  const root = readSvgParts(markup)?.elements[0]?.attributes ?? new Map<string, string>();
  const hasSize = root.has('viewBox') || (root.has('width') && root.has('height'));
  return hasSize && !root.has('preserveAspectRatio');
}

/** True if a transform rotates or shears. */
function turns(transform: string): boolean {
  if (/rotate|skew/.test(transform)) return true;
  return Array.from(transform.matchAll(/matrix\(([^()]*)\)/g)).some(([, numbers = '']) => {
    const [, b, c] = numbers.trim().split(/[\s,]+/, 3);
    return Number(b) !== 0 || Number(c) !== 0;
  });
}

/** Lists an element and all elements in it. */
function* listParts(element: SvgElement): Generator<SvgElement> {
  yield element;
  for (const child of element.children) yield* listParts(child);
}
