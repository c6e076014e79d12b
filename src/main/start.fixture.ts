// A Kinora process for the tests in start.test.ts. Its renders end after 200 ms or never.
// Those of gifs fail.
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { KinoraError } from '../base/errors.ts';
import { readSettings } from './settings.ts';
import type { OpenRenderServices } from '../engine/render-services.ts';
import { NO_RENDER_SERVICES } from './no-render-services.fixture.ts';
import { start } from './start.ts';

const [role = 'both', speed = 'fast'] = process.argv.slice(2);

const openRenderServices: OpenRenderServices = () => ({
  ...NO_RENDER_SERVICES,
  async render({ outline }, to, { onProgress, signal }) {
    onProgress({ phase: 'rendering' });
    if (outline.output.format === 'gif')
      throw new KinoraError('asset_not_found', 'The picture was not found.');
    await sleep(speed === 'fast' ? 200 : 3_600_000, undefined, { signal });
    await writeFile(to.output, `made by ${process.pid}`);
    return { duration: 1, warnings: [] };
  },
});

const running = await start(
  readSettings(process.env, process.cwd()),
  { api: role === 'both', workers: true },
  openRenderServices,
  pino({ level: 'warn' }, pino.destination(2)),
);
process.once('SIGTERM', () => void running.stop());
process.stdout.write(`${JSON.stringify(running)}\n`);
