/**
 * Downloads several files as one ZIP.
 *
 * @param name name of the ZIP, without its extension.
 * @param urls addresses of the files.
 * @throws {Error} if one of them cannot be loaded.
 */
export async function downloadAll(name: string, urls: readonly string[]): Promise<void> {
  const { downloadZip } = await import('client-zip');
  const files = urls.map(async (url, index) => {
    const response = await fetch(url);
    if (!response.ok)
      throw new Error(`File ${index + 1} could not be loaded: the server answered ${response.status}.`);
    const extension = /\.\w+$/.exec(new URL(url).pathname)?.[0] ?? '';
    return { name: `${name}-${index + 1}${extension}`, input: response };
  });
  const blob = await downloadZip(await Promise.all(files)).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
}
