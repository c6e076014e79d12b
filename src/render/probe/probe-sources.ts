import { KinoraError } from '../../base/errors.ts';
import type { Source } from '../../edit/index.ts';
import { shownUrl } from '../../base/shown-url.ts';
import type { Media } from '../media/media.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import { unsuitable } from '../media/unsuitable.ts';
import { probe } from './probe.ts';
import { probeCaptions } from './subtitles.ts';

/**
 * Probes the file of every source, and checks that it is what its asset needs.
 *
 * @param files the file of each source URL.
 * @returns the media by URL.
 * @throws {KinoraError} `asset_not_media` naming the field and the URL.
 * @throws {Unfetched} when the bytes of one cannot be had.
 */
export async function probeSources(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<Map<string, Media>> {
  const found = new Map<string, Media>();
  for (const source of sources) {
    try {
      const media = found.get(source.url) ?? (await probed(source, files[source.url] ?? ''));
      suits(source, media);
      found.set(source.url, media);
    } catch (error) {
      if (error instanceof Unfetched) throw new Unfetched(error.code, `${source.field}: ${error.message}`);
      if (!(error instanceof KinoraError)) throw error;
      throw new KinoraError(error.code, `${source.field}: ${shownUrl(source.url)} ${error.message}.`, {
        cause: error,
      });
    }
  }
  return found;
}

function probed({ kind }: Source, file: SourceFile): Promise<Media> {
  return kind === 'caption' || kind === 'rich-caption' ? probeCaptions(file) : probe(file);
}

function suits({ kind }: Source, media: Media): void {
  const wrong = unsuitable(kind, media);
  if (wrong !== undefined) throw new KinoraError('asset_not_media', wrong);
}
