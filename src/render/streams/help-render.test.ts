import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { packEdit } from '../../edit/model.ts';
import { readEdit } from '../../../test/media/render-edit.ts';
import { writeHandout } from './handout.ts';
import { helpRender } from './help-render.ts';
import { NOTHING_KEPT, type SegmentStore } from './segment-store.ts';
import type { StreamToMake } from './stream-sharing.ts';

const STREAM: StreamToMake = { position: 0, identity: '0'.repeat(64), frames: 50 };

it('does not make a stream again that was kept before the helper has claimed it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-help-'));
  const handout = writeHandout({ replacements: [], transcripts: {}, sources: {}, pages: {} });
  const kept: string[] = [];
  const store: SegmentStore = {
    ...NOTHING_KEPT,
    find: async (_owner, identity, path) => {
      await writeFile(path, identity === handout.identity ? handout.text : 'kept');
      return true;
    },
    keep: (_owner, identity) => Promise.resolve(void kept.push(identity)),
  };
  const packed = packEdit(
    readEdit({
      timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'A' }, start: 0, length: 2 }] }] },
      output: { format: 'mp4', resolution: 'sd' },
    }),
  );
  const waiting = [STREAM];
  const finished: StreamToMake[] = [];
  const claims = {
    claim: () => Promise.resolve(waiting.shift()),
    report: () => undefined,
    finish: (stream: StreamToMake) => Promise.resolve(void finished.push(stream)),
  };
  await helpRender(
    packed,
    { position: 0, handout: handout.identity, claims, mayGoOn: () => true },
    { segments: store, log: SILENT, children: undefined },
    { owner: 'owner', watermark: false, folder, signal: AbortSignal.timeout(10_000) },
  );
  expect(finished).toEqual([STREAM]);
  expect(kept).toEqual([]);
  await rm(folder, { recursive: true });
});
