import { signal } from '@preact/signals';
import { findClip } from '../document/clip-spans.ts';
import type { DraftClip } from '../document/edit-text.ts';
import { isTrimmed } from '../document/cut/played-file.ts';
import { draft, spans } from '../edit/edit-state.ts';
import { type SpareWork, workInSpareTime } from '../edit/spare-time.ts';
import { extensionOfFile } from '../media/media-kind.ts';
import { readMediaFacts } from '../media/use-file-facts.ts';

/** The seconds of the files by their addresses. Undefined for a file that the server cannot read. */
const lengths = signal<ReadonlyMap<string, number | undefined>>(new Map());

/** Extensions of pictures that may be animated. */
const ANIMATED: ReadonlySet<string> = new Set(['gif', 'apng', 'webp']);

/** Returns the seconds of the file of a clip. Undefined if they are not known yet. */
export function findFileLength(clip: DraftClip): number | undefined {
  const url = fileOf(clip);
  return url === undefined ? undefined : lengths.peek().get(url);
}

workInSpareTime(findMissing, 1);

function findMissing(isUnderWay: (name: string) => boolean): SpareWork | undefined {
  for (const span of spans.value) {
    const url = fileOf(findClip(draft.value, span) ?? {});
    if (url === undefined || lengths.value.has(url) || isUnderWay(url)) continue;
    return { name: url, run: (client, signal) => measure(client, url, signal) };
  }
  return undefined;
}

async function measure(
  client: Parameters<SpareWork['run']>[0],
  url: string,
  signal: AbortSignal,
): Promise<void> {
  let length: number | undefined;
  try {
    const media = await client.probe(url, { signal });
    // A picture of one frame has the length of this frame.
    const isMoving = media.streams.some(({ nb_frames: frames }) => frames !== '1');
    length = isMoving ? readMediaFacts(media).duration : undefined;
  } catch {
    // Its clips can then be trimmed without end, as the engine allows.
    if (signal.aborted) return;
  }
  lengths.value = new Map([...lengths.value, [url, length]]);
}

/** Returns the address of the file that a clip plays, if the server can measure it. */
function fileOf(clip: DraftClip): string | undefined {
  const { type = '', src } = clip.asset ?? {};
  if (typeof src !== 'string' || !/^https?:/.test(src)) return undefined;
  const isPlayed = isTrimmed(clip) && ['video', 'audio', 'luma'].includes(type);
  return isPlayed || (type === 'image' && ANIMATED.has(extensionOfFile(src))) ? src : undefined;
}
