import { signal } from '@preact/signals';
import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { roundTime } from '../document/frame-grid.ts';
import { readSpeed, readTrim } from '../document/cut/played-file.ts';
import { type DraftClip, toEdit } from '../document/edit-text.ts';
import { countPoints, createWaveEdit, drawWave, hasWave } from '../document/preview/wave-edit.ts';
import { draft, editCheck, spans } from '../edit/edit-state.ts';
import { type SpareWork, workInSpareTime } from '../edit/spare-time.ts';
import { listKeysInView } from './clips-in-view.ts';

/** The waveform of a clip. */
export interface ClipWave {
  /** The path of its outline. See {@link drawWave}. */
  readonly path: string;
  /** Number of its levels. */
  readonly points: number;
  /** Seconds that it covers. */
  readonly duration: number;
  /** The second of the file at which it begins. */
  readonly trim: number;
}

/** Waveforms on their way at the same time. */
const AT_ONCE = 2;
/** Number of waveforms that are kept. */
const KEPT = 400;
/** Milliseconds after which one that failed is tried again: a speech may have been made since. */
const AGAIN_AFTER_MS = 60_000;

/** The waveforms by their content. */
const waves = signal<ReadonlyMap<string, ClipWave>>(new Map());
/** The times of failed waveforms, by their files: other parts of the file would fail, too. */
const failures = new Map<string, number>();
/** The latest waveform of each place. It is shown until the right one is there. */
const latest = new Map<string, ClipWave>();

/** Returns the waveform of a clip, or the one before its last change. Undefined if there is none. */
export function findWave(clip: DraftClip, span: ClipSpan): ClipWave | undefined {
  if (!hasWave(clip)) return undefined;
  const place = `${keyOf(span)} ${JSON.stringify(clip.asset?.['src'])}`;
  const found = waves.value.get(nameOf(clip, span)) ?? latest.get(place);
  if (found) latest.set(place, found);
  return found?.path === '' ? undefined : found;
}

/** Returns the seconds by which a waveform begins before its clip, because it is older than the trim of the clip. */
export function findWaveShift({ trim }: ClipWave, clip: DraftClip): number {
  return (readTrim(clip) - trim) / (readSpeed(clip) || 1);
}

workInSpareTime(findMissing, AT_ONCE);

function findMissing(isUnderWay: (name: string) => boolean): SpareWork | undefined {
  const inView = listKeysInView();
  for (const span of spans.value) {
    const clip = findClip(draft.value, span);
    if (!clip || !hasWave(clip) || !inView.has(keyOf(span)) || isMissing(span)) continue;
    const name = nameOf(clip, span);
    const failed = failures.get(fileOf(clip) ?? name);
    const isRecent = failed !== undefined && performance.now() - failed < AGAIN_AFTER_MS;
    if (waves.value.has(name) || isRecent || isUnderWay(name)) continue;
    return { name, run: (client, abort) => makeWave(name, clip, roundLength(span), { client, abort }) };
  }
  return undefined;
}

/** True for a clip whose sound is not generated yet. */
function isMissing(span: ClipSpan): boolean {
  return editCheck.value.missing.some(({ field }) => field.startsWith(`${keyOf(span)}.`));
}

async function makeWave(
  name: string,
  clip: DraftClip,
  length: number,
  { client, abort }: { readonly client: Parameters<SpareWork['run']>[0]; readonly abort: AbortSignal },
): Promise<void> {
  const edit = toEdit(createWaveEdit(draft.peek(), clip, length));
  try {
    const points = countPoints(length);
    const { peaks, duration } = await client.waveform(edit, { points, signal: abort });
    keep(name, { path: drawWave(peaks), points: peaks.length, duration, trim: readTrim(clip) });
  } catch {
    // The timeline works without it, and the check of the edit says what is wrong with the file.
    if (!abort.aborted) failures.set(fileOf(clip) ?? name, performance.now());
  }
}

function keep(name: string, wave: ClipWave): void {
  const next = new Map([...waves.peek(), [name, wave]]);
  if (next.size > KEPT) {
    // Keep waveforms in view: a removed one would be made again at once.
    const inView = listNamesInView();
    const oldest = [...next.keys()].find((kept) => !inView.has(kept));
    if (oldest !== undefined) next.delete(oldest);
  }
  waves.value = next;
}

function listNamesInView(): Set<string> {
  const inView = listKeysInView();
  return new Set(
    spans.peek().flatMap((span) => {
      const clip = inView.has(keyOf(span)) ? findClip(draft.peek(), span) : undefined;
      return clip && hasWave(clip) ? [nameOf(clip, span)] : [];
    }),
  );
}

function fileOf({ asset }: DraftClip): string | undefined {
  return typeof asset?.['src'] === 'string' ? asset['src'] : undefined;
}

function roundLength({ length }: ClipSpan): number {
  return Math.max(0.05, roundTime(length));
}

function nameOf(clip: DraftClip, span: ClipSpan): string {
  return JSON.stringify(createWaveEdit(draft.value, clip, roundLength(span)));
}
