/**
 * The process that does one task: it takes the task as its first message, sends its progress, then one outcome, and ends. It
 * has no other way in or out but the files the task names; for bytes of those that are far away it asks its parent.
 */
import { writeFileSync } from 'node:fs';
import { inspect as shown } from 'node:util';
import { asKinoraError } from '../../base/errors.ts';
import { HardwareFailed } from '../media/hardware.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import type { Progress } from '../produce/progress.ts';
import type { BytesAnswer, ChildMessage, ToldTask } from './messages.ts';
import type { Outcomes } from './tasks.ts';
import { ToldFiles } from './told-files.ts';

/** Progress of single frames is told this often at the most, in milliseconds. */
const REPORT_EVERY = 100;

let reported = 0;

function send(message: ChildMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

async function work(task: ToldTask): Promise<void> {
  const told = new ToldFiles(send);
  process.on('message', (answer) => told.take(answer as BytesAnswer));
  const files = Object.fromEntries(Object.entries(task.files).map(([name, file]) => [name, told.open(file)]));
  const outcome = await outcomeOf(task, files);
  send(outcome, () => process.disconnect());
}

async function outcomeOf(task: ToldTask, files: Record<string, SourceFile>): Promise<ChildMessage> {
  try {
    return { kind: 'done', outcome: await done(task, files) };
  } catch (error) {
    const { code, message, cause } = error instanceof Unfetched ? error : asKinoraError(error);
    const byHardware = error instanceof HardwareFailed;
    return { kind: 'failed', code, message, detail: shown(cause), byHardware };
  }
}

/** What only one kind of task needs is loaded by that kind: a look at a file draws nothing. */
async function done(task: ToldTask, files: Record<string, SourceFile>): Promise<Outcomes[keyof Outcomes]> {
  switch (task.kind) {
    case 'produce': {
      const { produce } = await import('../produce/produce.ts');
      return produce({ ...task, files }, report);
    }
    case 'inspect': {
      const { inspect } = await import('../probe/inspect.ts');
      return inspect(Object.values(files)[0] ?? '', task);
    }
    case 'fonts': {
      const { nameFonts } = await import('../produce/open-fonts.ts');
      return nameFonts(task.edit, files);
    }
    case 'hardware': {
      const { tryHardware } = await import('../produce/try-hardware.ts');
      return (await tryHardware(task)) ?? null;
    }
    case 'dryRun': {
      const { measure } = await import('../probe/measure.ts');
      const { dryRun } = await import('../resolve/dry-run.ts');
      return JSON.stringify(dryRun(task.edit, { ...task.unseen, ...(await measure(files)) }, task.dialect));
    }
  }
}

function report(progress: Progress): void {
  const now = performance.now();
  const last = progress.frame === progress.frames;
  if (progress.frame !== undefined && !last && now - reported < REPORT_EVERY) return;
  reported = now;
  send({ kind: 'progress', progress });
}

// When the machine runs out of memory, this process is the one to end, not the service.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
process.once('message', (task) => void work(task as ToldTask));
// Without its parent the work is for nobody.
process.on('disconnect', () => process.exit());
