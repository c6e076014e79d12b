import { STATUS_CODES } from 'node:http';
import { KinoraError } from '../base/errors.ts';
import { shownUrl } from '../base/shown-url.ts';

const LONGEST = 240;

/** The provider would refuse the same again. @param reason is made fit to be shown by {@link shownReason} before. */
export function refused(provider: string, reason: string, cause?: unknown): KinoraError {
  return new KinoraError('destination_refused', `${provider} refused the file: ${reason}.`, { cause });
}

/** Another try may succeed. @param reason is made fit to be shown by {@link shownReason} before. */
export function failed(provider: string, reason: string, cause?: unknown): KinoraError {
  return new KinoraError('destination_failed', `${provider} could not take the file: ${reason}.`, { cause });
}

/** A reason that a provider gave, as it may be shown: one short line, without secrets and without what they hide in. */
export function shownReason(reason: string, secrets: readonly string[]): string {
  const line = secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), reason)
    .replace(/https?:\/\/[^\s"'<>]+/g, (url) => shownUrl(url))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}...` : line;
}

/** What the body of a refusal says, in the forms that providers use: XML, JSON or a line of text; else only its status. */
export function reasonIn(status: number, body: string): string {
  return (
    reasonInXml(body) ??
    reasonInJson(body) ??
    reasonInText(body) ??
    `it answered ${status} ${STATUS_CODES[status] ?? ''}`.trim()
  );
}

function reasonInXml(body: string): string | undefined {
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1];
  // Further lines are ids of the request, and what was signed.
  const message = /<Message>([^<\n]*)/.exec(body)?.[1];
  return [code, message].filter(Boolean).join(': ') || undefined;
}

function reasonInJson(body: string): string | undefined {
  try {
    return reasonOf(JSON.parse(body)) || undefined;
  } catch {
    // It is no JSON, then.
    return undefined;
  }
}

/**
 * `{error: {message}}`, `{error: {code, message}}`, `{error: {messages}}`, `{error, error_description}`,
 * `{error, developer_message}` and `{message}`, as different providers write it.
 */
function reasonOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { error, code, messages, ...said } = answer as Record<string, unknown>;
  if (typeof error === 'object') return reasonOf(error);
  const many: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const reasons = [
    error,
    code,
    said['error_description'],
    said['developer_message'],
    said['message'],
    ...many,
  ];
  return reasons
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim().replace(/\.$/, ''))
    .filter((text) => text !== '')
    .join(': ');
}

function reasonInText(body: string): string | undefined {
  return body.trim() === '' || /<\w/.test(body) ? undefined : body;
}
