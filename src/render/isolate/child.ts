/**
 * The process that does one task: it takes the task as its first message, sends its progress, then one outcome, and ends. One that
 * makes a frame stays, and makes other frames of the same edit. It has no other way in or out but the files the task names; for
 * bytes of those that are far away it asks its parent.
 */
import { writeFileSync } from 'node:fs';
import { inspect as shown } from 'node:util';
import { asKinoraError } from '../../base/errors.ts';
import { HardwareFailed } from '../media/hardware.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import type { Progress } from '../produce/progress.ts';
import type { Frames } from '../produce/produce.ts';
import type { BytesAnswer, ChildMessage, GetReady, NextFrame, ToldTask } from './messages.ts';
import type { Outcomes } from './tasks.ts';
import { ToldFiles } from './told-files.ts';

/** Progress of single frames is told this often at the most, in milliseconds. */
const REPORT_EVERY = 100;

/** Who has a task at once, as the process of a command, has sent it before, in milliseconds. */
const WAITS_AFTER = 500;

let reported = 0;
/** Of a child that stays for more of them. */
let frames: Frames | undefined;

function send(message: ChildMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

async function work(task: ToldTask): Promise<void> {
  const told = new ToldFiles(send);
  const files = Object.fromEntries(Object.entries(task.files).map(([name, file]) => [name, told.open(file)]));
  process.on('message', (message) => {
    const said = message as BytesAnswer | NextFrame;
    if (said.kind === 'nextFrame') void nextFrame(said);
    else told.take(said);
  });
  const outcome = await outcomeOf(() => done(task, files));
  send(outcome, () => task.kind === 'frames' || process.disconnect());
}

async function nextFrame({ at, to }: NextFrame): Promise<void> {
  send(
    await outcomeOf(async () => {
      if (!frames) throw new Error('There was no first frame.');
      return await frames.write(at, to);
    }),
  );
}

async function outcomeOf(work: () => Promise<unknown>): Promise<ChildMessage> {
  try {
    return { kind: 'done', outcome: await work() };
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
    case 'frames': {
      const { openFrames } = await import('../produce/produce.ts');
      frames = await openFrames({ ...task, files }, report);
      return frames.write(task.at, task.to.output);
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
    case 'voices': {
      const { takeVoices } = await import('../transcribe/voices.ts');
      return takeVoices({ ...task, files }, () => report({ stage: 'preprocessing' }));
    }
    case 'recognise': {
      const { recognise } = await import('../transcribe/recognise.ts');
      return recognise(task, () => report({ stage: 'preprocessing' }));
    }
    case 'dryRun': {
      const { measure } = await import('../probe/measure.ts');
      const { dryRun } = await import('../resolve/dry-run.ts');
      return JSON.stringify(dryRun(task.edit, { ...task.unseen, ...(await measure(files)) }, task.dialect));
    }
  }
}

/** Does what takes long at its first use, as long as nobody waits for it. */
async function wake(): Promise<void> {
  const { findFonts } = await import('../produce/find-fonts.ts');
  findFonts();
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
process.once('message', (message) => {
  const first = message as GetReady | ToldTask;
  if (first.kind !== 'getReady') void work(first);
  else {
    const waits = setTimeout(() => void wake(), WAITS_AFTER);
    process.once('message', (task) => {
      clearTimeout(waits);
      void work(task as ToldTask);
    });
    void import('../produce/produce.ts');
  }
});
// Without its parent the work is for nobody.
process.on('disconnect', () => process.exit());
