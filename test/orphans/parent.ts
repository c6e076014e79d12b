// A process that keeps child processes of one kind at work until it is killed. Its arguments are the kind and a video.
import { mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cacheCompiledCode } from '../../src/base/compile-cache.js';
import { SILENT } from '../../src/base/logger.ts';
import type { Edit } from '../../src/edit/index.ts';
import type { Asset } from '../../src/edit/schema/clip.ts';
import type { RemoteFile, SourceFile } from '../../src/render/media/source-file.ts';

cacheCompiledCode();
const { openPooledChild, runInChild, runInPooledChild } =
  await import('../../src/render/child/run-in-child.ts');
const { sentEdit } = await import('../../src/render/child/sent-edit.fixture.ts');

const [kind = '', video = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const options = { signal, log: SILENT };
const dialect = 'interface';

/** A video whose bytes come slowly, so that its reader waits in the middle of a native call. */
const { size } = await stat(video);
const remote: RemoteFile = {
  path: video,
  size,
  async fetchRange(from, count) {
    await wait(100);
    return Math.max(0, Math.min(count, size - from));
  },
  fetchAll: () => Promise.resolve(video),
};

const CIRCLES = '<circle cx="300" cy="200" r="150" filter="url(#b)"/>'.repeat(20);
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><filter id="b"><feGaussianBlur stdDeviation="40"/></filter>${CIRCLES}</svg>`;

function createEdit(asset: Asset): Edit {
  const clips = [{ asset, start: 0, length: 100 }];
  return { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: { width: 640, height: 360 } } };
}

async function render(asset: Asset, files: Record<string, SourceFile>) {
  const folder = await mkdtemp(join(video, '..', 'render-'));
  const edit = sentEdit(createEdit(asset));
  const job = { kind: 'output', edit, files, dialect, watermark: false, folder } as const;
  const to = { output: join(folder, 'out.mp4') };
  return await runInPooledChild(openPooledChild(job, options), { step: 'output', to }, 'end', options);
}

async function speak(voice: 'espeak' | 'flite', name: string) {
  const { SynthesisProcess } = await import('../../src/speech/synthesis-process.ts');
  const { programOf } = await import('../../src/speech/synthesisers.ts');
  const words = Array.from({ length: 5_000 }, () => ({ spoken: 'word', joined: false }));
  const request = { voice: name, speaker: 0, tempo: 1, pitch: 1, even: false, words };
  return await new SynthesisProcess(programOf(voice, undefined)).speak(request, signal);
}

async function capture(html: string) {
  const { testBrowser } = await import('../../src/render/browse/browser.fixture.ts');
  const page = { html, css: '', position: 'center', width: 300, height: 200, scale: 1 } as const;
  return await testBrowser().capture(page, [], signal);
}

const WORK: Readonly<Record<string, () => Promise<unknown>>> = {
  'waits for a task': async () => {
    const { openProcessPool } = await import('../../src/render/child/process-pool.ts');
    openProcessPool({ refill: true }).prewarm();
    await wait(2 ** 30);
  },
  'probes a remote video': () =>
    runInChild({ kind: 'inspect', files: { video: remote }, filename: 'v', displayName: 'v' }, options),
  'checks an edit of a remote video': () => {
    const edit = sentEdit(createEdit({ type: 'video', src: 'video' }));
    const task = {
      kind: 'dryRun',
      edit,
      files: { video: remote },
      dialect,
      warnings: [],
      failures: {},
    } as const;
    return runInChild(task, options);
  },
  'decodes and encodes': () => render({ type: 'video', src: 'video' }, { video }),
  'reads a remote video for a render': () => render({ type: 'video', src: 'video' }, { video: remote }),
  draws: () => render({ type: 'svg', src: DRAWING }, {}),
  'speaks English': () => speak('flite', 'rms'),
  'speaks German': () => speak('espeak', 'de'),
  'captures an endless page': () => capture('<script>for (;;);</script>'),
};

process.stdout.write('started\n');
for (;;) await WORK[kind]?.();
