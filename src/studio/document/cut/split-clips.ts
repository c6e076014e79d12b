import { writeAlias } from '../../../base/vocabulary/alias-reference.ts';
import { pathOf } from '../clip-path.ts';
import { type ClipSpan, findClip, keyOf } from '../clip-spans.ts';
import { byLastFirst } from '../commands.ts';
import type { Change, DraftClip, DraftEdit } from '../edit-text.ts';
import {
  aliasOf,
  changeDuck,
  changeDucks,
  freeLengths,
  listAliases,
  speakerOf,
  takeName,
} from '../references.ts';
import { withFields } from '../motion/cut-motion.ts';
import type { CutFacts } from './trim-clip.ts';
import { type Split, splitClip } from './split-clip.ts';

/** What the splits need to know besides the edit. */
export interface SplitSettings extends Omit<CutFacts, 'fileLength'> {
  /** Returns the seconds of the file of a clip, if they are known. */
  readonly fileLengthOf: (clip: DraftClip) => number | undefined;
}

/** The changes of the edit, and why some clips are not split. */
export interface Splits {
  readonly changes: Change[];
  readonly obstacles: readonly string[];
}

/** A clip that is split. */
interface Part {
  readonly span: ClipSpan;
  readonly changes: readonly Change[];
  readonly obstacle?: string | undefined;
}

/**
 * Splits clips at a second of the timeline. Captions of a clip that is split are split with it, so that each half keeps
 * its words. Sounds go down under both halves.
 */
export function splitClips(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  chosen: readonly ClipSpan[],
  second: number,
  settings: SplitSettings,
): Splits {
  const split = (span: ClipSpan): Part => ({ span, ...splitOne(edit, span, second, settings) });
  const parts = withFollowers(edit, spans, chosen.map(split), split);
  const done = parts.filter(({ changes }) => changes.length > 0);
  const taken = listAliases(edit);
  const owners = new Set(done.flatMap(({ span }) => aliasOf(findClip(edit, span)) ?? []));
  const spoken = [...owners].filter((alias) => isReferredTo(edit, spans, alias));
  const names = new Map(spoken.map((alias) => [alias, takeName(alias, taken)]));
  const others = spans.filter((span) => !done.some((part) => keyOf(part.span) === keyOf(span)));
  return {
    changes: [
      ...freeLengths(edit, others, owners),
      ...changeDucks(edit, spans, (name) => withHalf(names, name)),
      ...moveLateCaptions(edit, others, names, second),
      ...byLastFirst(done.map(({ span, changes }) => ({ ...span, changes }))).flatMap(
        ({ changes, ...span }) =>
          changes.map((change) => (change.inserts ? nameHalf(change, findClip(edit, span), names) : change)),
      ),
    ],
    obstacles: parts.flatMap(({ obstacle }) => obstacle ?? []),
  };
}

type NewNames = ReadonlyMap<string, string>;

function namesOf(names: NewNames, name: string): string[] {
  const own = names.get(name);
  return own === undefined ? [] : [own];
}

/** Returns the names of both halves of a clip, or the name of a clip that stays whole. */
function withHalf(names: NewNames, name: string): string[] {
  return [name, ...namesOf(names, name)];
}

function splitOne(edit: DraftEdit, span: ClipSpan, second: number, settings: SplitSettings): Split {
  const fileLength = settings.fileLengthOf(findClip(edit, span) ?? {});
  return splitClip(edit, span, second, { ...settings, fileLength });
}

/** Adds the captions of the clips that are split. If captions cannot be split, their clip is not split either. */
function withFollowers(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  parts: readonly Part[],
  split: (span: ClipSpan) => Part,
): Part[] {
  const chosen = new Set(parts.map(({ span }) => keyOf(span)));
  return parts.flatMap((part) => {
    const alias = part.changes.length > 0 ? aliasOf(findClip(edit, part.span)) : undefined;
    if (alias === undefined) return [part];
    const followers = spans.filter((span) => speakerOf(findClip(edit, span)) === alias);
    const added = followers.map(split);
    const obstacle = added.find((follower) => follower.obstacle !== undefined)?.obstacle;
    if (obstacle !== undefined) return [{ span: part.span, changes: [], obstacle }];
    return [part, ...added.filter(({ span }) => !chosen.has(keyOf(span)))];
  });
}

/** True if captions or sounds refer to a clip. */
function isReferredTo(edit: DraftEdit, spans: readonly ClipSpan[], alias: string): boolean {
  const isSpoken = spans.some((span) => speakerOf(findClip(edit, span)) === alias);
  return isSpoken || changeDucks(edit, spans, (name) => (name === alias ? [] : [name])).length > 0;
}

/** Lets captions that begin after a split show the words of the second half. */
function moveLateCaptions(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  names: NewNames,
  second: number,
): Change[] {
  return spans
    .filter(({ start }) => start >= second)
    .flatMap((span) =>
      namesOf(names, speakerOf(findClip(edit, span)) ?? '').map((name) => ({
        path: [...pathOf(span), 'asset', 'src'],
        value: writeAlias(name),
      })),
    );
}

/** Gives the second half of a clip its name, and those of the halves whose words it shows or under which it sounds. */
function nameHalf(change: Change, clip: DraftClip | undefined, names: NewNames): Change {
  const half = change.value as DraftClip;
  const duck = changeDuck(half.asset, (name) => withHalf(names, name));
  const [alias] = namesOf(names, aliasOf(clip) ?? '');
  const [speaker] = namesOf(names, speakerOf(clip) ?? '');
  return {
    ...change,
    value: withFields(half, [
      ...(speaker === undefined ? [] : [{ path: ['asset', 'src'], value: writeAlias(speaker) }]),
      ...(alias === undefined ? [] : [{ path: ['alias'], value: alias }]),
      ...duck.map(({ path, value }) => ({ path: ['asset', ...path], value })),
    ]),
  };
}
