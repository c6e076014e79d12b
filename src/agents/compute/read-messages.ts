import { KinoraError } from '../../base/errors.ts';
import { parseJson } from '../../base/parse-json.ts';
import type { ReadMessages } from './computations.ts';

/** Maximum characters of the messages of a request without the arguments of their tools. */
const MAX_CHARACTERS = 16_000;

/** Reads the messages of a request. Takes out the arguments of tools, which may be large. */
export function readMessages(body: string): ReadMessages {
  const given = parseJson(body, 'The body');
  const calls: string[] = [];
  const takeArguments = (message: unknown): unknown => {
    const { method, params } = Object(message) as { method?: unknown; params?: unknown };
    const { arguments: taken } = Object(params) as { arguments?: unknown };
    if (method !== 'tools/call' || typeof taken !== 'object' || taken === null || Array.isArray(taken))
      return message;
    const place = calls.push(JSON.stringify(taken)) - 1;
    return { ...(message as object), params: { ...(params as object), arguments: { place } } };
  };
  const messages = Array.isArray(given) ? given.map(takeArguments) : takeArguments(given);
  const { length } = JSON.stringify(messages);
  if (length <= MAX_CHARACTERS) return { messages, calls };
  throw new KinoraError(
    'body_too_large',
    `The body has ${length} characters besides the arguments of tools, but at most ${MAX_CHARACTERS} are allowed. Send less at once.`,
  );
}
