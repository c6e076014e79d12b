import { signal } from '@preact/signals';
import type { KinoraClient } from '../../client/index.ts';
import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { type DraftClip, toEdit } from '../document/edit-text.ts';
import { countPictures, createStripEdit, hasStrip, STRIP_PICTURE } from '../document/preview/strip-edit.ts';
import { draft, spans } from '../edit/edit-state.ts';
import { type SpareWork, workInSpareTime } from '../edit/spare-time.ts';
import { listKeysInView } from './clips-in-view.ts';

/** The addresses of the strips by their content. An empty one could not be made. */
const strips = signal<ReadonlyMap<string, string>>(new Map());

/** Returns the address of the strip of a clip. Undefined if there is none yet. */
export function findStrip(clip: DraftClip, span: ClipSpan): string | undefined {
  if (!hasStrip(clip)) return undefined;
  return strips.value.get(nameOf(clip, span)) || undefined;
}

workInSpareTime(findMissing, 1);

function findMissing(isUnderWay: (name: string) => boolean): SpareWork | undefined {
  const inView = listKeysInView();
  for (const span of spans.value) {
    const clip = findClip(draft.value, span);
    if (!clip || !hasStrip(clip) || !inView.has(keyOf(span))) continue;
    const name = nameOf(clip, span);
    if (strips.value.has(name) || isUnderWay(name)) continue;
    return { name, run: (client, abort) => makeStrip(client, clip, span, abort) };
  }
  return undefined;
}

async function makeStrip(
  client: KinoraClient,
  clip: DraftClip,
  span: ClipSpan,
  signal: AbortSignal,
): Promise<void> {
  const length = stripLength(span);
  const moments = countPictures(clip, length);
  let url = '';
  try {
    const bytes = await client.sheet(toEdit(createStripEdit(draft.peek(), clip, length)), {
      moments,
      columns: moments,
      width: moments * STRIP_PICTURE.width,
      times: false,
      format: 'jpeg',
      signal,
    });
    url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }));
  } catch {
    // The timeline works without it, and the check of the edit says what is wrong with the file.
    if (signal.aborted) return;
  }
  strips.value = new Map([...strips.value, [nameOf(clip, span), url]]);
}

/** Returns the seconds that a strip shows: whole ones, so that not every trim needs another strip. */
function stripLength({ length }: ClipSpan): number {
  return Math.max(1, Math.round(length));
}

function nameOf({ asset = {} }: DraftClip, span: ClipSpan): string {
  return JSON.stringify([asset.type, asset['src'], asset['trim'], asset['speed'], stripLength(span)]);
}
