import { KinoraError } from '../../base/errors.ts';
import type { Source } from '../../edit/index.ts';
import { shownUrl } from '../../base/shown-url.ts';
import type { Media } from '../media/media.ts';
import { probe } from './probe.ts';

/**
 * Probes the file of every source, and checks that it is what its asset needs.
 *
 * @param files the local file of each source URL.
 * @returns the media by URL.
 * @throws {KinoraError} `asset_not_media` naming the field and the URL.
 */
export async function probeSources(
  sources: readonly Source[],
  files: Readonly<Record<string, string>>,
): Promise<Map<string, Media>> {
  const found = new Map<string, Media>();
  for (const source of sources) {
    try {
      const media = found.get(source.url) ?? (await probe(files[source.url] ?? ''));
      suits(source, media);
      found.set(source.url, media);
    } catch (error) {
      if (!(error instanceof KinoraError)) throw error;
      throw new KinoraError(error.code, `${source.field}: ${shownUrl(source.url)} ${error.message}.`, {
        cause: error,
      });
    }
  }
  return found;
}

/** What a file is, its bytes say, whatever its name (contract C31). */
function suits({ kind }: Source, media: Media): void {
  const wrong = {
    video: media.kind === 'still' ? 'an image' : !media.video && 'a sound without a picture',
    image: media.kind === 'av' && (media.video ? 'a video' : 'a sound'),
    audio: media.kind === 'still' ? 'an image' : !media.audio && 'a video without sound',
    soundtrack: media.kind === 'still' ? 'an image' : !media.audio && 'a video without sound',
  }[kind];
  if (wrong) {
    const wanted = {
      video: 'a video',
      image: 'an image',
      audio: 'an audio file',
      soundtrack: 'an audio file',
    }[kind];
    throw new KinoraError('asset_not_media', `is ${wrong}, but the asset needs ${wanted}`);
  }
}
