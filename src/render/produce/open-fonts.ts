import { KinoraError } from '../../base/errors.ts';
import { fileStem } from '../../base/file-stem.ts';
import { redactUrl } from '../../base/redact-url.ts';
import type { Source } from '../../edit/model.ts';
import { type FontLibrary, createFontLibrary } from '../fonts/font-library.ts';
import { openCustomFont, type CustomFont } from '../fonts/custom-font.ts';
import { FontError } from '../fonts/font-metadata.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { sizeOf, sniff } from '../probe/sniff.ts';

// A process that waits for work loads it from here: it may know this part, and not what its steps are made of.
export { loadSystemFonts } from '../fonts/font-register.ts';

/** The largest fonts there are, with all letters of East Asia, are half of this. */
const MAX_BYTES = 50_000_000;

/**
 * The fonts of an edit, and before them those that every edit has.
 *
 * @param sources of the edit; those of other kinds are left alone.
 * @param files the file of each source URL.
 * @throws {KinoraError} `asset_not_media` or `asset_too_large` naming the field and the URL of a file that is no font.
 * @throws {RemoteReadError} when the bytes of one cannot be had.
 */
export async function openFonts(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<FontLibrary> {
  return createFontLibrary((await openCustomFonts(sources, files)).map(({ font }) => font));
}

/** A font of an edit, opened. */
export interface OpenedFont {
  readonly url: string;
  readonly font: CustomFont;
}

/** What a font of an edit is called, for those who cannot look into its file themselves. Plain JSON. */
export interface FontDescription extends Pick<CustomFont, 'family' | 'weight' | 'italic' | 'axes'> {
  readonly url: string;
  /** All names that it may be asked for by, as {@link CustomFont.names}. */
  readonly names: readonly string[];
}

/** Describes opened fonts. */
export function describeFonts(fonts: readonly OpenedFont[]): FontDescription[] {
  return fonts.map(({ url, font: { family, weight, italic, axes, names } }) => {
    return { url, family, weight, italic, axes, names: [...names] };
  });
}

/** Opens the fonts of an edit. @throws as {@link openFonts}. */
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

/** The path of a font whose bytes are all there. */
async function fetchFontFile(file: SourceFile): Promise<string> {
  const { kind, displayName: shown } = await sniff(file);
  if (kind !== 'font') throw new KinoraError('asset_not_media', `is not a font: its content is ${shown}`);
  const bytes = await sizeOf(file);
  if (bytes !== undefined && bytes > MAX_BYTES)
    throw new KinoraError(
      'asset_too_large',
      `is larger than ${MAX_BYTES / 1e6} MB, the most that a font may have`,
    );
  return typeof file === 'string' ? file : file.fetchAll();
}
