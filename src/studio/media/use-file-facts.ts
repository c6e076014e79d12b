import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { KinoraClient, Media } from '../../client/index.ts';
import type { FileFacts } from './describe-facts.ts';
import { kindOfFile, type MediaKind } from './media-kind.ts';

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

/** Returns the facts that people want to know of the properties of a file. */
export function readMediaFacts({ streams, format }: Media): FileFacts {
  const picture = streams.find(({ codec_type }) => codec_type === 'video');
  const duration = toNumber(format.duration);
  return {
    ...(picture?.width !== undefined && { width: picture.width }),
    ...(picture?.height !== undefined && { height: picture.height }),
    ...(duration !== undefined && { duration }),
    // An image has a rate, but no duration.
    ...(duration !== undefined && { fps: toRate(picture?.r_frame_rate) }),
    ...(format.size !== undefined && { size: toNumber(format.size) }),
  };
}

function toNumber(text: string | undefined): number | undefined {
  const value = Number(text);
  return text === undefined || Number.isNaN(value) ? undefined : value;
}

/** Reads a rate such as `30000/1001`. */
function toRate(text: string | undefined): number | undefined {
  const [over = NaN, under = 1] = (text ?? '').split('/').map(Number);
  const rate = over / under;
  return Number.isFinite(rate) && rate > 0 ? rate : undefined;
}
