import type { ErrorCode } from '../../base/errors.ts';
import type { ProduceJob, StepRequest } from '../produce/produce-job.ts';
import type { RenderProgress } from '../produce/progress.ts';
import type { ChildTask } from './tasks.ts';

/** A file in a message: its path, or a number under which the child can ask for its bytes. */
export type FileMessage = string | { readonly remote: number; readonly path: string; readonly size?: number };

/** A task as it is sent: the same, with its files in the form of messages. */
export type TaskMessage = Sendable<ChildTask>;
/** The job of a render as it is sent. */
export type JobMessage = Sendable<ProduceJob>;

type Sendable<Task> = Task extends ChildTask
  ? { readonly files: Readonly<Record<string, FileMessage>> } & Omit<Task, 'files'>
  : never;

/** May come before the task: has the child load all that any of them needs while nobody waits. */
export interface WarmUpMessage {
  readonly kind: 'warmUp';
}

/** Comes after a {@link ProduceJob}, one at a time: asks for the answer of a step. */
export interface StepMessage {
  readonly kind: 'step';
  readonly request: StepRequest;
  /** True if the process ends after the answer. */
  readonly isLast: boolean;
}

/** A message that the child sends. */
export type ChildMessage =
  | { readonly kind: 'progress'; readonly progress: RenderProgress }
  | { readonly kind: 'done'; readonly outcome: unknown }
  /** `detail` is for the operator's log only. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly detail: string;
      /** True if it was the hardware encoder that failed, and nothing else. */
      readonly byHardware: boolean;
    }
  | BytesRequest;

/** Asks for bytes of a remote file: a range of them, or all where there is none. */
export interface BytesRequest {
  readonly kind: 'fetch';
  /** Identifies the response. */
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
