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

/** A file to fetch, and the destinations to send it to. */
export interface TransferRequest {
  readonly url: string;
  /** The client's own id of the transfer. */
  readonly id: string;
  readonly destinations: readonly Destination[];
}

const MAX_ID_LENGTH = 255;
const MAX_URL_LENGTH = 8192;

/**
 * Reads a transfer from the body of a request. Unknown properties are accepted (contract C19).
 *
 * @throws {InvalidRequest} with every problem of the transfer.
 * @throws {KinoraError} `validation_failed` if the body is not an object.
 */
export function readTransfer(body: unknown): TransferRequest {
  if (jsonTypeOf(body) !== 'object')
    throw new KinoraError(
      'validation_failed',
      'The body must be an object with the properties url, id and destinations.',
    );
  const { url, id, destinations } = body as Readonly<Record<string, unknown>>;
  const parsed = parseDestinations(destinations, ['destinations']);
  const [first, ...others] = [
    ...checkText(
      'url',
      url,
      MAX_URL_LENGTH,
      `a URL of at most ${MAX_URL_LENGTH} characters that starts with http:// or https://`,
      isHttp,
    ),
    ...checkText(
      'id',
      id,
      MAX_ID_LENGTH,
      `a string of 1 to ${MAX_ID_LENGTH} characters, your own id of the transfer`,
    ),
    ...(parsed.ok ? checkDelivery(parsed.value) : parsed.problems),
  ];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // Without a problem, `url` and `id` are strings.
  return { url: url as string, id: id as string, destinations: parsed.ok ? parsed.value : [] };
}

/** Returns a problem if the file has no destination. */
function checkDelivery(destinations: readonly Destination[]): Problem[] {
  const { isHosted, external } = planDelivery(destinations);
  if (isHosted || external.length > 0) return [];
  const message = 'must name another destination if the built-in hosting is excluded';
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
  // PostgreSQL cannot store U+0000.
  if (value.includes('\0') || !fits(value))
    return [createProblem([name], 'wrong_form', `must be ${requirement}`)];
  return [];
}

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
