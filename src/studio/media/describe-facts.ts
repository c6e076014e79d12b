const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Writes a number of bytes as `12.3 MB`. */
export function describeSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** step;
  return `${amount.toFixed(step === 0 || amount >= 100 ? 0 : 1)} ${UNITS[step] ?? 'bytes'}`;
}

/** Writes seconds as `8.4 s`, `2 min 5 s` or `1 h 2 min`. */
export function writeSeconds(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 2 : 1))} s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** The facts of a picture or a sound, all of which may be unknown. */
export interface FileFacts {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  readonly fps?: number | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
}

/** Lists the facts about a file: `1920 × 1080`, `8.4 s`, `25 fps`, `12.3 MB`. */
export function listFacts({ width, height, duration, fps, size }: FileFacts): string[] {
  return [
    ...(width !== undefined && height !== undefined ? [`${width} × ${height}`] : []),
    ...(duration !== undefined && duration > 0 ? [writeSeconds(duration)] : []),
    ...(fps !== undefined && fps > 0 ? [`${Number(fps.toFixed(2))} fps`] : []),
    ...(size === undefined ? [] : [describeSize(size)]),
  ];
}

const DAY_MS = 86_400_000;
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/**
 * Writes a time as `just now`, `5 min ago`, `14:32` or `3 Nov, 14:32`, in the time zone of the browser.
 *
 * @param time ISO 8601.
 * @param now milliseconds since 1970.
 */
export function describeTime(time: string, now: number): string {
  const date = new Date(time);
  const age = now - date.getTime();
  if (age < 60_000) return 'just now';
  if (age < 3_600_000) return `${Math.floor(age / 60_000)} min ago`;
  const isToday = age < DAY_MS && date.getDate() === new Date(now).getDate();
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const options = isToday ? TIME : { ...DATE, ...(!isThisYear && { year: 'numeric' as const }), ...TIME };
  return new Intl.DateTimeFormat('en-GB', options).format(date);
}
