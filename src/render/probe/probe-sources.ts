import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import { encodingsOf, type Source } from '../../edit/model.ts';
import { redactUrl } from '../../base/redact-url.ts';
import type { Media } from '../media/media.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { explainMismatch } from '../media/explain-mismatch.ts';
import { probeLut } from './lut.ts';
import { probe } from './probe.ts';
import { probeCaptions } from './subtitles.ts';

/**
 * Maximum number of files to probe at the same time. Each probe mostly waits for reads on another thread, so
 * a second probe can use the time.
 */
const CONCURRENCY = 2;

/** Probes the files of an edit, each at most once. */
export class SourceProber {
  private readonly sources: readonly Source[];
  private readonly files: Readonly<Record<string, SourceFile>>;
  private readonly limit = pLimit(CONCURRENCY);
  private readonly probes: Map<string, Promise<Media>>;
  /** The kind of the first source of each URL. This kind decides how the file is read. */
  private readonly kinds: ReadonlyMap<string, Source['kind']>;
  private readonly encodings: ReadonlyMap<string, string>;

  /**
   * @param sources the sources that can be probed.
   * @param files the file of each source URL.
   * @param known the media of those URLs that need not be probed.
   */
  constructor(
    sources: readonly Source[],
    files: Readonly<Record<string, SourceFile>>,
    known: ReadonlyMap<string, Media> = new Map(),
  ) {
    this.probes = new Map([...known].map(([url, media]) => [url, Promise.resolve(media)]));
    this.sources = sources;
    this.files = files;
    this.encodings = encodingsOf(sources);
    this.kinds = new Map(sources.toReversed().map(({ url, kind }) => [url, kind]));
  }

  /**
   * Probes the file of a source. A second call returns the first result.
   *
   * @throws {KinoraError} the same errors as `probe` and `probeCaptions`. The caller puts the name of the
   *   file in front of the message.
   * @throws {RemoteReadError} if the bytes of the file are unavailable.
   */
  probe(url: string): Promise<Media> {
    const known = this.probes.get(url);
    if (known) return known;
    const media = this.limit(() => this.read(url));
    // Without this, a failure before a caller awaits the promise would count as unhandled.
    media.catch(() => undefined);
    this.probes.set(url, media);
    return media;
  }

  /**
   * Probes the file of every source and checks that the asset of the source can use the file.
   *
   * @returns the media by URL.
   * @throws {KinoraError} the error of the first unsuitable source, with its field and its URL. The code is
   *   `asset_not_media` if the asset cannot use the file.
   * @throws {RemoteReadError} if the bytes of a file are unavailable.
   */
  async probeAll(): Promise<Map<string, Media>> {
    const media = new Map<string, Media>();
    for (const { source, probing } of this.sources.map((source) => ({
      source,
      probing: this.probe(source.url),
    }))) {
      try {
        const found = await probing;
        checkSuitable(source, found);
        media.set(source.url, found);
      } catch (error) {
        throw addSource(error, source);
      }
    }
    return media;
  }

  private read(url: string): Promise<Media> {
    const kind = this.kinds.get(url);
    const file = this.files[url] ?? '';
    const encoding = this.encodings.get(url);
    if (kind === 'lut') return probeLut(file);
    return kind === 'caption' || kind === 'rich-caption'
      ? probeCaptions(file, encoding)
      : probe(file, encoding);
  }
}

/** Probes the file of every source. See {@link SourceProber.probeAll}. */
export function probeSources(
  sources: readonly Source[],
  files: Readonly<Record<string, SourceFile>>,
): Promise<Map<string, Media>> {
  return new SourceProber(sources, files).probeAll();
}

function checkSuitable({ kind }: Source, media: Media): void {
  const mismatch = explainMismatch(kind, media);
  if (mismatch !== undefined) throw new KinoraError('asset_not_media', mismatch);
}

/** Returns the same failure with the field and the URL of its source. */
function addSource(error: unknown, { field, url }: Source): unknown {
  if (error instanceof RemoteReadError) return new RemoteReadError(error.code, `${field}: ${error.message}`);
  if (!(error instanceof KinoraError)) return error;
  return new KinoraError(error.code, `${field}: ${redactUrl(url)} ${error.message}.`, { cause: error });
}
