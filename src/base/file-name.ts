/** What the file at a URL or a path is called, without its ending. */
export function fileName(url: string): string {
  const path = URL.canParse(url) ? decoded(new URL(url).pathname) : url;
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\.[a-z0-9]+$/i, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
