import type { SvgElement } from './read-svg.ts';

/** Reads of each pixel that one usual step of a filter takes the time of. */
const READS_PER_STEP = 25;
const FILTER_STEP = /^fe[A-Z]/;
/** Elements inside of filter steps. */
const FILTER_PARTS = new Set(['feMergeNode', 'feFuncR', 'feFuncG', 'feFuncB', 'feFuncA']);

/**
 * Returns how many usual filter steps take as long as an element: 0 if it is none, and more than 1 if it reads
 * many pixels for each of its own.
 */
export function countFilterSteps({ name, attributes }: SvgElement): number {
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
