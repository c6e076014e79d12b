/** Formats a time to the second, in UTC: 2026-11-20 15:20:07. */
export function formatTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

const UNITS = [
  { name: 'd', next: 'h', ms: 86_400_000, part: 3_600_000 },
  { name: 'h', next: 'min', ms: 3_600_000, part: 60_000 },
  { name: 'min', next: 's', ms: 60_000, part: 1_000 },
] as const;

/** Formats a duration for people: 850 ms, 12.4 s, 3 min 05 s, 2 h 07 min, 4 d 11 h. */
export function formatElapsed(ms: number): string {
  for (const { name, next, ms: unit, part } of UNITS) {
    if (ms < unit) continue;
    const rest = Math.floor((ms % unit) / part);
    return `${Math.floor(ms / unit)} ${name} ${String(rest).padStart(2, '0')} ${next}`;
  }
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  // Rounded down, so that no number reaches 60 s.
  return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
}
