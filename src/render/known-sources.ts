import type { KnownMedia } from './media/known-media.ts';

/** Number of sources whose facts are kept. */
const MAX_KNOWN = 1000;

/** The facts about sources that jobs have found out, so that later jobs need not probe the same contents again. */
export class KnownSources {
  private readonly known = new Map<string, KnownMedia>();

  /** @param version the version of the content of the source. */
  find(owner: string, src: string, version: string): KnownMedia | undefined {
    return this.known.get(keyOf(owner, src, version));
  }

  /** Keeps the facts about sources, by their URLs. Those that were kept first make room. */
  keep(
    owner: string,
    media: Readonly<Record<string, KnownMedia>>,
    versions: Readonly<Record<string, string>>,
  ): void {
    for (const [src, facts] of Object.entries(media)) {
      const version = versions[src];
      if (version !== undefined) this.known.set(keyOf(owner, src, version), facts);
    }
    for (const key of this.known.keys()) {
      if (this.known.size <= MAX_KNOWN) return;
      this.known.delete(key);
    }
  }
}

function keyOf(...parts: readonly [owner: string, src: string, version: string]): string {
  return JSON.stringify(parts);
}
