import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { toEdit } from '../../../test/media/render-edit.ts';
import { RunState } from './run-state.ts';
import { makeAllStreams } from './streams.ts';
import { packEdit, toParsedEdit } from '../../edit/index.ts';
import type { OutputPlan, StreamRequest } from '../produce/produce-job.ts';
import type { RendererConfig } from '../renderer-config.ts';
import { KeptOutput } from '../streams/kept-output.ts';
import { NOTHING_KEPT, type SegmentStore } from '../streams/segment-store.ts';
import type { ShareStreams, StreamToMake } from '../streams/stream-sharing.ts';

const EDIT = toEdit({
  timeline: { tracks: [{ clips: [{ asset: { type: 'html', html: '<p>A</p>' }, start: 0, length: 20 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'kinora-streams-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Makes the streams of an output in a render that can share them. Returns which it shared, and which it made. */
async function make({ count = 4, isRepeated = false, keptMeanwhile = '' } = {}): Promise<{
  shared: number[];
  made: number[];
}> {
  const segments = Array.from({ length: count }, (_, position) => String(position).repeat(64));
  const plan: OutputPlan = {
    segments,
    lengths: segments.map(() => 50),
    sound: 'f'.repeat(64),
    hasSound: false,
    contents: {},
    media: {},
  };
  const own = await mkdtemp(join(folder, 'render-'));
  const place = { owner: 'owner', folder: own, log: SILENT };
  let isPlanned = false;
  const store: SegmentStore = {
    ...NOTHING_KEPT,
    find: async (_owner, identity, path) => {
      const isKept = isPlanned && identity === keptMeanwhile.repeat(64);
      if (isKept) await writeFile(path, 'kept');
      return isKept;
    },
  };
  const kept = await KeptOutput.open(plan, store, place);
  isPlanned = true;
  const shared: number[] = [];
  const made: number[] = [];
  // The other parts are not used.
  const config = { segments: store, log: SILENT } as RendererConfig;
  const options = { owner: 'owner', folder: own, watermark: false, isRepeated, share: shareWith(shared) };
  const edit = packEdit(toParsedEdit(EDIT));
  const state = new RunState(edit, 'output', config, { ...options, signal: AbortSignal.timeout(10_000) });
  state.kept.set(0, kept);
  vi.spyOn(state, 'ask').mockImplementation((request) => {
    made.push((request as StreamRequest).position);
    return Promise.resolve(null);
  });
  await makeAllStreams(state);
  return { shared, made };
}

/** Shares streams without a helper that takes one. Notes which were shared. */
function shareWith(shared: number[]): ShareStreams {
  return ({ streams }) => {
    shared.push(...streams.map(({ position }) => position));
    const waiting = [...streams];
    const missing = new Set<StreamToMake>(streams);
    return Promise.resolve({
      claim: () => Promise.resolve(waiting.shift()),
      report: () => undefined,
      finish: (stream) => Promise.resolve(void missing.delete(stream)),
      invite: () => Promise.resolve(),
      progress: () => Promise.resolve({ missing: missing.size, frames: 0 }),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
  };
}

it('shares four streams, and leaves fewer to the step that writes the output', async () => {
  expect(await make()).toEqual({ shared: [0, 1, 2, 3], made: [0, 1, 2, 3] });
  expect(await make({ count: 3 })).toEqual({ shared: [], made: [] });
});

it('shares one stream, too, if others may make it already for an earlier attempt', async () => {
  expect(await make({ count: 1, isRepeated: true })).toEqual({ shared: [0], made: [0] });
});

it('does not make what another process has kept since the output was planned', async () => {
  expect(await make({ keptMeanwhile: '2' })).toEqual({ shared: [0, 1, 2, 3], made: [0, 1, 3] });
});
