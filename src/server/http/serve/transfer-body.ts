import { KinoraError } from '../../../base/errors.ts';
import {
  type Destination,
  jsonTypeOf,
  parseDestinations,
  type Problem,
  problemAt,
} from '../../../edit/index.ts';
import { placesOf } from '../../../hosting/places.ts';
import { InvalidRequest } from '../errors.ts';

/** A file to fetch, and where to send it. */
export interface Transfer {
  readonly url: string;
  /** What the client calls it. */
  readonly id: string;
  readonly destinations: readonly Destination[];
}

const LONGEST_ID = 255;
const LONGEST_URL = 8192;

/**
 * A transfer out of the body of a request. Properties that are not known are let through (contract C19).
 *
 * @throws {InvalidRequest} with everything that is wrong with it.
 */
export function readTransfer(body: unknown): Transfer {
  if (jsonTypeOf(body) !== 'object')
    throw new KinoraError(
      'validation_failed',
      'The body must be an object with the properties url, id and destinations.',
    );
  // An object out of JSON.
  const { url, id, destinations } = body as Readonly<Record<string, unknown>>;
  const parsed = parseDestinations(destinations, ['destinations']);
  const [first, ...others] = [
    ...textProblems('url', url, LONGEST_URL, 'an address that begins with http:// or https://', isHttp),
    ...textProblems('id', id, LONGEST_ID, `a string of 1 to ${LONGEST_ID} characters, a name of your own`),
    ...(parsed.ok ? nowhereProblems(parsed.value) : parsed.problems),
  ];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // Without a problem each is what it should be.
  return { url: url as string, id: id as string, destinations: parsed.ok ? parsed.value : [] };
}

/** What goes nowhere would be fetched for nothing. */
function nowhereProblems(destinations: readonly Destination[]): Problem[] {
  const { hosted, elsewhere } = placesOf(destinations);
  if (hosted || elsewhere.length > 0) return [];
  const wanted = 'must name another destination when the built-in hosting is excluded';
  return [problemAt(['destinations'], 'out_of_range', wanted)];
}

function textProblems(
  name: string,
  value: unknown,
  longest: number,
  wanted: string,
  fits: (text: string) => boolean = () => true,
): Problem[] {
  if (value === undefined) return [problemAt([name], 'required', `is required: ${wanted}`)];
  if (typeof value !== 'string')
    return [problemAt([name], 'wrong_type', `must be ${wanted}`, jsonTypeOf(value))];
  if (value.trim() === '' || value.length > longest)
    return [problemAt([name], 'out_of_range', `must be ${wanted}`)];
  // The one character that PostgreSQL cannot store.
  if (value.includes('\0') || !fits(value)) return [problemAt([name], 'wrong_form', `must be ${wanted}`)];
  return [];
}

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
