/** The cost of drawing an element of an SVG, with everything that it contains or refers to. */
interface SvgCost {
  /** Number of levels of nested elements. Each level may need its own bitmap. */
  readonly depth: number;
  /** Number of filter steps. Each step processes a whole bitmap. */
  readonly filterSteps: number;
}

interface SvgElement {
  readonly name: string;
  readonly attributes: string;
  readonly children: SvgElement[];
}

/** The maximum cost of an SVG. An SVG made by hand has at most about 20 levels of nested elements. */
const MAX_DEPTH = 50;
const MAX_FILTER_STEPS = 500;

const ENTITY_WITH_MARKUP = /<!ENTITY[^<>]*(?:<|&#)/;
const PARTS = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\/[^<>]*>|<([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const REFERENCES = /(?:href\s*=\s*["']\s*|url\(\s*["']?)#([^"')\s]+)/g;
const ID = /(?:^|\s)id\s*=\s*["']([^"']*)["']/;
const FILTER = /\bfilter\s*[:=]/;
const FILTER_STEP = /^(?:\w+:)?fe[A-Z]/;

/**
 * Describes why an SVG would need too much memory or time. Counts a referenced element at each of its
 * uses.
 *
 * @param markup well-formed SVG markup.
 * @returns a phrase that begins with a verb, or undefined if the SVG may be drawn.
 */
export function describeSvgExcess(markup: string): string | undefined {
  if (ENTITY_WITH_MARKUP.test(markup))
    return 'has entities that contain markup; write the markup in place of the entity references';
  const { depth, filterSteps } = computeCost(parseElements(markup), findFilteredSelectors(markup));
  if (depth > MAX_DEPTH) return `nests more than ${MAX_DEPTH} elements; use fewer levels`;
  if (filterSteps > MAX_FILTER_STEPS)
    return `has more than ${MAX_FILTER_STEPS} filter steps; use fewer filters`;
  return undefined;
}

/** Returns all elements in document order. */
function parseElements(markup: string): SvgElement[] {
  const all: SvgElement[] = [];
  const open: SvgElement[] = [];
  for (const [part, name, attributes = ''] of markup.matchAll(PARTS)) {
    if (part.startsWith('</')) open.pop();
    if (name === undefined) continue;
    const element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    all.push(element);
    if (!attributes.endsWith('/')) open.push(element);
  }
  return all;
}

/** Returns the element names, classes and ids to which style rules apply a filter. */
function findFilteredSelectors(markup: string): Set<string> {
  const selectors = markup.split('}').flatMap((rule) => {
    const [before = '', body = ''] = rule.split('{').slice(-2);
    return FILTER.test(body) ? [before.slice(before.lastIndexOf('>') + 1)] : [];
  });
  return new Set(selectors.flatMap((selector) => selector.match(/[\w-]+|\*/g) ?? []));
}

/**
 * Computes the cost of the first element, with everything that it contains or refers to.
 *
 * @param filtered the result of {@link findFilteredSelectors}.
 */
function computeCost(elements: readonly SvgElement[], filtered: ReadonlySet<string>): SvgCost {
  const named = new Map(elements.map((element) => [ID.exec(element.attributes)?.[1], element]));
  const known = new Map<SvgElement, SvgCost>();
  const usedBy = ({ children, attributes }: SvgElement): SvgElement[] => [
    ...children,
    ...Array.from(attributes.matchAll(REFERENCES)).flatMap(([, id]) => named.get(id) ?? []),
  ];
  const cost = (element: SvgElement, level: number): SvgCost => {
    if (level > MAX_DEPTH) return { depth: Infinity, filterSteps: 0 };
    const found = known.get(element);
    if (found) return found;
    // A reference of an element to itself costs nothing, because such a reference is not drawn.
    known.set(element, { depth: 0, filterSteps: 0 });
    const parts = usedBy(element).map((part) => cost(part, level + 1));
    const made = {
      depth: 1 + parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
      filterSteps: parts.reduce(
        (sum, { filterSteps }) => sum + filterSteps,
        isFilterStep(element, filtered) ? 1 : 0,
      ),
    };
    known.set(element, made);
    return made;
  };
  const [root] = elements;
  return root ? cost(root, 1) : { depth: 0, filterSteps: 0 };
}

/** True if an element is filtered, or is a step of a filter. */
function isFilterStep({ name, attributes }: SvgElement, filtered: ReadonlySet<string>): boolean {
  if (FILTER.test(attributes) || FILTER_STEP.test(name)) return true;
  if (filtered.size === 0) return false;
  const words = [name, '*', ...(attributes.match(/[\w-]+/g) ?? [])];
  return words.some((word) => filtered.has(word));
}
