import { type Rate, rate } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';

const USUAL = 25;
const PREVIEW = 15;

/** The frames of an output in a second (contract 2.2). */
export function frameRate({ fps, resolution }: Pick<Output, 'fps' | 'resolution'>): Rate {
  return rate(fps ?? (resolution === 'preview' ? PREVIEW : USUAL));
}
