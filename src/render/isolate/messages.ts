import type { ErrorCode } from '../../base/errors.ts';
import type { Progress } from '../produce/progress.ts';
import type { Task } from './tasks.ts';

/** A file as it is told to another process: its path, or a number under which its bytes can be asked for. */
export type ToldFile = string | { readonly remote: number; readonly path: string; readonly size?: number };

/** A task as it is sent: the same with its files told. */
export type ToldTask = { readonly files: Readonly<Record<string, ToldFile>> } & (Task extends infer Each
  ? Each extends Task
    ? Omit<Each, 'files'>
    : never
  : never);

/** What may come before the task: all that any of them needs is to be loaded while nobody waits. */
export interface GetReady {
  readonly kind: 'getReady';
}

/** What may come to a child that made a frame and stays: another one of the same edit. */
export interface NextFrame {
  readonly kind: 'nextFrame';
  /** Seconds on the timeline. */
  readonly at: number;
  /** As in the task. */
  readonly to: string;
}

/** What the child process tells its parent. */
export type ChildMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly outcome: unknown }
  /** `detail` is for the operator's log only. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly detail: string;
      /** Whether it was the hardware encoder that failed, and nothing else. */
      readonly byHardware: boolean;
    }
  | BytesWanted;

/** Bytes of a remote file are to be fetched: a piece, or all of them where there is none. */
export interface BytesWanted {
  readonly kind: 'wanted';
  /** To know the answer by. */
  readonly request: number;
  readonly remote: number;
  readonly piece?: { readonly from: number; readonly count: number };
}

/** What the parent answers. */
export type BytesAnswer =
  | { readonly kind: 'piece'; readonly request: number; readonly count: number; readonly size?: number }
  | { readonly kind: 'whole'; readonly request: number; readonly path: string }
  | {
      readonly kind: 'unfetched';
      readonly request: number;
      readonly code: ErrorCode;
      readonly message: string;
    };
