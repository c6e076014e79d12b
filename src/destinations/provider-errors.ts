import { STATUS_CODES } from 'node:http';
import { KinoraError } from '../base/errors.ts';
import { redactUrl } from '../base/redact-url.ts';
import { RetryableError } from '../outbound/index.ts';

const MAX_REASON_LENGTH = 240;

/** The provider would refuse the same again. @param reason is made fit to be shown by {@link sanitizeReason} before. */
export function createRefusal(provider: string, reason: string, cause?: unknown): KinoraError {
  return new KinoraError('destination_refused', `${provider} refused the file: ${reason}.`, { cause });
}

/** Another try may succeed. @param reason is made fit to be shown by {@link sanitizeReason} before. */
export function createFailure(provider: string, reason: string, cause?: unknown): KinoraError {
  return new KinoraError('destination_failed', `${provider} could not take the file: ${reason}.`, { cause });
}

/** As {@link createFailure}, but the same sending makes that other try. @param retryAfterMs milliseconds that the provider asks to wait. */
export function createRetryableFailure(
  provider: string,
  reason: string,
  { cause, retryAfterMs }: { readonly cause?: unknown; readonly retryAfterMs?: number | undefined } = {},
): RetryableError {
  return new RetryableError(createFailure(provider, reason, cause), retryAfterMs);
}

/** A reason that a provider gave, as it may be shown: one short line, without secrets and without what they hide in. */
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

/** What the body of a refusal says, in the forms that providers use: XML, JSON or a line of text; else only its status. */
export function extractReason(status: number, body: string): string {
  return (
    extractXmlReason(body) ??
    extractJsonReason(body) ??
    extractTextReason(body) ??
    `it answered ${status} ${STATUS_CODES[status] ?? ''}`.trim()
  );
}

function extractXmlReason(body: string): string | undefined {
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1];
  // Further lines are ids of the request, and what was signed.
  const message = /<Message>([^<\n]*)/.exec(body)?.[1];
  return [code, message].filter(Boolean).join(': ') || undefined;
}

function extractJsonReason(body: string): string | undefined {
  try {
    return joinReasons(JSON.parse(body)) || undefined;
  } catch {
    // It is no JSON, then.
    return undefined;
  }
}

/**
 * `{error: {message}}`, `{error: {code, message}}`, `{error: {messages}}`, `{error, error_description}`,
 * `{error, developer_message}` and `{message}`, as different providers write it.
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
