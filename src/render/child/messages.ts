import type { ErrorCode } from '../../base/errors.ts';
import type { FileAccess } from '../contain/landlock.ts';
import type { StepRequest } from '../produce/produce-job.ts';
import type { RenderProgress } from '../produce/progress.ts';
import type { EditMessage } from './sent-edit.ts';
import type { ChildTask } from './tasks.ts';

/** A file in a message: its path, or a number with which the child can ask for the bytes of the file. */
export type FileMessage = string | { readonly remote: number; readonly path: string; readonly size?: number };

/** A task, ready to be sent, with each of its files as a {@link FileMessage}. */
export type TaskMessage = Sendable<ChildTask>;

/** The bytes of an edit follow on a channel of their own. See `sent-edit.ts`. */
type Sendable<Task> = Task extends ChildTask
  ? { readonly files: Readonly<Record<string, FileMessage>>; readonly containment: Containment } & Omit<
      Task,
      'files' | 'edit'
    > &
      (Task extends { readonly edit: unknown } ? { readonly edit: EditMessage } : object)
  : never;

/** The containment of a process, which begins before its task. */
export interface Containment {
  readonly access: FileAccess;
  /** True if the process must refuse its task where it cannot be contained. */
  readonly isRequired: boolean;
}

/** An optional message before the task. It makes the child load its modules in advance. */
export interface WarmUpMessage {
  readonly kind: 'warmUp';
}

/**
 * A request for the answer of a step. The parent sends these requests after a {@link ProduceJob}, one at a
 * time.
 */
export interface StepMessage {
  readonly kind: 'step';
  readonly request: StepRequest;
  /** True if the process ends after the answer. */
  readonly isLast: boolean;
}

/** A message that the child sends. */
export type ChildMessage =
  /** The process could not contain itself, and works all the same. `obstacle` is for the operator's log. */
  | { readonly kind: 'uncontained'; readonly obstacle: string }
  | { readonly kind: 'progress'; readonly progress: RenderProgress }
  | { readonly kind: 'done'; readonly outcome: unknown; readonly cpuMilliseconds?: number }
  /** A failure. `detail` is only for the operator's log. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly detail: string;
      /** True if only the hardware encoder failed. */
      readonly byHardware: boolean;
      /** CPU time of the process since its start. */
      readonly cpuMilliseconds?: number;
    }
  | BytesRequest;

/** A request for a range of bytes of a remote file, or for the whole file if there is no range. */
export interface BytesRequest {
  readonly kind: 'fetch';
  /** Number of this request. Its response has the same number. */
  readonly request: number;
  readonly remote: number;
  readonly range?: { readonly from: number; readonly count: number };
}

/** The parent's response to a {@link BytesRequest}. */
export type BytesResponse =
  | { readonly kind: 'range'; readonly request: number; readonly count: number; readonly size?: number }
  | { readonly kind: 'whole'; readonly request: number; readonly path: string }
  | {
      readonly kind: 'failed';
      readonly request: number;
      readonly code: ErrorCode;
      readonly message: string;
    };
