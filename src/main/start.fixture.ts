// A Kinora process for the tests in start.test.ts, with a render that takes no time or for ever.
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { readSettings } from './settings.ts';
import { type OpenRenderer, start } from './start.ts';

const [what = 'both', speed = 'fast'] = process.argv.slice(2);

const openRenderer: OpenRenderer = () => ({
  async render(_edit, to, { onProgress, signal }) {
    onProgress({ stage: 'rendering' });
    await wait(speed === 'fast' ? 200 : 3_600_000, undefined, { signal });
    await writeFile(to.output, `made by ${process.pid}`);
    return { duration: 1, warnings: [] };
  },
  fetch: () => Promise.reject(new Error('Nothing is to be fetched here.')),
  inspection: {
    probe: () => Promise.resolve({}),
    dryRun: () => Promise.resolve('{}'),
    frame: () => Promise.resolve(Buffer.alloc(0)),
  },
  close: () => Promise.resolve(),
});

const running = await start(
  readSettings(process.env, process.cwd()),
  { api: what === 'both', workers: true },
  openRenderer,
  pino({ level: 'warn' }, pino.destination(2)),
);
process.once('SIGTERM', () => void running.stop());
process.stdout.write(`${JSON.stringify(running)}\n`);
