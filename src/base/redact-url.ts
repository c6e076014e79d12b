const MAX_LENGTH = 200;

/**
 * How a URL is written in a message: without credentials, query and fragment, all of which may hold secrets, and cut to a
 * readable length. A text that is no URL is only cut.
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
