import type { ClipSpan } from '../clip-spans.ts';

/** Two clips of a track that follow each other in time. */
export interface Neighbours {
  readonly before: ClipSpan;
  readonly after: ClipSpan;
}
