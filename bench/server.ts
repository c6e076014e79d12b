// A Kinora server with the embedded database, but without rate limits and with a fake renderer. The renderer
// either waits forever (`wait`) or fails at once (`fail`), so that only the service is measured. Started by
// bench/kinora-process.ts.
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { KinoraError } from '../src/base/errors.ts';
import { createInspection, FRAME_LIMITS } from '../src/engine/inspection.ts';
import { readSettings } from '../src/main/settings.ts';
import type { OpenRenderServices } from '../src/engine/render-services.ts';
import { start } from '../src/main/start.ts';
import { openBrowser } from '../src/render/browse/browser.ts';
import { openSources } from '../src/render/fetch/index.ts';
import { openRenderer } from '../src/render/renderer.ts';
import type { RenderEdit } from '../src/worker/worker-context.ts';
import { listRoutes } from './routes.ts';
import { watchStalls } from './watch-stalls.ts';

const HOUR_MS = 3_600_000;
const NOTHING_INGESTED = new KinoraError('cancelled', 'The benchmark ingests nothing.');

const NOTHING_GENERATED = new KinoraError('cancelled', 'The benchmark generates nothing.');

const render: RenderEdit = async (_edit, _to, { signal }) => {
  if (process.argv[2] === 'wait') await wait(HOUR_MS, undefined, { signal });
  throw new KinoraError('cancelled', 'The benchmark renders nothing.');
};

const openRenderServices: OpenRenderServices = ({ home, log }) => {
  const sources = openSources({ folder: home.cache, allowHosts: [], log });
  const browser = openBrowser({ folder: home.browser, log });
  const renderer = openRenderer({ sources, browser, folder: home.temporary, log, frameLimits: FRAME_LIMITS });
  return {
    render,
    help: () => Promise.resolve(0),
    fetch: (url, request) => sources.fetch(url, request),
    inspectSource: () => Promise.reject(NOTHING_INGESTED),
    convert: () => Promise.reject(NOTHING_INGESTED),
    transcribe: () => Promise.reject(NOTHING_INGESTED),
    generated: {
      obtain: () => Promise.reject(NOTHING_GENERATED),
      find: () => Promise.resolve(undefined),
      findOrMake: () => Promise.resolve(undefined),
    },
    canTranscribe: false,
    inspection: createInspection(renderer),
    async close() {
      await renderer.close();
      await sources.close();
    },
  };
};
const routes = listRoutes();
const running = await start(
  readSettings(process.env, process.cwd()),
  { api: true, workers: true },
  openRenderServices,
  pino({ level: 'info' }, pino.destination({ fd: 2, sync: true })),
);
const takeLongest = watchStalls();
// Any message requests the longest stall since the previous message.
process.on('message', () => process.send?.(takeLongest()));
process.once('disconnect', () => void running.stop());
process.send?.({ url: running.publicUrl, key: running.keys?.v1 ?? '', routes });
