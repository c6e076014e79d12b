import { KinoraError } from '../../../base/errors.ts';
import {
  type Destination,
  jsonTypeOf,
  parseDestinations,
  type Problem,
  createProblem,
} from '../../../edit/index.ts';
import { planDelivery } from '../../../hosting/delivery-plan.ts';
import { InvalidRequest } from '../response/errors.ts';

/** A file to fetch, and where to send it. */
export interface TransferRequest {
  readonly url: string;
  /** What the client calls it. */
  readonly id: string;
  readonly destinations: readonly Destination[];
}

const MAX_ID_LENGTH = 255;
const MAX_URL_LENGTH = 8192;

/**
 * A transfer out of the body of a request. Properties that are not known are let through (contract C19).
 *
 * @throws {InvalidRequest} with everything that is wrong with it.
 */
export function readTransfer(body: unknown): TransferRequest {
  if (jsonTypeOf(body) !== 'object')
    throw new KinoraError(
      'validation_failed',
      'The body must be an object with the properties url, id and destinations.',
    );
  // An object out of JSON.
  const { url, id, destinations } = body as Readonly<Record<string, unknown>>;
  const parsed = parseDestinations(destinations, ['destinations']);
  const [first, ...others] = [
    ...checkText('url', url, MAX_URL_LENGTH, 'an address that begins with http:// or https://', isHttp),
    ...checkText('id', id, MAX_ID_LENGTH, `a string of 1 to ${MAX_ID_LENGTH} characters, a name of your own`),
    ...(parsed.ok ? checkDelivery(parsed.value) : parsed.problems),
  ];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // Without a problem each is what it should be.
  return { url: url as string, id: id as string, destinations: parsed.ok ? parsed.value : [] };
}

/** What goes nowhere would be fetched for nothing. */
function checkDelivery(destinations: readonly Destination[]): Problem[] {
  const { isHosted, external } = planDelivery(destinations);
  if (isHosted || external.length > 0) return [];
  const message = 'must name another destination when the built-in hosting is excluded';
  return [createProblem(['destinations'], 'out_of_range', message)];
}

function checkText(
  name: string,
  value: unknown,
  maxLength: number,
  requirement: string,
  fits: (text: string) => boolean = () => true,
): Problem[] {
  if (value === undefined) return [createProblem([name], 'required', `is required: ${requirement}`)];
  if (typeof value !== 'string')
    return [createProblem([name], 'wrong_type', `must be ${requirement}`, jsonTypeOf(value))];
  if (value.trim() === '' || value.length > maxLength)
    return [createProblem([name], 'out_of_range', `must be ${requirement}`)];
  // The one character that PostgreSQL cannot store.
  if (value.includes('\0') || !fits(value))
    return [createProblem([name], 'wrong_form', `must be ${requirement}`)];
  return [];
}

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
