import { STATUS_CODES } from 'node:http';
import { KinoraError } from '../base/errors.ts';
import { redactUrl } from '../base/redact-url.ts';
import { RetryableError } from '../outbound/index.ts';

const MAX_REASON_LENGTH = 240;

/**
 * Creates the error for a file that the provider would refuse again.
 *
 * @param reason the public reason. Pass text of the provider through {@link sanitizeReason} first.
 */
export function createRefusal(provider: string, reason: string, cause?: unknown): KinoraError {
  return new KinoraError('destination_refused', `${provider} refused the file: ${reason}.`, { cause });
}

/**
 * Creates the error for an upload that failed, and that may succeed if the job is tried again.
 *
 * @param reason the public reason. Pass text of the provider through {@link sanitizeReason} first.
 */
export function createFailure(provider: string, reason: string, cause?: unknown): KinoraError {
  return new KinoraError('destination_failed', `${provider} could not process the file: ${reason}.`, {
    cause,
  });
}

/**
 * Creates the error for a failed request that the same upload should repeat.
 *
 * @param reason the public reason. Pass text of the provider through {@link sanitizeReason} first.
 * @param options `retryAfterMs`: milliseconds that the provider asks to wait.
 */
export function createRetryableFailure(
  provider: string,
  reason: string,
  { cause, retryAfterMs }: { readonly cause?: unknown; readonly retryAfterMs?: number | undefined } = {},
): RetryableError {
  return new RetryableError(createFailure(provider, reason, cause), retryAfterMs);
}

/**
 * Shortens the reason that a provider gave to one line that clients may see. Removes secrets, and the parts
 * of addresses that may hold secrets.
 */
export function sanitizeReason(reason: string, secrets: readonly string[]): string {
  const line = secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), reason)
    .replace(/https?:\/\/[^\s"'<>]+/g, (url) => redactUrl(url))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH)}...` : line;
}

/**
 * Extracts the reason from the body of an error response, which may be XML, JSON or a line of text. Describes
 * the status if the body has no reason.
 */
export function extractReason(status: number, body: string): string {
  return (
    extractXmlReason(body) ??
    extractJsonReason(body) ??
    extractTextReason(body) ??
    `it responded with ${status} ${STATUS_CODES[status] ?? ''}`.trim()
  );
}

function extractXmlReason(body: string): string | undefined {
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1];
  // Take only the first line. The others hold request ids and the signed text, which do not help the user.
  const message = /<Message>([^<\n]*)/.exec(body)?.[1];
  return [code, message].filter(Boolean).join(': ') || undefined;
}

function extractJsonReason(body: string): string | undefined {
  try {
    return joinReasons(JSON.parse(body)) || undefined;
  } catch {
    // The body is not JSON.
    return undefined;
  }
}

/**
 * Joins the reasons in a JSON body. The providers use `{error: {message}}`, `{error: {code, message}}`,
 * `{error: {messages}}`, `{error, error_description}`, `{error, developer_message}` and `{message}`.
 */
function joinReasons(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, code, messages, ...fields } = body as Record<string, unknown>;
  if (typeof error === 'object') return joinReasons(error);
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const reasons = [
    error,
    code,
    fields['error_description'],
    fields['developer_message'],
    fields['message'],
    ...list,
  ];
  return reasons
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim().replace(/\.$/, ''))
    .filter((text) => text !== '')
    .join(': ');
}

function extractTextReason(body: string): string | undefined {
  return body.trim() === '' || /<\w/.test(body) ? undefined : body;
}
