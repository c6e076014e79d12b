import { KinoraError } from '../../base/errors.ts';
import { fileName } from '../../base/file-name.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { type Edit, type Source, sourcesOf } from '../../edit/edit.ts';
import { type Fonts, fontsWith } from '../fonts/fonts.ts';
import { openFont, type OwnFont } from '../fonts/own-font.ts';
import { FontError } from '../fonts/read-font.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import { sizeOf, sniff } from '../probe/sniff.ts';

/** The largest fonts there are, with all letters of East Asia, are half of this. */
const MOST_BYTES = 50_000_000;

/**
 * The fonts of an edit, and before them those that every edit has.
 *
 * @param sources of the edit; those of other kinds are left alone.
 * @param files the file of each source URL.
 * @throws {KinoraError} `asset_not_media` or `asset_too_large` naming the field and the URL of a file that is no font.
 * @throws {Unfetched} when the bytes of one cannot be had.
 */
export async function openFonts(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<Fonts> {
  return fontsWith((await ownFonts(sources, files)).map(({ font }) => font));
}

/** What a font of an edit is called, for those who cannot look into its file themselves. Plain JSON. */
export interface NamedFont extends Pick<OwnFont, 'family' | 'weight' | 'italic' | 'axes'> {
  readonly url: string;
  /** All names that it may be asked for by, as `plain` makes them. */
  readonly names: readonly string[];
}

/** Finds out what the fonts of an edit are called. @throws as {@link openFonts}. */
export async function nameFonts(
  edit: Edit,
  files: Readonly<Record<string, SourceFile>>,
): Promise<NamedFont[]> {
  const own = await ownFonts(sourcesOf(edit), files);
  return own.map(({ url, font: { family, weight, italic, axes, names } }) => {
    return { url, family, weight, italic, axes, names: [...names] };
  });
}

async function ownFonts(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<{ readonly url: string; readonly font: OwnFont }[]> {
  const own: { url: string; font: OwnFont }[] = [];
  for (const { kind, url, field } of sources) {
    if (kind !== 'font') continue;
    try {
      own.push({ url, font: openFont(await fontFile(files[url] ?? ''), fileName(url)) });
    } catch (error) {
      if (error instanceof Unfetched) throw new Unfetched(error.code, `${field}: ${error.message}`);
      if (!(error instanceof KinoraError || error instanceof FontError)) throw error;
      const code = error instanceof KinoraError ? error.code : 'asset_not_media';
      throw new KinoraError(code, `${field}: ${shownUrl(url)} ${error.message}.`, { cause: error });
    }
  }
  return own;
}

/** The path of a font whose bytes are all there. */
async function fontFile(file: SourceFile): Promise<string> {
  const { kind, shown } = await sniff(file);
  if (kind !== 'font') throw new KinoraError('asset_not_media', `is not a font: its content is ${shown}`);
  const bytes = await sizeOf(file);
  if (bytes !== undefined && bytes > MOST_BYTES)
    throw new KinoraError(
      'asset_too_large',
      `is larger than ${MOST_BYTES / 1e6} MB, the most that a font may have`,
    );
  return typeof file === 'string' ? file : file.whole();
}
