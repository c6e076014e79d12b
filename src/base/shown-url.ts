const LONGEST = 200;

/**
 * How a URL is written in a message: without credentials, query and fragment, all of which may hold secrets, and cut to a
 * readable length. A text that is no URL is only cut.
 */
export function shownUrl(url: URL | string): string {
  const shown = typeof url === 'string' ? shownText(url) : withoutSecrets(url);
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}...` : shown;
}

function shownText(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : withoutSecrets(url);
}

function withoutSecrets(url: URL): string {
  const slashes = url.host !== '' || url.protocol === 'file:' ? '//' : '';
  return `${url.protocol}${slashes}${url.host}${url.pathname}`;
}
