import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Edit } from '../../../edit/index.ts';
import { writeImage, writeVideo } from '../../probe/files.fixture.ts';
import { answerStep } from './answer-step.ts';
import { ChildState } from './child-state.ts';

const opened = vi.hoisted(() => ({ files: [] as unknown[] }));

vi.mock('../../probe/probe.ts', async (original) => {
  const actual = await original<typeof import('../../probe/probe.ts')>();
  const probe: typeof actual.probe = (file) => {
    opened.files.push(file);
    return actual.probe(file);
  };
  return { ...actual, probe };
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-answer-step-'));
  await writeVideo(join(folder, 'video.mp4'), 0.4);
  await writeImage(join(folder, 'image.png'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  opened.files.length = 0;
});

test('each source is probed only once for speech, lengths and frames', async () => {
  const [video, image] = [join(folder, 'video.mp4'), join(folder, 'image.png')];
  const clip = { asset: { type: 'video', src: video }, start: 0, length: 'auto' } as const;
  const edit: Edit = {
    timeline: {
      tracks: [
        { clips: [{ asset: { type: 'rich-caption', src: 'alias://speech' }, start: 0, length: 'end' }] },
        {
          clips: [
            { ...clip, alias: 'speech' },
            { ...clip, start: 1 },
          ],
        },
        { clips: [{ asset: { type: 'image', src: image }, start: 0, length: 1 }] },
        { clips: [{ asset: { type: 'image', src: image }, start: 2, length: 1 }] },
      ],
    },
    output: { format: 'mp4', size: { width: 160, height: 90 } },
  };
  const files = { [video]: video, [image]: image };
  const job = { kind: 'frames', edit, files, dialect: 'interface', folder, watermark: false } as const;
  using state = new ChildState(job, () => undefined);
  const [track] = await answerStep(state, { step: 'speech', captions: ['alias://speech'] });
  expect(track?.sounds).toHaveLength(1);
  const words = [{ text: 'Hey', from: 0, to: 0.3 }];
  const transcripts = { 'alias://speech': { words } };
  for (const at of [0, 0.2]) {
    const to = { output: join(folder, `${at}.png`) };
    await answerStep(state, { step: 'output', to, at, transcripts });
  }
  expect(opened.files.toSorted()).toEqual([image, video]);
});
