import { join } from 'node:path';
import pLimit from 'p-limit';
import type { KnownMedia } from '../media/known-media.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { FileContent } from '../produce/file-content.ts';
import type { Handout } from './handout.ts';
import { type SharedFiles, SharedSource } from './shared-source.ts';

/** Maximum number of files that are opened, or taken whole, at the same time. */
const MAX_CONCURRENT = 8;

/** The files of a handout, ready for a child process. Close them with `await using`. */
export class HandoutFiles implements AsyncDisposable {
  /** The file of each source URL. */
  readonly sources: Readonly<Record<string, SourceFile>>;
  /** The facts about the sources that are read by ranges, by their URLs. */
  readonly media: Readonly<Record<string, KnownMedia>>;
  /** The PNG of each clip that shows an HTML page, by the field of the clip. */
  readonly pages: Readonly<Record<string, string>>;
  private readonly opened: AsyncDisposableStack;

  private constructor(
    { sources, media, pages }: Pick<HandoutFiles, 'sources' | 'media' | 'pages'>,
    opened: AsyncDisposableStack,
  ) {
    this.sources = sources;
    this.media = media;
    this.pages = pages;
    this.opened = opened;
  }

  /**
   * Opens the files of a handout. Videos and sounds whose media is known are read by ranges later. All other files
   * are small, or must be prepared, and are taken whole.
   *
   * @param folder an empty folder for the files.
   * @throws {KinoraError} the errors of {@link SharedSource}.
   */
  static async open(
    { sources, pages }: Pick<Handout, 'sources' | 'pages'>,
    folder: string,
    shared: SharedFiles,
  ): Promise<HandoutFiles> {
    await using opened = new AsyncDisposableStack();
    const opener = new Opener(folder, shared, opened);
    const media = Object.entries(sources).flatMap(([url, source]) =>
      source.media ? [[url, source.media] as const] : [],
    );
    const files = {
      sources: await opener.openAll<SourceFile>(sources, 'source', (source, url) =>
        sources[url]?.media ? source : source.fetchAll(),
      ),
      media: Object.fromEntries(media),
      pages: await opener.openAll(pages, 'page', (page) => page.fetchAll()),
    };
    return new HandoutFiles(files, opened.move());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.opened.disposeAsync();
  }
}

/** Opens files of the store, several at the same time. The first failure ends the work on the others. */
class Opener {
  private readonly folder: string;
  private readonly shared: SharedFiles;
  private readonly opened: AsyncDisposableStack;
  private readonly failed = new AbortController();
  private readonly limit = pLimit(MAX_CONCURRENT);

  /** @param opened closes the files later. */
  constructor(folder: string, shared: SharedFiles, opened: AsyncDisposableStack) {
    this.folder = folder;
    this.shared = { ...shared, signal: AbortSignal.any([shared.signal, this.failed.signal]) };
    this.opened = opened;
  }

  /** @param take converts an opened file to the result. */
  async openAll<File>(
    named: Readonly<Record<string, FileContent>>,
    kind: string,
    take: (source: SharedSource, name: string) => File | Promise<File>,
  ): Promise<Readonly<Record<string, File>>> {
    const openOne = async (
      name: string,
      content: FileContent,
      index: number,
    ): Promise<readonly [string, File]> => {
      const { failed, shared, folder, opened } = this;
      try {
        failed.signal.throwIfAborted();
        const source = opened.use(await SharedSource.open(join(folder, `${kind}-${index}`), content, shared));
        return [name, await take(source, name)];
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    };
    const opening = Object.entries(named).map(([name, content], index) =>
      this.limit(() => openOne(name, content, index)),
    );
    // Nothing is opened any more when this method returns or throws.
    await Promise.allSettled(opening);
    return Object.fromEntries(await Promise.all(opening));
  }
}
