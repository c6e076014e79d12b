import { SAMPLE_RATE } from '../../base/time.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import type { Reduction } from './reduction-meter.ts';

/** Seconds for which a mix may be lowered by more than 3 dB without a warning. */
const MAX_SECONDS = 1;
/** Maximum number of clips that a warning names. */
const MAX_NAMED = 3;
/** A clip with less than this fraction of the energy of the loudest one changes little. */
const MIN_ENERGY = 0.05;

/** Warns of a mix that the limiter lowers by more than 3 dB for more than a second in total. */
export function limiterWarnings(reduction: Reduction | undefined): ResolvedTimeline['warnings'] {
  if (!reduction || reduction.count <= MAX_SECONDS * SAMPLE_RATE) return [];
  const { count, passage, lowest } = reduction;
  const ordered = [...passage.energies].sort((one, other) => other[1] - one[1]);
  const [loudest] = ordered;
  const audible = ordered.filter(([, energy]) => energy >= MIN_ENERGY * (loudest?.[1] ?? 0));
  const others = audible.slice(1).map(([field]) => field);
  const [what, them] =
    others.length === 0
      ? ['The sound is too loud', 'it']
      : ['The sounds that play together are too loud', 'them'];
  const mostly = passage.count === count ? '' : 'mostly ';
  const when = `${mostly}from ${formatSecond(passage.from)} to ${formatSecond(passage.to)} s of the timeline`;
  const decibels = formatNumber(-20 * Math.log10(lowest.gain));
  const worst = `by up to ${decibels} dB at ${formatSecond(lowest.sample)} s`;
  const factor = Math.max(0.01, Math.floor(passage.lowest * 100) / 100);
  const advice = loudest
    ? `Multiply ${nameVolumes(others)} by ${factor}.`
    : 'Lower the volumes of the clips that play there.';
  const text = `${what}: the limiter lowers ${them} by more than 3 dB for ${formatSecond(count)} s, ${when}, ${worst}. ${advice}`;
  return [{ field: volumeFieldOf(loudest?.[0]), text }];
}

/** Names the volumes to lower. @param others The clips beside the loudest one. */
function nameVolumes(others: readonly string[]): string {
  if (others.length === 0) return 'the volume';
  const named = others.slice(0, MAX_NAMED - 1);
  const left = others.length - named.length;
  const more = left === 0 ? [] : [left === 1 ? 'that of another clip' : `those of ${left} other clips`];
  const all = ['this volume', ...named.map((field) => `that of ${field}`), ...more];
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

function volumeFieldOf(field: string | undefined): string {
  if (field === undefined) return 'timeline';
  return field === 'timeline.soundtrack' ? `${field}.volume` : `${field}.asset.volume`;
}

/** Formats a number of samples as seconds, rounded to a tenth. */
function formatSecond(samples: number): string {
  return formatNumber(samples / SAMPLE_RATE);
}

function formatNumber(value: number): string {
  return String(Number(value.toFixed(1)));
}
