/** What the file at a URL or a path is called, without its ending. */
export function fileStem(url: string): string {
  const path = URL.canParse(url) ? tryDecode(new URL(url).pathname) : url;
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\.[a-z0-9]+$/i, '');
}

function tryDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
