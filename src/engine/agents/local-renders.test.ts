import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CallContext } from '../../agents/backend.ts';
import { KinoraError } from '../../base/errors.ts';
import { type ParsedEdit, parseEdit } from '../../edit/index.ts';
import type { EditResult } from '../../render/renderer.ts';
import { LocalRenders } from './local-renders.ts';

const folder = await mkdtemp(join(tmpdir(), 'kinora-renders-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const targets = { output: join(folder, 'a.mp4') };
const targetsOf = (index: number) => ({ output: join(folder, `${index}.mp4`) });
await writeFile(targets.output, 'film');

const EDIT = readEdit();
// A result of a render has more fields, which are not read here.
const RESULT = { width: 640, height: 360, duration: 3, warnings: [] } as unknown as EditResult;

function readEdit(): ParsedEdit {
  const clip = { asset: { type: 'text', text: 'Hi' }, start: 0, length: 3 };
  const read = parseEdit({
    timeline: { tracks: [{ clips: [clip] }] },
    output: { format: 'mp4', resolution: 'sd' },
  });
  if (!read.ok) throw new Error('The edit is valid.');
  return read.value;
}

function listen(): CallContext & { readonly seen: number[]; readonly stop: AbortController } {
  const stop = new AbortController();
  const seen: number[] = [];
  return { seen, stop, signal: stop.signal, report: (progress) => void seen.push(progress) };
}

/** Waits until it is stopped. */
function workForever(signal: AbortSignal): Promise<EditResult> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new KinoraError('cancelled', 'Stopped.')), { once: true });
  });
}

describe('the renders of agents', () => {
  it('tell how far they are, and where their files are', async () => {
    const renders = new LocalRenders(1);
    const { promise, resolve } = Promise.withResolvers<EditResult>();
    const { id } = renders.start(EDIT, targets, (_signal, onProgress) => {
      onProgress({ phase: 'rendering', frame: 30, frames: 75 });
      return promise;
    });
    const context = listen();
    expect(await renders.follow(id, 20, context)).toMatchObject({ status: 'rendering', progress: 0.4 });
    expect(context.seen).toContain(0.4);
    resolve(RESULT);
    const files = [{ file: targets.output, bytes: 4, format: 'mp4', width: 640, height: 360, duration: 3 }];
    expect(await renders.follow(id, 10_000, context)).toMatchObject({ status: 'done', progress: 1, files });
    expect(await renders.cancel(id)).toMatchObject({ status: 'done' });
  });

  it('fail with the sentence of their error', async () => {
    const renders = new LocalRenders(1);
    const failing = () => Promise.reject(new KinoraError('asset_not_found', 'There is no a.mp4.'));
    const { id } = renders.start(EDIT, targets, failing);
    expect(await renders.follow(id, 10_000, listen())).toMatchObject({
      status: 'failed',
      error: 'There is no a.mp4.',
    });
  });

  it('wait for each other, in a queue with an end', async () => {
    const renders = new LocalRenders(1);
    let running = 0;
    const work = (signal: AbortSignal): Promise<EditResult> => ((running += 1), workForever(signal));
    const states = Array.from({ length: 20 }, (_, index) => renders.start(EDIT, targetsOf(index), work));
    expect(() => renders.start(EDIT, targetsOf(20), work)).toThrow(/20 renders are not done yet/);
    await renders.follow(states[0]?.id ?? '', 1, listen());
    expect(running).toBe(1);
    expect(await renders.cancel(states[5]?.id ?? '')).toMatchObject({
      status: 'failed',
      error: 'Cancelled.',
    });
    await renders.close();
    expect(running).toBe(1);
    expect(await renders.follow(states[19]?.id ?? '', 1000, listen())).toMatchObject({ status: 'failed' });
  });

  it('do not write to the file of one that is not done', async () => {
    const renders = new LocalRenders(1);
    const { id } = renders.start(EDIT, targets, workForever);
    const other = { output: join(folder, 'b.mp4'), poster: targets.output };
    for (const same of [targets, other])
      expect(() => renders.start(EDIT, same, workForever)).toThrow(
        `"file": ${targets.output} exists already. Choose another name.`,
      );
    await renders.cancel(id);
    expect(renders.start(EDIT, targets, workForever)).toMatchObject({ status: 'queued' });
    await renders.close();
  });

  it('are not waited for any more when the agent has gone away', async () => {
    const renders = new LocalRenders(1);
    const { id } = renders.start(EDIT, targets, workForever);
    const context = listen();
    const waiting = renders.follow(id, 60_000, context);
    context.stop.abort();
    await expect(waiting).rejects.toThrow();
    await renders.close();
  });

  it('that nobody knows are named', async () => {
    await expect(new LocalRenders(1).follow('x', 0, listen())).rejects.toThrow('There is no render "x".');
  });
});
