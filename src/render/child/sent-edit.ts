import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Edit, type PackedEdit, replaceGeneratedAssets, unpackEdit } from '../../edit/model.ts';

/** The edit of a task, as its parent has it. */
export interface SentEdit extends Pick<PackedEdit, 'outline' | 'bytes'> {
  /** The `src` that takes the place of each generated asset, in document order. Empty to replace none. */
  readonly replacements: readonly string[];
}

/** The part of a {@link SentEdit} in the message of a task. */
export type EditMessage = Pick<SentEdit, 'replacements'>;

/**
 * The file descriptor of a child from which it reads its edit. Messages are JSON, and to write and escape
 * megabytes of JSON as a string in JSON would block the parent. Bytes leave it without being copied.
 */
const EDIT_CHANNEL = 4;

/** The connections of a child: its standard files, the channel of the messages, and that of the edit. */
export const CHILD_CHANNELS = ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'] as const;

/** Sends the edit of a task to a process that was started with {@link CHILD_CHANNELS}. */
export function sendEdit(child: ChildProcess, { bytes }: Pick<SentEdit, 'bytes'>): void {
  const channel = child.stdio[EDIT_CHANNEL] as Socket;
  // The process has ended. The wait for its outcome reports that.
  channel.on('error', () => undefined);
  channel.end(bytes);
}

/** Closes the channel in a process whose task has no edit. */
export function closeEditChannel(): void {
  closeSync(EDIT_CHANNEL);
}

/**
 * Reads the edit of a task in the process that received the task. Must be called before the process contains
 * itself.
 */
export async function receiveEdit({ replacements }: EditMessage): Promise<Edit> {
  const bytes = await buffer(new Socket({ fd: EDIT_CHANNEL, readable: true, writable: false }));
  const edit = unpackEdit({ bytes: new Uint8Array(bytes) });
  const sources = replacements.values();
  return replacements.length === 0 ? edit : replaceGeneratedAssets(edit, () => sources.next().value ?? '');
}
