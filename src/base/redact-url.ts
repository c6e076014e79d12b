const MAX_LENGTH = 200;

/**
 * Formats a URL for a message. Removes credentials, query and fragment, which may hold secrets, and shortens
 * the rest to a readable length. A text that is not a URL is only shortened.
 */
export function redactUrl(url: URL | string): string {
  const shown = typeof url === 'string' ? redactText(url) : removeSecrets(url);
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}...` : shown;
}

function redactText(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : removeSecrets(url);
}

function removeSecrets(url: URL): string {
  const slashes = url.host !== '' || url.protocol === 'file:' ? '//' : '';
  return `${url.protocol}${slashes}${url.host}${url.pathname}`;
}
