import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT } from '../../src/base/logger.ts';
import { type Browser, openBrowser } from '../../src/render/browse/browser.ts';
import type { MovingPage } from '../../src/render/browse/moving-page.ts';
import { median } from '../ratios.ts';

/** The times of a page that moves. */
export interface PageTimes {
  /** Seconds until the first frame is filmed, with a browser that runs already. */
  readonly first: number;
  /** Milliseconds for each frame after that. */
  readonly frame: number;
}

type Asset = MovingPage['asset'];

const SECONDS = 2;
const RATE = 25;
/** The examples are 1280 pixels wide. They are drawn at 1920x1080. */
const SIZE = { width: 1280, height: 720, scale: 1.5 };

const BLUR: Asset = {
  html: '<div></div>',
  css: `div { height: 100%; background: conic-gradient(#ffd166, #ff6fb5, #8f7bff, #3df5a5, #ffd166); animation: blur ${SECONDS}s linear; }
    @keyframes blur { from { filter: blur(2px); } to { filter: blur(40px); transform: rotate(20deg); } }`,
};

/**
 * Films pages that move, at 1920x1080 and 25 frames per second.
 *
 * @param rounds number of measurements for each page. Their median counts.
 * @param folder an empty folder for the films.
 */
export async function measurePages(rounds: number, folder: string): Promise<Record<string, PageTimes>> {
  const pages = {
    'a counter': await readExample('counter'),
    'a chart by D3': await readExample('bar-chart'),
    'kinetic type of 40 words': await readExample('kinetic-type'),
    'a Lottie': await readExample('lottie'),
    'a full-frame blur': BLUR,
  };
  const browser = openBrowser({ folder: join(tmpdir(), 'kinora-bench-browser'), log: SILENT });
  const to = join(folder, 'film');
  try {
    // The first page starts the browser.
    await film(browser, BLUR, 1, to);
    const times: Record<string, PageTimes> = {};
    for (const [name, asset] of Object.entries(pages)) {
      const measured: PageTimes[] = [];
      for (let round = 0; round < rounds; round++) {
        const first = await film(browser, asset, 1, to);
        const all = await film(browser, asset, SECONDS * RATE, to);
        measured.push({ first, frame: (1000 * (all - first)) / (SECONDS * RATE - 1) });
      }
      const of = (key: keyof PageTimes) => median(measured.map((each) => each[key]));
      times[name] = { first: of('first'), frame: of('frame') };
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** Reads the page of an example. */
async function readExample(name: string): Promise<Asset> {
  const file = join(import.meta.dirname, '../../examples/pages', `${name}.json`);
  const edit = JSON.parse(await readFile(file, 'utf8')) as {
    readonly timeline: {
      readonly tracks: readonly { readonly clips: readonly { readonly asset: Asset }[] }[];
    };
  };
  const asset = edit.timeline.tracks.at(-1)?.clips[0]?.asset;
  if (!asset) throw new Error(`${file} has no page.`);
  return asset;
}

/** Films the first frames of a page. @returns the seconds that it took. */
async function film(browser: Browser, asset: Asset, frames: number, to: string): Promise<number> {
  const started = performance.now();
  const wanted = { rate: [RATE, 1], spans: [{ from: 0, to: frames }] } as const;
  await browser.film({ asset, ...SIZE }, { frames: wanted, to }, [], new AbortController().signal);
  return (performance.now() - started) / 1000;
}
