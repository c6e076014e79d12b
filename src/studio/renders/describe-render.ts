import type { RenderChange, RenderSegments, RenderStages, RenderStatus } from '../../client/index.ts';
import { writeSeconds } from '../media/describe-facts.ts';

/** The text for each status. */
const STATUS_TEXTS: Readonly<Record<RenderStatus, string>> = {
  queued: 'Waiting',
  generating: 'Generating assets',
  fetching: 'Fetching sources',
  preprocessing: 'Preparing sources',
  rendering: 'Rendering',
  saving: 'Storing files',
  done: 'Done',
  failed: 'Failed',
};

/** The stages of a render in their order, with their names. */
export const STAGE_TITLES: readonly (readonly [keyof RenderStages, string])[] = [
  ['queued', 'Waiting'],
  ['generating', 'Generating'],
  ['fetching', 'Fetching'],
  ['preprocessing', 'Preparing'],
  ['rendering', 'Rendering'],
  ['saving', 'Storing'],
];

/** True if a render was cancelled, which is no failure for people. */
export function isCancelled({ status, error }: Pick<RenderChange, 'status' | 'error'>): boolean {
  return status === 'failed' && error === 'Cancelled';
}

/** Returns the status of a render in words. */
export function describeStatus(render: Pick<RenderChange, 'status' | 'error'>): string {
  return isCancelled(render) ? 'Cancelled' : STATUS_TEXTS[render.status];
}

/** Returns the colour of a status: its class. */
export function toneOf(render: Pick<RenderChange, 'status' | 'error'>): string {
  const { status } = render;
  if (status === 'done') return 'good';
  if (status === 'failed') return isCancelled(render) ? '' : 'bad';
  return status === 'queued' ? '' : 'busy';
}

/** Says how far a running render is: `42 %, 12 s left`. */
export function describeProgress({ progress, eta }: Pick<RenderChange, 'progress' | 'eta'>): string {
  const percent = `${Math.floor(progress * 100)} %`;
  if (eta === undefined) return percent;
  return eta < 1 ? `${percent}, almost done` : `${percent}, about ${writeSeconds(Math.ceil(eta))} left`;
}

/** Says how much of a render was kept from earlier ones. */
export function describeReuse({ reused, made }: RenderSegments): string {
  const all = reused + made;
  if (reused === 0) return all === 1 ? '1 segment, made new' : `${all} segments, all made new`;
  if (made === 0) return all === 1 ? '1 segment, reused' : `${all} segments, all reused`;
  return `${reused} of ${all} segments reused`;
}

/** Returns the clip that a field or a message names, such as `timeline.tracks[0].clips[1]`. */
export function findClipKey(text: string): string | undefined {
  return /timeline\.tracks\[\d+\]\.clips\[\d+\]/.exec(text)?.[0];
}
