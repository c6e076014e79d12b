import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import type { Source } from '../../edit/edit.ts';
import { shownUrl } from '../../base/shown-url.ts';
import type { Media } from '../media/media.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import { unsuitable } from '../media/unsuitable.ts';
import { probe } from './probe.ts';
import { probeCaptions } from './subtitles.ts';

/** Files that are probed at the same time: what is read and decoded of one waits for another thread most of the time. */
const AT_ONCE = 2;

/**
 * Probes the file of every source, and checks that it is what its asset needs.
 *
 * @param files the file of each source URL.
 * @returns the media by URL.
 * @throws {KinoraError} `asset_not_media` naming the field and the URL: those of the first source that is wrong.
 * @throws {Unfetched} when the bytes of one cannot be had.
 */
export async function probeSources(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<Map<string, Media>> {
  const turns = pLimit(AT_ONCE);
  const coming = new Map<string, Promise<Media>>();
  const begin = (source: Source): Promise<Media> => {
    const known = coming.get(source.url);
    if (known) return known;
    const media = turns(probed, source, files[source.url] ?? '');
    // The failure is told when it is the turn of its source; until then it must not count as unhandled.
    media.catch(() => undefined);
    coming.set(source.url, media);
    return media;
  };
  const found = new Map<string, Media>();
  for (const { source, probing } of sources.map((source) => ({ source, probing: begin(source) }))) {
    try {
      const media = await probing;
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
