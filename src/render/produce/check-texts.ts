import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import type { TranscribedWord } from '../../base/transcribed-word.ts';
import {
  type Dialect,
  type Edit,
  encodingsOf,
  listSources,
  needsPictures,
  type Source,
  type Warning,
} from '../../edit/model.ts';
import { overflowWarnings } from '../compose/overflow-warnings.ts';
import { createFontLibrary, type FontLibrary } from '../fonts/font-library.ts';
import type { Media } from '../media/media.ts';
import { RemoteReadError, type SourceFile } from '../media/source-file.ts';
import { probeSubtitles } from '../probe/subtitles.ts';
import type { MeasuredByUrl } from '../resolve/dry-run.ts';
import { buildSubtitles } from '../transcribe/build-subtitles.ts';
import { openCustomFonts } from './open-fonts.ts';
import { resolveTextClips } from './text-clips.ts';

/** Maximum number of fonts and subtitle files to read for the check. */
const MAX_FILES = 40;
/** Maximum number of files to read at the same time. */
const MAX_CONCURRENT = 4;

/** An edit whose texts are checked, and the known facts about its sources. */
export interface TextCheck {
  readonly edit: Edit;
  readonly dialect: Dialect;
  /** The readable files by source URL. */
  readonly files: Readonly<Record<string, SourceFile>>;
  readonly measured: MeasuredByUrl;
  /** The words of speech that are known without a transcription, by the `src` of the captions. */
  readonly words?: Readonly<Record<string, readonly TranscribedWord[]>>;
}

/**
 * Warns about texts and captions that do not fit, are never visible or come too late, without rendering
 * anything. A text is not checked if its font cannot be read. A caption is not checked if its subtitles cannot
 * be read or are not known before a render.
 */
export async function checkTexts({
  edit,
  dialect,
  files,
  measured,
  words = {},
}: TextCheck): Promise<Warning[]> {
  const sources = listSources(edit)
    .filter(({ kind, url }) => Object.hasOwn(files, url) && isReadable(kind, measured[url]))
    .slice(0, MAX_FILES);
  const encodings = encodingsOf(sources);
  const limit = pLimit(MAX_CONCURRENT);
  const fonts = await openReadableFonts(sources, files);
  const urls = new Set(sources.flatMap(({ kind, url }) => (kind === 'font' ? [] : [url])));
  const subtitles = await Promise.all(
    [...urls].map((url) =>
      limit(async (): Promise<[string, Media][]> => {
        const read = await readIfPossible(() => probeSubtitles(files[url] ?? '', encodings.get(url)));
        return read ? [[url, read]] : [];
      }),
    ),
  );
  const known = new Map([...subtitles.flat(), ...buildTranscripts(words)]);
  const { warnings, ...clips } = resolveTextClips(edit, dialect, measured, known);
  // An output without pictures shows no text.
  if (!needsPictures(edit.output)) return [...warnings];
  return [...warnings, ...overflowWarnings(clips, fonts)];
}

/**
 * Adds the fonts of an edit that can be read to the built-in fonts.
 *
 * @param sources the sources of the edit. Sources that are not fonts are ignored.
 */
export async function openReadableFonts(
  sources: readonly Source[],
  files: TextCheck['files'],
): Promise<FontLibrary> {
  const limit = pLimit(MAX_CONCURRENT);
  const opened = await Promise.all(
    sources
      .filter(({ kind, url }) => kind === 'font' && Object.hasOwn(files, url))
      .slice(0, MAX_FILES)
      .map((source) => limit(() => readIfPossible(() => openCustomFonts([source], files)))),
  );
  return createFontLibrary(opened.flatMap((fonts = []) => fonts.map(({ font }) => font)));
}

function buildTranscripts(words: NonNullable<TextCheck['words']>): [string, Media][] {
  return Object.entries(words).map(([src, spoken]) => [src, buildSubtitles({ words: spoken })]);
}

/** True if a source is a font or a subtitle file. */
function isReadable(kind: string, measured: MeasuredByUrl[string] | undefined): boolean {
  if (kind === 'font') return true;
  if (kind !== 'caption' && kind !== 'rich-caption') return false;
  return measured !== undefined && 'kind' in measured && measured.kind === 'subtitles';
}

/** Reads a file. Returns undefined if it cannot be read. */
async function readIfPossible<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof KinoraError || error instanceof RemoteReadError) return undefined;
    throw error;
  }
}
