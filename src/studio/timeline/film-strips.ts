import { effect, signal } from '@preact/signals';
import type { KinoraClient } from '../../client/index.ts';
import { type ClipSpan, findClip } from '../document/clip-spans.ts';
import { type DraftClip, toEdit } from '../document/edit-text.ts';
import { countPictures, createStripEdit, hasStrip, STRIP_PICTURE } from '../document/strip-edit.ts';
import { draft, editCheck, playhead, spans, text } from '../edit/edit-state.ts';
import { session } from '../shell/session.ts';

/** Milliseconds of rest before the next strip is asked for, so that strips never delay the picture. */
const REST_MS = 1500;

/** The addresses of the strips by what they show. An empty one could not be made. */
const strips = signal<ReadonlyMap<string, string>>(new Map());

/** Returns the address of the strip of a clip. Undefined if there is none yet. */
export function findStrip(clip: DraftClip, span: ClipSpan): string | undefined {
  return strips.value.get(nameOf(clip, span)) || undefined;
}

let waiting = new AbortController();
// Waits again after each change and each move of the playhead.
effect(() => {
  const client = session.value?.client;
  const moment = playhead.value;
  const isChecked = editCheck.value.text === text.value && editCheck.value.problems.length === 0;
  const next = isChecked ? findMissing() : undefined;
  waiting.abort();
  if (!client || !next) return;
  const own = (waiting = new AbortController());
  const begin = (): void => {
    if (playhead.peek() === moment) void makeStrip(client, next, own.signal);
  };
  const timer = setTimeout(begin, REST_MS);
  own.signal.addEventListener('abort', () => clearTimeout(timer));
});

interface MissingStrip {
  readonly clip: DraftClip;
  readonly span: ClipSpan;
}

function findMissing(): MissingStrip | undefined {
  for (const span of spans.value) {
    const clip = findClip(draft.value, span);
    if (clip && hasStrip(clip) && !strips.value.has(nameOf(clip, span))) return { clip, span };
  }
  return undefined;
}

async function makeStrip(
  client: KinoraClient,
  { clip, span }: MissingStrip,
  signal: AbortSignal,
): Promise<void> {
  const length = stripLength(span);
  const moments = countPictures(clip, length);
  let url = '';
  try {
    const bytes = await client.sheet(toEdit(createStripEdit(draft.peek(), clip, length)), {
      ...{ moments, columns: moments, width: moments * STRIP_PICTURE.width },
      ...{ times: false, format: 'jpeg', signal },
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
