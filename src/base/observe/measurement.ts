import { channel } from 'node:diagnostics_channel';
import type { ErrorCode } from '../errors.ts';

/** The codes of the errors of a child process that exceeded a limit. */
export const CHILD_LIMIT_CODES: readonly ErrorCode[] = [
  'render_out_of_memory',
  'render_timed_out',
  'render_stalled',
  'render_too_complex',
];

/** The end of an attempt at a piece of work. `back`: it was returned to the queue, because the process stops. */
export type MeasuredOutcome = 'done' | 'failed' | 'cancelled' | 'again' | 'later' | 'back' | 'lost';

/** Something that a part of Kinora has done and that is counted. No field may hold an id, a URL or a secret. */
export type Measurement =
  /** An attempt at work of the queue ended. `isGivenUp`: no other one follows, although it did not fail itself. */
  | {
      readonly kind: 'attempt';
      readonly work: string;
      readonly outcome: MeasuredOutcome;
      readonly code?: string | undefined;
      readonly isGivenUp: boolean;
      /** Milliseconds of each stage. */
      readonly stages: Readonly<Record<string, number>>;
    }
  /** A render became final. */
  | { readonly kind: 'render'; readonly outcome: 'done' | 'failed' | 'cancelled' }
  /** A render made its files. `seconds` is what the attempt took. */
  | {
      readonly kind: 'output';
      readonly seconds: number;
      readonly outputSeconds: number;
      readonly frames: number;
      readonly segments: { readonly reused: number; readonly made: number };
    }
  /** An attempt at a callback ended. `status` is that of the answer, null without one. */
  | { readonly kind: 'callback'; readonly isDelivered: boolean; readonly status: number | null }
  /** A source was fetched. `bytes` were downloaded. */
  | { readonly kind: 'source'; readonly from: 'cache' | 'network' | 'local'; readonly bytes: number }
  /** A child process that reads media started, ended, was replaced during a render, or exceeded a limit. */
  | { readonly kind: 'child started' }
  | { readonly kind: 'child ended'; readonly how: 'exited' | 'killed' | 'crashed' }
  | { readonly kind: 'child replaced' }
  | { readonly kind: 'child limited'; readonly code: string }
  /** CPU seconds of a child process for a piece of work. */
  | { readonly kind: 'child cpu'; readonly task: 'render' | 'frames' | 'other'; readonly seconds: number }
  /** An HTTP request was answered. `route` is the pattern of its route, not its URL. */
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly route: string;
      readonly status: number;
      readonly seconds: number;
    };

const MEASUREMENTS = channel('kinora.measurements');

/**
 * Publishes a measurement in this process. Parts call it and know nothing of metrics. Without a listener, it does
 * nothing. Not for single frames: call it at most a few times for each piece of work.
 */
export function measure(measurement: Measurement): void {
  if (MEASUREMENTS.hasSubscribers) MEASUREMENTS.publish(measurement);
}

/** Calls a function with each measurement of this process until the result is disposed of. */
export function onMeasurement(listener: (measurement: Measurement) => void): Disposable {
  // Only `measure` publishes on this channel.
  const receive = (message: unknown): void => listener(message as Measurement);
  MEASUREMENTS.subscribe(receive);
  return {
    [Symbol.dispose]() {
      MEASUREMENTS.unsubscribe(receive);
    },
  };
}
