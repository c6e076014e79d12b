import { dirname } from 'node:path';
import { GRAPHICS } from '../contain/contain-process.ts';
import type { FileAccess } from '../contain/file-access.ts';
import type { FileMessage } from './messages.ts';
import type { ChildTask } from './tasks.ts';

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
  switch (task.kind) {
    case 'output':
    case 'frames':
    case 'sound':
      return { write: [task.folder, ...(task.outputs ?? [])] };
    case 'hardware':
      return { write: [task.folder] };
    case 'speech':
      return { read: [task.path], write: [task.folder] };
    case 'convert':
      return { read: [task.path], write: [task.to.folder] };
    case 'recognise':
      // Its folder has the sound and the library, too.
      return { read: [task.model], write: [dirname(task.notes)] };
    case 'inspectSource':
      return { read: [task.path] };
    case 'inspect':
    case 'sniff':
    case 'dryRun':
    case 'checkTexts':
    case 'isolation':
      return {};
  }
}

function usesGraphics(task: ChildTask): boolean {
  if (task.kind === 'hardware' || task.kind === 'recognise') return true;
  return task.kind === 'output' && task.edit.outline.instance === 'a1';
}
