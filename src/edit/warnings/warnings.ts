import { MAX_PROBLEMS } from '../problem.ts';
import { placeholderIn } from '../merge/placeholder.ts';
import { clipsOf, type ClipPlace } from '../places.ts';
import type { Edit } from '../schema/edit.ts';
import { shorten } from '../schema/expecting.ts';
import type { Times } from '../times/times.ts';
import { idleMattes, matteWarning } from './mattes.ts';
import { overlapWarnings, type Placed } from './overlaps.ts';
import { outputWarnings } from './outputs.ts';
import { stillWarnings } from './stills.ts';
import { easingWarning, fadeWarning, offsetWarning, opacityWarning, volumeWarning } from './tweens.ts';
import { cropWarning, positionWarning } from './unseen.ts';
import { type Warning, warningAt } from './warning.ts';

export type { Warning } from './warning.ts';

/** What is looked for in each clip by itself. */
const OF_A_CLIP: readonly ((place: ClipPlace) => Warning[])[] = [
  leftPlaceholder,
  matteWarning,
  opacityWarning,
  volumeWarning,
  fadeWarning,
  offsetWarning,
  easingWarning,
  cropWarning,
  positionWarning,
];

/**
 * What of an edit is hardly meant, now that its times are known: stills of moments that it does not have, what its clips say that has
 * no effect or hides them, and how those of a track lie in time (C27); at most one of each kind for a clip, and at most
 * {@link MAX_PROBLEMS} of them. Clips whose times are unknown are not looked at for the latter.
 *
 * @param edit merged.
 */
export function warningsOf(edit: Edit, times: Times): Warning[] {
  const places = clipsOf(edit);
  const found = [
    ...outputWarnings(edit, places, times.duration),
    ...stillWarnings(edit.output, times.duration),
  ];
  for (const place of places) {
    found.push(...OF_A_CLIP.flatMap((look) => look(place)));
    if (found.length >= MAX_PROBLEMS) break;
  }
  for (const clips of Map.groupBy(places, ({ track }) => track).values()) {
    if (found.length >= MAX_PROBLEMS) break;
    found.push(...ofATrack(clips, times, places.length));
  }
  return found.slice(0, MAX_PROBLEMS);
}

/** In an address it would be a problem; in a text it stays as it is, and is seen. */
function leftPlaceholder(place: ClipPlace): Warning[] {
  const { asset } = place.clip;
  const name = 'text' in asset ? placeholderIn(asset.text) : undefined;
  if (name === undefined) return [];
  const phrase = `shows the placeholder {{ ${shorten(name)} }}, for which "merge" has no value`;
  return [warningAt(place, ['asset', 'text'], phrase)];
}

/**
 * How the clips of one track lie in time.
 *
 * @param count how many clips the edit has: a single one without a length is an error.
 */
function ofATrack(clips: readonly ClipPlace[], times: Times, count: number): Warning[] {
  const placed = clips.flatMap((place): Placed[] => {
    const { start, length } = times.of(place);
    return start && length ? [{ place, start: start.valueOf(), end: start.add(length).valueOf() }] : [];
  });
  const empty = placed.filter(({ start, end }) => end <= start);
  const lasting = placed.filter(({ start, end }) => end > start);
  const [mattes, others] = [lasting.filter(isMatte), lasting.filter((clip) => !isMatte(clip))];
  const seen = others.filter(({ place }) => place.clip.asset.type !== 'audio');
  return [
    ...(count > 1 ? empty : []).map(({ place }) =>
      warningAt(place, ['length'], 'comes to 0 s, so the clip is never there; give it more seconds'),
    ),
    ...overlapWarnings(others.filter(isMore)),
    ...(placed.length === clips.length ? idleMattes(mattes, seen) : []),
  ];
}

/** A luma matte lies over the clips of its track by its nature. */
function isMatte({ place }: Placed): boolean {
  return place.clip.asset.type === 'luma';
}

/** Whether a clip is more than the empty text that stands for what a moment does not show. */
function isMore({ place: { clip } }: Placed): boolean {
  return clip.asset.type !== 'text' || clip.asset.text !== '';
}
