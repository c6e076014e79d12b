import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import type { Source } from '../../edit/model.ts';
import { type FontLibrary, createFontLibrary } from '../fonts/font-library.ts';
import { openCustomFont, type CustomFont } from '../fonts/custom-font.ts';
import { FontError } from '../fonts/font-metadata.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { sizeOf, sniff } from '../probe/sniff.ts';

// Re-exported for `src/render/child`, which may import this folder, but not the folders of its steps.
export { loadSystemFonts } from '../fonts/font-register.ts';

/** Maximum size of a font file. The largest East Asian fonts are half of this. */
const MAX_BYTES = 50_000_000;

/**
 * Opens the fonts of an edit and adds them to the built-in fonts.
 *
 * @param sources the sources of the edit. Sources that are not fonts are ignored.
 * @param files the file of each source URL.
 * @throws {KinoraError} `asset_not_media` or `asset_too_large`, with the field and the URL of the font.
 * @throws {RemoteReadError} if the bytes of a font are unavailable.
 */
export async function openFonts(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<FontLibrary> {
  return createFontLibrary((await openCustomFonts(sources, files)).map(({ font }) => font));
}

/** An open font of an edit. */
export interface OpenedFont {
  readonly url: string;
  readonly font: CustomFont;
}

/** The names of a font of an edit, for the parent process, which does not read font files. Plain JSON. */
export interface FontDescription extends Pick<CustomFont, 'family' | 'weight' | 'italic' | 'axes'> {
  readonly url: string;
  /** All names by which an edit can refer to the font. See {@link CustomFont.names}. */
  readonly names: readonly string[];
}

/** Describes opened fonts. */
export function describeFonts(fonts: readonly OpenedFont[]): FontDescription[] {
  return fonts.map(({ url, font: { family, weight, italic, axes, names } }) => {
    return { url, family, weight, italic, axes, names: [...names] };
  });
}

/** Opens the fonts of an edit. @throws the same errors as {@link openFonts}. */
export async function openCustomFonts(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<OpenedFont[]> {
  const fonts: OpenedFont[] = [];
  for (const { kind, url, field } of sources) {
    if (kind !== 'font') continue;
    try {
      fonts.push({ url, font: openCustomFont(await fetchFontFile(files[url] ?? ''), fileStem(url)) });
    } catch (error) {
      if (error instanceof RemoteReadError)
        throw new RemoteReadError(error.code, `${field}: ${error.message}`);
      if (!(error instanceof KinoraError || error instanceof FontError)) throw error;
      const code = error instanceof KinoraError ? error.code : 'asset_not_media';
      throw new KinoraError(code, `${field}: ${redactUrl(url)} ${error.message}.`, { cause: error });
    }
  }
  return fonts;
}

/** Fetches a whole font file. @returns its local path. */
async function fetchFontFile(file: SourceFile): Promise<string> {
  const { kind, displayName: shown } = await sniff(file);
  if (kind !== 'font') throw new KinoraError('asset_not_media', `is not a font: its content is ${shown}`);
  const bytes = await sizeOf(file);
  if (bytes !== undefined && bytes > MAX_BYTES)
    throw new KinoraError('asset_too_large', `is larger than ${MAX_BYTES / 1e6} MB, the maximum for a font`);
  return typeof file === 'string' ? file : file.fetchAll();
}

/** Returns the name of the file at a URL or a path, without its extension. */
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
