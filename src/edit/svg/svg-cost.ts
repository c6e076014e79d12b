import { readEmbeddedImage } from './embedded-images.ts';
import type { SvgElement, SvgParts } from './read-svg.ts';
import {
  findRules,
  readDeclarations,
  readStyleSheet,
  referencesOf,
  type StyleSheet,
  type SvgReference,
} from './svg-styles.ts';

/** Reads of each pixel that one usual step of a filter takes the time of. */
const READS_PER_STEP = 25;
const FILTER_STEP = /^fe[A-Z]/;
/** Elements inside of filter steps. */
const FILTER_PARTS = new Set(['feMergeNode', 'feFuncR', 'feFuncG', 'feFuncB', 'feFuncA']);

/**
 * Returns how many usual filter steps take as long as an element: 0 if it is none, and more than 1 if it reads
 * many pixels for each of its own.
 */
function countFilterSteps({ name, attributes }: SvgElement): number {
  if (!FILTER_STEP.test(name) || FILTER_PARTS.has(name)) return 0;
  if (name === 'feTurbulence') return Math.max(1, readNumbers(attributes.get('numOctaves'))[0] ?? 1);
  if (name === 'feMorphology') {
    const [x = 0, y = x] = readNumbers(attributes.get('radius'));
    return Math.max(1, ((2 * x + 1) * (2 * y + 1)) / READS_PER_STEP);
  }
  if (name === 'feConvolveMatrix') {
    const [columns = 3, rows = columns] = readNumbers(attributes.get('order'));
    return Math.max(1, (columns * rows) / READS_PER_STEP);
  }
  return 1;
}

/** Reads up to two numbers that are not negative. */
function readNumbers(text = ''): number[] {
  const parts = text
    .slice(0, 100)
    .trim()
    .split(/[\s,]+/, 2);
  return parts.map((part) => Number.parseFloat(part)).filter((value) => value >= 0);
}

/** The cost of drawing an element of an SVG, with everything that it contains or refers to. */
export interface SvgCost {
  /** Number of levels of nested elements. Each level may need its own bitmap. */
  readonly depth: number;
  /** Number of elements, each counted as often as it is drawn. */
  readonly elements: number;
  /** Approximate number of points of all paths. */
  readonly points: number;
  /** Number of filter steps. Each step processes a whole bitmap. */
  readonly filterSteps: number;
  /** Number of characters of all texts. */
  readonly letters: number;
  /** Number of pixels of all embedded images. */
  readonly pixels: number;
  /** Number of embedded drawings that are compressed, so that their cost is unknown. */
  readonly compressed: number;
}

/** The cost of something that is not drawn. */
export const NO_COST: SvgCost = {
  depth: 0,
  elements: 0,
  points: 0,
  filterSteps: 0,
  letters: 0,
  pixels: 0,
  compressed: 0,
};
/** Characters of a path for each of its points: a command with short numbers. */
const CHARACTERS_PER_POINT = 4;

/** The facts for {@link SvgCounter}. */
interface CostSettings {
  /** Number of levels at which counting stops. */
  readonly maxDepth: number;
  /** Computes the cost of a drawing that an image embeds. */
  readonly costOfDrawing: (markup: string) => SvgCost;
}

/** Computes the cost of the elements of one SVG. Each element is counted once and remembered. */
export class SvgCounter {
  private readonly settings: CostSettings;
  private readonly styles: StyleSheet;
  private readonly named: ReadonlyMap<string | undefined, SvgElement>;
  private readonly known = new Map<SvgElement, SvgCost>();

  constructor({ elements, css }: SvgParts, settings: CostSettings) {
    this.settings = settings;
    this.styles = readStyleSheet(css);
    this.named = new Map(elements.map((element) => [element.attributes.get('id'), element]));
  }

  /** Computes the cost of an element. @param level number of elements around it, and of their uses. */
  costOf(element: SvgElement, level = 1): SvgCost {
    if (level > this.settings.maxDepth) return { ...NO_COST, depth: Infinity };
    const found = this.known.get(element);
    if (found) return found;
    // A reference of an element to itself costs nothing, because such a reference is not drawn.
    this.known.set(element, NO_COST);
    const { references, hasFilter } = this.styleOf(element);
    let cost = addCosts(this.ownCost(element, hasFilter), NO_COST);
    for (const child of element.children) cost = addCosts(cost, this.costOf(child, level + 1));
    const inside = cost;
    for (const { id, use } of references) {
      const target = this.named.get(id);
      if (!target) continue;
      const times = use === 'once' ? 1 : use === 'marker' ? inside.points : inside.elements;
      cost = addCosts(cost, this.costOf(target, level + 1), Math.max(1, times));
    }
    const whole = { ...cost, depth: cost.depth + 1 };
    this.known.set(element, whole);
    return whole;
  }

  private styleOf(element: SvgElement): { references: readonly SvgReference[]; hasFilter: boolean } {
    const { attributes } = element;
    const styles = [readDeclarations(attributes.get('style') ?? ''), ...findRules(this.styles, element)];
    const references = [
      ...Array.from(attributes).flatMap(([name, value]) =>
        name === 'style' ? [] : referencesOf(name, value),
      ),
      ...styles.flatMap((style) => style.references),
    ];
    const unique = new Map(references.map((reference) => [`${reference.use} ${reference.id}`, reference]));
    const hasFilter = attributes.has('filter') || styles.some((style) => style.hasFilter);
    return { references: [...unique.values()], hasFilter };
  }

  /** Computes the cost of an element without its content and its references. Its depth does not count. */
  private ownCost(element: SvgElement, hasFilter: boolean): SvgCost {
    const { name, attributes, text } = element;
    const path = (attributes.get('d')?.length ?? 0) + (attributes.get('points')?.length ?? 0);
    const own = {
      ...NO_COST,
      elements: 1,
      points: Math.ceil(path / CHARACTERS_PER_POINT),
      filterSteps: (hasFilter ? 1 : 0) + countFilterSteps(element),
      letters: text.length,
    };
    if (name !== 'image' && name !== 'feImage') return own;
    const image = readEmbeddedImage(attributes.get('href') ?? '');
    if (image?.kind === 'pixels') return { ...own, pixels: image.pixels };
    if (image?.kind === 'compressed') return { ...own, compressed: 1 };
    return image ? addCosts(own, this.settings.costOfDrawing(image.markup)) : own;
  }
}

function addCosts(one: SvgCost, other: SvgCost, times = 1): SvgCost {
  return {
    depth: Math.max(one.depth, other.depth),
    elements: one.elements + times * other.elements,
    points: one.points + times * other.points,
    filterSteps: one.filterSteps + times * other.filterSteps,
    letters: one.letters + times * other.letters,
    pixels: one.pixels + times * other.pixels,
    compressed: one.compressed + other.compressed,
  };
}
