import type { ErrorCode } from '../../base/errors.ts';
import type { Produced } from '../produce/produce.ts';
import type { Progress } from '../produce/progress.ts';

/** What the child process tells its parent. */
export type ChildMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly produced: Produced }
  /** `detail` is for the operator's log only. */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string; readonly detail: string };
