import { fromRatio, type Seconds } from '../../base/time.ts';

/** Hours (optional), minutes, seconds, and a fraction after a comma or a dot (optional). */
const TIME = /^(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:\s?[.,]\s?(\d{1,9}))?$/;

/**
 * Parses a time of SRT or VTT, such as `00:01:02,500` or `1:02.5`. Returns `undefined` if the time is
 * invalid.
 */
export function parseTimestamp(text: string): Seconds | undefined {
  const found = TIME.exec(text.trim());
  if (!found) return undefined;
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = found;
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = (BigInt(hours) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  const parts = 10n ** BigInt(fraction.length);
  return fromRatio(whole * parts + BigInt(fraction === '' ? '0' : fraction), parts);
}
