import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { KinoraClient } from '../../client/index.ts';
import type { FileFacts } from './describe-facts.ts';
import { kindOfFile, type MediaKind } from './media-kind.ts';
import { readMediaFacts } from './read-media-facts.ts';

/** The server knows nothing of the others. */
const HAVE_FACTS: ReadonlySet<MediaKind> = new Set(['video', 'image', 'sound']);

/** Asks the server for the facts of a file. They stay empty if it does not know them. */
export function useFileFacts(client: KinoraClient, url: string | undefined): FileFacts {
  const facts = useSignal<FileFacts>({});
  useEffect(() => {
    if (url === undefined || !HAVE_FACTS.has(kindOfFile(url))) return;
    const closing = new AbortController();
    void (async () => {
      try {
        facts.value = readMediaFacts(await client.probe(url, { signal: closing.signal }));
      } catch {
        // The facts are a help. The player shows problems with the file.
      }
    })();
    return () => closing.abort();
  }, [client, url]);
  return facts.value;
}
