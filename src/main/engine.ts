import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT } from '../base/log.ts';
import type { Engine, EngineRun } from '../cli/engine.ts';
import { momentOf } from '../edit/index.ts';
import { openBrowser } from '../render/browse/browser.ts';
import { openSources } from '../render/fetch/index.ts';
import type { Children } from '../render/children.ts';
import { inspectMedia } from '../render/look.ts';
import { render, renderFrame, type RenderOptions } from '../render/render.ts';
import { homeAt } from './home.ts';
import type { Settings } from './settings.ts';
import { openTranscriber } from './transcriber.ts';

/** Everybody who renders by the command line shares one cache of sources. */
const OWNER = 'local';

/**
 * The render library as the command line uses it: with relative and `file:` sources, and without a database.
 *
 * @param children where its processes come from; each is new where absent.
 */
export function commandLineEngine(settings: Settings, children?: Children): Engine {
  const parts = { ...settings, children };
  return {
    render: (edit, to, run) => withOptions(parts, run, (options) => render(edit, to, options)),
    async frame(edit, at, to, run) {
      const moment = momentOf(edit, at);
      return (await withOptions(parts, run, (options) => renderFrame(moment, at, to, options))).warnings;
    },
    probe: (source, run) =>
      withOptions(parts, { ...run, onProgress: () => undefined }, (options) => inspectMedia(source, options)),
  };
}

async function withOptions<Outcome>(
  {
    home,
    allowHosts,
    dialect,
    transcriber,
    children,
  }: Settings & { readonly children: Children | undefined },
  { folder: localFiles, signal, onProgress }: EngineRun,
  work: (options: RenderOptions) => Promise<Outcome>,
): Promise<Outcome> {
  const sources = openSources({ folder: join(home, 'cache'), allowHosts, localFiles });
  const browser = openBrowser({ folder: homeAt(home).browser, log: SILENT });
  const transcripts = openTranscriber(transcriber, homeAt(home), SILENT);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-'));
  try {
    const settled = {
      dialect,
      sources,
      browser,
      transcripts,
      owner: OWNER,
      watermark: false,
      folder,
      log: SILENT,
      children,
    };
    return await work({ ...settled, signal, onProgress });
  } finally {
    await transcripts?.close();
    await browser.close();
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  }
}
