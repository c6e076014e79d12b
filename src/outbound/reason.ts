import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { isObject } from '../base/is-object.ts';
import { redactUrl } from '../base/redact-url.ts';
import { tryParseJson } from '../base/try-parse-json.ts';

/** Maximum length of a service's own text in a message, in characters. */
const MAX_REASON_LENGTH = 300;

/**
 * Cleans a text of a service for a message: one line without control characters, secrets and a full stop. Removes
 * the parts of addresses that may hold secrets, and shortens the text.
 *
 * @param secrets texts that the message must not hold, such as the API key of the request.
 */
export function cleanReason(reason: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, secret.replace(/\.$/, '')])
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '...'), reason.trimEnd().replace(/\.$/, ''))
    .replaceAll(/https?:\/\/[^\s"'<>]+/g, (url) => redactUrl(url))
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH);
}

/**
 * Returns the reason in the body of an error response, which may be XML, JSON or a line of text. Describes the status
 * if the body has no reason.
 */
export function findReason(status: number, body: string): string {
  return (
    findXmlReason(body) ||
    findJsonReason(body, ['error', 'code', ...REASON_FIELDS]) ||
    (/<\w/.test(body) ? '' : body.trim()) ||
    `it responded with ${status} ${STATUS_CODES[status] ?? ''}`.trim()
  );
}

function findXmlReason(body: string): string {
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1];
  // Take only the first line. The others hold request ids and the signed text, which do not help the user.
  const message = /<Message>([^<\n]*)/.exec(body)?.[1];
  return [code, message].filter(Boolean).join(': ');
}

/** The fields in which services put a reason, besides `error`. */
const REASON_FIELDS: readonly string[] = [
  'error_description',
  'developer_message',
  'errors',
  'message',
  'messages',
  'detail',
  'description',
];

/** Returns the reason in a JSON body. Empty if there is none. @param fields the fields to join. */
export function findJsonReason(
  body: string,
  fields: readonly string[] = ['error', ...REASON_FIELDS],
): string {
  const reasons = listLevels(tryParseJson(body)).map((level) =>
    joinTexts(fields, ': ', (field) => joinTexts([level[field]].flat(), '; ', toText)),
  );
  return reasons.findLast((reason) => reason !== '') ?? '';
}

/** Returns an object, and the objects in its fields `detail` and `error`, the innermost last. */
export function listLevels(json: unknown): Readonly<Record<string, unknown>>[] {
  const levels = [json].filter(isObject);
  // The list grows until the innermost object is reached.
  for (const level of levels) levels.push(...[level['detail'], level['error']].filter(isObject));
  return levels;
}

function joinTexts<Value>(
  values: readonly Value[],
  separator: string,
  toText: (value: Value) => string,
): string {
  return values
    .map(toText)
    .filter((text) => text !== '')
    .join(separator);
}

const Located = z.object({ loc: z.array(z.union([z.string(), z.number()])).optional(), msg: z.string() });

/** Returns a text, also one with the place of the problem: `{loc: ['body', 'prompt'], msg: 'Too long.'}`. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim().replace(/\.$/, '');
  const { data } = Located.safeParse(value);
  if (!data) return '';
  const field = (data.loc ?? []).filter((part) => part !== 'body').join('.');
  return `${field === '' ? '' : `${field}: `}${toText(data.msg)}`;
}
