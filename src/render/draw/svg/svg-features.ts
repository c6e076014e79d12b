import { type CssNode, type Declaration, type FunctionNode, generate, parse, walk } from 'css-tree';
import { readEmbeddedImage, readSvgParts, type SvgElement } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
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
const QUOTED_URL = /url\(\s*["']/;
/** A value without functions and units, such as a number, a name or a colour. */
const SIMPLE_VALUE = /^(-?[a-z_][\w-]*|#[\da-f]+|-?[\d.]+)$/i;

/** Maximum number of characters and of fonts that are named. */
const MAX_NAMED = 5;
/** Levels of drawings in drawings that are read. The renderer draws no more. */
const MAX_LEVELS = 3;

/** Lists what an SVG needs a browser for: features of its markup, characters and fonts. */
export function listSvgFeatures(markup: string, fonts: FontLibrary): readonly string[] {
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
  const ids = new Set(parts.elements.map(({ attributes }) => attributes.get('id')));
  const scanner = new SvgScanner(found, level, ids);
  if (parts.css.trim() !== '') scanner.readStyleSheet(parts.css);
  scanner.readElement(root);
}

/** Looks through one drawing. */
class SvgScanner {
  private readonly found: Set<string>;
  private readonly level: number;
  private readonly ids: ReadonlySet<string | undefined>;
  /** The attributes and styles that have been read. Most drawings repeat them. */
  private readonly known = new Set<string>();
  /** True if a style sheet sets a font size. It counts for every text. */
  private setsFontSize = false;

  constructor(found: Set<string>, level: number, ids: ReadonlySet<string | undefined>) {
    this.found = found;
    this.level = level;
    this.ids = ids;
  }

  readStyleSheet(css: string): void {
    if (QUOTED_URL.test(css)) this.found.add('url() with quotes');
    this.setsFontSize = /\bfont(-size)?\s*:/.test(css);
    walk(parse(css), { enter: (node) => this.readNode(node) });
  }

  /** Reads a part of a style sheet. @returns the mark to skip what is inside of it. */
  private readNode(node: CssNode): symbol | undefined {
    switch (node.type) {
      case 'Atrule': {
        const name = node.name.toLowerCase();
        const isKnown = AT_RULES.has(name) && !(name === 'font-face' && /url\(/i.test(generate(node)));
        if (!isKnown) this.found.add(`@${name}`);
        // What is inside are no styles of elements.
        return AT_RULES.has(name) ? walk.skip : undefined;
      }
      case 'Rule':
        if (node.block.children.some(({ type }) => type === 'Rule')) this.found.add('nested rules');
        return undefined;
      case 'Raw':
        // The parser does not know all kinds of nested rules.
        if (node.value.includes('{')) this.found.add('nested rules');
        return undefined;
      case 'Declaration':
        if (node.important !== false) this.found.add('!important');
        this.readDeclaration(node, this.setsFontSize);
        return undefined;
      default:
        this.readSelector(node);
        return undefined;
    }
  }

  private readSelector(node: CssNode): void {
    if (node.type === 'PseudoClassSelector' && !PSEUDO_CLASSES.has(node.name))
      this.found.add(`:${node.name}`);
    if (node.type === 'PseudoElementSelector') this.found.add(`::${node.name}`);
    if (node.type === 'Combinator' && !COMBINATORS.has(node.name))
      this.found.add(`the selector ${node.name}`);
    if (node.type !== 'AttributeSelector') return;
    const { matcher, flags } = node;
    if (flags !== null || (matcher !== null && !['=', '~=', '|='].includes(matcher)))
      this.found.add(`the selector [${matcher}]`);
  }

  /** Reads an element with its content. @param isSized true if an element around it sets the font size. */
  readElement(element: SvgElement, isSized = false, isRoot = true): void {
    const { name, attributes, children } = element;
    // A browser draws no element that needs an extension.
    if ((attributes.get('requiredExtensions') ?? '') !== '') return;
    const style = attributes.get('style') ?? '';
    const hasSize =
      isSized || this.setsFontSize || attributes.has('font-size') || /\bfont(-size)?\s*:/.test(style);
    for (const [key, value] of attributes) this.readAttribute(name, key, value, hasSize);
    if (style !== '') this.readStyle(style, hasSize, isRoot);
    this.readKind(element, hasSize);
    for (const child of children) this.readElement(child, hasSize, false);
  }

  /** Reads what only elements of some kinds have. */
  private readKind(element: SvgElement, hasSize: boolean): void {
    const { name, attributes, text } = element;
    if (ELEMENTS.has(name)) this.found.add(name);
    if (name === 'image' || name === 'feImage') this.readImage(element);
    if (name === 'text') this.readText(element);
    if ((name === 'text' || name === 'tspan') && text !== '' && !hasSize)
      this.found.add('text without font-size');
    if (name === 'style' && !['all', 'screen', ''].includes(attributes.get('media') ?? ''))
      this.found.add('media of a style');
  }

  private readAttribute(element: string, name: string, value: string, hasSize: boolean): void {
    if (name === 'style' || this.isKnown(`${element} ${name} ${value} ${hasSize}`)) return;
    const lower = value.trim().toLowerCase();
    const tests = [PROPERTIES[name], ATTRIBUTES[name], ATTRIBUTES[`${element} ${name}`]];
    if (tests.some((test) => test?.(lower))) this.found.add(name);
    if (name.startsWith('marker') && WITHOUT_MARKERS.has(element)) this.found.add(`markers of a ${element}`);
    if (STYLED.has(name)) this.readValue(name, value.trim(), hasSize);
  }

  private readStyle(style: string, hasSize: boolean, isRoot: boolean): void {
    if (this.isKnown(`${style} ${hasSize}`)) return;
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
    const isDifferent = (STYLE_PROPERTIES[name] ?? PROPERTIES[name])?.(text.toLowerCase());
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
      if (node.type === 'Dimension' && (UNITS.test(node.unit) || (node.unit === 'em' && !hasSize)))
        this.found.add(`the unit ${node.unit}`);
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
    const image = readEmbeddedImage(href);
    if (image?.kind === 'drawing' && this.level < MAX_LEVELS)
      addFeatures(image.markup, this.found, this.level + 1);
  }

  /** Finds a text from right to left whose parts the renderer does not place well. */
  private readText(element: SvgElement): void {
    const parts = [...listParts(element)];
    const text = parts.map((part) => part.text).join('');
    if (!RIGHT_TO_LEFT.test(text)) return;
    const isMoved = parts.some(({ attributes }) => attributes.has('dx') || attributes.has('dy'));
    if (isMoved || OTHERWISE_WRITTEN.test(text)) this.found.add('text from right to left');
  }
}

/** Lists an element and all elements in it. */
function* listParts(element: SvgElement): Generator<SvgElement> {
  yield element;
  for (const child of element.children) yield* listParts(child);
}
