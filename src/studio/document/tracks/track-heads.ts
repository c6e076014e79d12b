import type { DraftEdit, DraftTrack } from '../edit-text.ts';

/** Facts about a track that an edit cannot say. They are kept beside it, and change nothing of a render. */
export interface TrackHead {
  readonly name?: string | undefined;
  /** True if the pictures of the Studio leave it out. */
  readonly isHidden?: boolean | undefined;
  /** True if the Studio plays it without sound. */
  readonly isMuted?: boolean | undefined;
  /** True if nothing on it may be changed. */
  readonly isLocked?: boolean | undefined;
  /** Pixels. */
  readonly height?: number | undefined;
}

/** A head with its track, which is found again by its clips. */
interface KnownTrack {
  readonly head: TrackHead;
  /** The place of the track. Undefined while the edit does not have it, as after an undo. */
  readonly track?: number | undefined;
  /** A number for each of its clips. */
  readonly clips: readonly number[];
}

/** All heads that are known. */
export interface TrackHeads {
  readonly known: readonly KnownTrack[];
  /** Number of tracks that the edit had. */
  readonly count: number;
}

/** No heads. */
export const NO_HEADS: TrackHeads = { known: [], count: 0 };

/** Heads that are remembered, with those of removed tracks. */
const MOST_KNOWN = 100;

/** Returns the head of a track. */
export function headOf({ known }: TrackHeads, track: number): TrackHead {
  return known.find((each) => each.track === track)?.head ?? {};
}

/** Changes the head of a track. */
export function changeHead(heads: TrackHeads, edit: DraftEdit, track: number, change: TrackHead): TrackHeads {
  const head = { ...headOf(heads, track), ...change };
  const others = heads.known.filter((each) => each.track !== track);
  const isPlain = Object.values(head).every(
    (value) => value === undefined || value === false || value === '',
  );
  const own = { head, track, clips: listPrints(edit.timeline?.tracks?.[track]) };
  const count = edit.timeline?.tracks?.length ?? 0;
  return { known: isPlain ? others : [own, ...others].slice(0, MOST_KNOWN), count };
}

/** Finds the tracks of the heads again after a change of the edit: by their clips, or else by their places. */
export function followTracks(heads: TrackHeads, edit: DraftEdit): TrackHeads {
  const tracks = edit.timeline?.tracks ?? [];
  if (heads.known.length === 0) return heads;
  const prints = tracks.map(listPrints);
  const pairs = heads.known.flatMap((each) =>
    prints.flatMap((clips, track) => {
      const shared = clips.filter((print) => each.clips.includes(print)).length;
      return shared > 0 ? [{ each, track, shared, way: Math.abs((each.track ?? 0) - track) }] : [];
    }),
  );
  const found = new Map<KnownTrack, number>();
  const taken = new Set<number>();
  const take = (each: KnownTrack, track: number): void => {
    if (found.has(each) || taken.has(track)) return;
    found.set(each, track);
    taken.add(track);
  };
  for (const { each, track } of pairs.sort((a, b) => b.shared - a.shared || a.way - b.way)) take(each, track);
  if (tracks.length === heads.count)
    for (const each of heads.known) if (each.track !== undefined) take(each, each.track);
  return {
    count: tracks.length,
    known: heads.known.map((each) => {
      const track = found.get(each);
      return {
        head: each.head,
        track,
        clips: (track === undefined ? undefined : prints[track]) ?? each.clips,
      };
    }),
  };
}

/** Lists the tracks with a head of some kind. */
export function listTracks(
  { known }: TrackHeads,
  isWanted: (head: TrackHead) => boolean | undefined,
): number[] {
  return known.flatMap(({ head, track }) => (track !== undefined && isWanted(head) ? [track] : []));
}

/** True if a change of the edit would change one of some tracks. */
export function changesTracks(before: DraftEdit, after: DraftEdit, tracks: ReadonlySet<number>): boolean {
  if (tracks.size === 0) return false;
  const left = new Set((after.timeline?.tracks ?? []).map((track) => JSON.stringify(track)));
  return [...tracks].some((track) => {
    const was = before.timeline?.tracks?.[track];
    return was !== undefined && !left.has(JSON.stringify(was));
  });
}

function listPrints(track: DraftTrack | undefined): number[] {
  return (track?.clips ?? []).map((clip) => printOf(JSON.stringify(clip)));
}

/** Returns a number by which a text is found again. */
function printOf(text: string): number {
  let print = 5381;
  for (let index = 0; index < text.length; index++)
    print = (Math.imul(print, 33) + text.charCodeAt(index)) | 0;
  return print;
}
