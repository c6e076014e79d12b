import { dirname } from 'node:path';
import { GRAPHICS } from '../contain/contain-process.ts';
import type { FileAccess } from '../contain/landlock.ts';
import type { FileMessage } from './messages.ts';
import { type ChildTask, isJob, rulesOf } from './tasks.ts';

const NO_DEVICES: Pick<FileAccess, 'read' | 'devices'> = { read: [], devices: [] };

/**
 * Lists the files that a process needs for a task, besides the code of Kinora.
 *
 * @param files the files of the task, as the process gets them.
 */
export function listFileAccess(task: ChildTask, files: Readonly<Record<string, FileMessage>>): FileAccess {
  const own = listOwnFiles(task);
  const graphics = usesGraphics(task) ? GRAPHICS : NO_DEVICES;
  return {
    read: [...Object.values(files).map(toReadablePath), ...(own.read ?? []), ...graphics.read],
    write: own.write ?? [],
    devices: graphics.devices,
  };
}

/** Returns the path of a file. A remote file has a folder of its own, in which its parts appear. */
function toReadablePath(file: FileMessage): string {
  return typeof file === 'string' ? file : dirname(file.path);
}

/** Lists the files that a task names in fields of its own. */
function listOwnFiles(task: ChildTask): Partial<Pick<FileAccess, 'read' | 'write'>> {
  if (isJob(task)) return { read: task.pageFiles ?? [], write: [task.folder, ...(task.outputs ?? [])] };
  return rulesOf(task).access?.(task) ?? {};
}

function usesGraphics(task: ChildTask): boolean {
  if (isJob(task)) return task.kind === 'output' && task.edit.outline.instance === 'a1';
  return rulesOf(task).usesGraphics === true;
}
