import { PreviewFault, type PreviewSource } from '../preview/preview-source.ts';
import { openServerSource, type PreviewOrder, type PreviewServer } from '../preview/server-source.ts';
import { requireToken, type TokenSource } from './element-base.ts';

/** The access of a page to a server by a token, which is renewed when it has expired. */
export class Access implements PreviewServer {
  readonly url: string;
  readonly version: string;
  private readonly source: TokenSource;
  private current: string | undefined;
  private asked: Promise<string> | undefined;

  constructor(url: string, version: string, source: TokenSource) {
    this.url = url;
    this.version = version;
    this.source = source;
    if (typeof source === 'string') this.current = requireToken(source);
  }

  /** The token of the next request. */
  get token(): string {
    return this.current ?? '';
  }

  /**
   * Runs requests with a token. If it has expired, asks for another one and runs them once more.
   *
   * @throws {PreviewFault} as the requests do, and if the page gets no token.
   * @throws {TypeError} if it gets something else.
   */
  async use<Result>(run: () => Promise<Result>): Promise<Result> {
    const token = (this.current ??= await this.ask());
    try {
      return await run();
    } catch (error) {
      const hasExpired = error instanceof PreviewFault && error.reason === 'expired';
      if (!hasExpired || typeof this.source === 'string') throw error;
    }
    // Another request may have renewed it meanwhile.
    if (this.current === token) this.current = await this.ask();
    return await run();
  }

  /** Opens an edit, whose files are loaded with renewed tokens, too. @throws {PreviewFault} if it cannot be opened. */
  async open(order: PreviewOrder, signal: AbortSignal): Promise<PreviewSource> {
    const source = await this.use(() => openServerSource(this, order, signal));
    return {
      timeline: source.timeline,
      load: (...wanted) => this.use(() => source.load(...wanted)),
      frame: (...wanted) => this.use(() => source.frame(...wanted)),
    };
  }

  /** Asks for a token once for all requests that wait for it. */
  private async ask(): Promise<string> {
    const { source } = this;
    if (typeof source === 'string') return requireToken(source);
    this.asked ??= Promise.resolve()
      .then(source)
      .then(requireToken, (cause: unknown) => {
        throw new PreviewFault('offline', 'The page could not get a token for the player.', { cause });
      })
      .finally(() => (this.asked = undefined));
    return await this.asked;
  }
}
