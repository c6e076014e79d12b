import { isDeepStrictEqual } from 'node:util';
import type { CaptionWord } from './caption-words.ts';
import type { WordBreak } from './word-breaks.ts';

/** Words between two places where a passage may begin. */
export interface PassagePart {
  /** At least one, in reading order. */
  readonly words: CaptionWord[];
  /** True if the first word begins a cue. */
  readonly beginsCue: boolean;
  /** True if a pause precedes the first word. */
  readonly followsPause: boolean;
  /** Indices of the words with which the parts after the first one began. */
  readonly seams: readonly number[];
}

/** Short parts are merged if together they last at most this many seconds (contract 2.16). */
const MAX_MERGED = 1.2;
/** Parts of a sentence in several cues are joined if together they last at most this many seconds. */
const MAX_SENTENCE = { file: 6, speech: 10 };
/** Cues that overlap by more than this many seconds are different voices. */
const MAX_OVERLAP = 0.1;
const TIME_TOLERANCE = 0.0005;

/** The cost of a page. */
const PAGE_COST = 1;
/** The cost of a page that begins at a place. A short sentence is not split to save one page. */
const BREAK_COSTS: Readonly<Record<WordBreak, number>> = {
  sentence: 0,
  dialogue: 2,
  clause: 3,
  word: 3,
  glued: 20,
};

/**
 * Merges short parts that follow each other into as few passages as possible. No passage begins in the
 * middle of a sentence, with a dash or with closing punctuation, if the duration of passages allows that. Of
 * equal solutions, the one with the longer passages first wins.
 */
export function joinShortParts(parts: readonly PassagePart[]): PassagePart[] {
  const costs: number[] = [];
  const ends: number[] = [];
  costs[parts.length] = 0;
  for (let from = parts.length - 1; from >= 0; from--) {
    costs[from] = Infinity;
    let lasts = -Infinity;
    for (let end = from + 1; end <= parts.length; end++) {
      lasts = Math.max(lasts, endOf(parts[end - 1]) - startOf(parts[from]));
      if (
        end > from + 1 &&
        (lasts > MAX_MERGED + TIME_TOLERANCE || !shareAPlace(parts[end - 2], parts[end - 1]))
      )
        break;
      const next = parts[end]?.words[0];
      const cost = PAGE_COST + (next ? BREAK_COSTS[next.breakBefore] : 0) + (costs[end] ?? 0);
      if (cost <= (costs[from] ?? Infinity)) [costs[from], ends[from]] = [cost, end];
    }
  }
  const joined: PassagePart[] = [];
  for (let from = 0; from < parts.length; from = ends[from] ?? parts.length)
    joined.push(joinParts(parts.slice(from, ends[from]), false));
  return joined;
}

/**
 * Joins parts that are better seen together, if they fit on one page: the words of two speakers in one cue,
 * and a sentence in several cues. If the sentence begins and ends together with cues of a file, its cues were
 * cut on purpose and are not joined. The cues of a speech are made by Kinora.
 */
export function joinUnfinishedParts(
  parts: readonly PassagePart[],
  source: keyof typeof MAX_SENTENCE,
): PassagePart[] {
  const dialogues = joinRuns(parts, continuesDialogue, () => true);
  return joinRuns(dialogues, continuesSentence, (run, next) => {
    const isWhole = [run[0], next].every((part) => !part || beginsSentence(part));
    const isCutAnyway = source === 'speech' || run[0]?.beginsCue === false || next?.beginsCue === false;
    return isWhole && isCutAnyway && endOf(run.at(-1)) - startOf(run[0]) <= MAX_SENTENCE[source];
  });
}

function continuesDialogue({ beginsCue, followsPause, words }: PassagePart): boolean {
  return !beginsCue && !followsPause && words[0]?.breakBefore === 'dialogue';
}

function continuesSentence(part: PassagePart, before: PassagePart): boolean {
  const overlaps = startOf(part) < endOf(before) - MAX_OVERLAP;
  return (
    part.beginsCue && !part.followsPause && !beginsSentence(part) && !overlaps && shareAPlace(before, part)
  );
}

/** True if a subtitle file gives the cues of two parts the same place, or none. */
function shareAPlace(one: PassagePart | undefined, other: PassagePart | undefined): boolean {
  return isDeepStrictEqual(one?.words[0]?.place, other?.words[0]?.place);
}

function beginsSentence({ words }: PassagePart): boolean {
  return words[0]?.breakBefore === 'sentence' || words[0]?.breakBefore === 'dialogue';
}

/** Joins each part to the part before it, if it continues that part. */
function joinRuns(
  parts: readonly PassagePart[],
  continues: (part: PassagePart, before: PassagePart) => boolean,
  allows: (run: readonly PassagePart[], next: PassagePart | undefined) => boolean,
): PassagePart[] {
  const runs: PassagePart[][] = [];
  for (const part of parts) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && continues(part, before)) run.push(part);
    else runs.push([part]);
  }
  return runs.flatMap((run, index) => (allows(run, runs[index + 1]?.[0]) ? [joinParts(run, true)] : run));
}

/**
 * Joins parts into one.
 *
 * @param keepsSeams true if the result may be split again into the parts.
 */
function joinParts(parts: readonly PassagePart[], keepsSeams: boolean): PassagePart {
  const words: CaptionWord[] = [];
  const seams: number[] = [];
  for (const part of parts) {
    if (keepsSeams && words.length > 0) seams.push(words.length);
    seams.push(...part.seams.map((seam) => words.length + seam));
    words.push(...part.words);
  }
  const [{ beginsCue, followsPause } = { beginsCue: true, followsPause: false }] = parts;
  return { words, beginsCue, followsPause, seams };
}

function startOf(part: PassagePart | undefined): number {
  return part?.words[0]?.from ?? 0;
}

function endOf(part: PassagePart | undefined): number {
  return (part?.words ?? []).reduce((last, { to }) => Math.max(last, to), -Infinity);
}
