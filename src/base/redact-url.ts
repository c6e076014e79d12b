import { showInLine } from './text/show-controls.ts';

const MAX_LENGTH = 200;

/**
 * Formats a URL for a message. Removes credentials, query and fragment, which may hold secrets, and shortens
 * the rest to one line of a readable length. In a text that is not a URL, nothing is removed.
 */
export function redactUrl(url: URL | string): string {
  const shown = typeof url === 'string' ? redactText(url) : removeSecrets(url);
  return showInLine(shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}...` : shown);
}

function redactText(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : removeSecrets(url);
}

function removeSecrets(url: URL): string {
  const slashes = url.host !== '' || url.protocol === 'file:' ? '//' : '';
  return `${url.protocol}${slashes}${url.host}${url.pathname}`;
}
