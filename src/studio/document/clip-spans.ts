import { parseAlias } from '../../base/vocabulary/alias-reference.ts';
import { nameOfFile } from '../media/media-kind.ts';
import { roundTime } from './frame-grid.ts';
import type { DraftClip, DraftEdit, DraftTrack } from './edit-text.ts';
import { findNamingClip } from './find-naming-clip.ts';

/** The place of a clip: its track and its place on it. */
export interface ClipPlace {
  readonly track: number;
  readonly clip: number;
}

/** The visible time of a clip, in seconds of the timeline. */
export interface ClipSpan extends ClipPlace {
  readonly start: number;
  readonly length: number;
  /** True if the time is written as a number, so that it can be moved. */
  readonly hasStart: boolean;
  readonly hasLength: boolean;
}

/** The times of all clips as the server has worked them out, or null where it cannot know one. */
export interface KnownTimes {
  readonly tracks: readonly {
    readonly clips: readonly { readonly start: number | null; readonly length: number | null }[];
  }[];
}

/** Seconds that a clip is shown with if nothing is known of its length. */
const UNKNOWN_LENGTH = 3;

/**
 * Returns the spans of all clips. Written times count at once, and what follows them. The others are those that the server has worked
 * out, or a guess until it has: each clip begins where the one before it ends.
 */
export function listSpans(edit: DraftEdit, known?: KnownTimes): ClipSpan[] {
  return (edit.timeline?.tracks ?? []).flatMap((track, trackIndex) => {
    let end = 0;
    let isEndWritten = false;
    return (track.clips ?? []).map((clip, clipIndex) => {
      const worked = known?.tracks[trackIndex]?.clips[clipIndex];
      // The server has not seen the latest times yet.
      const followed =
        clip.start === 'auto' && isEndWritten
          ? roundTime(Math.max(0, end - (secondsOf(clip['overlap']) ?? 0)))
          : undefined;
      const start = secondsOf(clip.start) ?? followed ?? worked?.start ?? end;
      const length = secondsOf(clip.length) ?? worked?.length ?? UNKNOWN_LENGTH;
      const isStartWritten = secondsOf(clip.start) !== undefined || followed !== undefined;
      isEndWritten = isStartWritten && secondsOf(clip.length) !== undefined;
      end = start + length;
      return {
        track: trackIndex,
        clip: clipIndex,
        start,
        length,
        hasStart: secondsOf(clip.start) !== undefined,
        hasLength: secondsOf(clip.length) !== undefined,
      };
    });
  });
}

/** Returns the second at which the last clip ends. */
export function endOf(spans: readonly ClipSpan[]): number {
  return spans.reduce((latest, { start, length }) => Math.max(latest, start + length), 0);
}

/** Returns a clip of an edit. */
export function findClip(edit: DraftEdit | undefined, { track, clip }: ClipPlace): DraftClip | undefined {
  return edit?.timeline?.tracks?.[track]?.clips?.[clip];
}

/** Names a place, as in `timeline.tracks[0].clips[2]`. */
export function keyOf({ track, clip }: ClipPlace): string {
  return `timeline.tracks[${track}].clips[${clip}]`;
}

/** Returns the name of the file at an address. */
export type NameFile = (address: string) => string;

/**
 * Returns a short name for a clip: its alias, its text, or the name of its file. The name of speech is its words, and
 * that of a group is the name of a clip in it.
 *
 * @param nameFile by default, the name is that in the address.
 */
export function nameClip({ alias, asset = {} }: DraftClip, nameFile: NameFile = nameOfFile): string {
  const { type = 'clip', text, src, html, prompt, shape } = asset;
  const own = type.startsWith('text-to-') ? [text, prompt] : [];
  const file = typeof src === 'string' ? nameSource(src, nameFile) : undefined;
  const words = [...own, alias, text, prompt, file, shape, html];
  const name = words.find((word): word is string => typeof word === 'string' && word.trim() !== '');
  if (name === undefined) return nameInner(asset['tracks'], nameFile) ?? type;
  return name.trim().replaceAll(/\s+/g, ' ').slice(0, 80);
}

function nameInner(tracks: unknown, nameFile: NameFile): string | undefined {
  if (!Array.isArray(tracks)) return undefined;
  const clip = findNamingClip({ timeline: { tracks: tracks as DraftTrack[] } });
  return clip && nameClip(clip, nameFile);
}

function nameSource(src: string, nameFile: NameFile): string {
  if (src.trimStart().startsWith('<')) return 'drawing';
  const named = parseAlias(src);
  if (named !== undefined) return `Captions of ${named}`;
  return nameFile(src) || src;
}

function secondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
