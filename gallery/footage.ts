import { join } from 'node:path';
import { produce } from '../src/render/produce/produce.ts';
import { toEdit } from '../test/media/render-edit.ts';
import { listSources } from '../src/edit/index.ts';
import { drawHead } from '../src/render/subject/head.fixture.ts';
import { clip, editOf, picture } from './edits.ts';

/** File names of the gallery's videos. Kinora makes them; each lasts a second or two. */
export const FOOTAGE = {
  balloon: 'balloon.mp4',
  iris: 'iris.mp4',
  sweep: 'sweep.mp4',
  walk: 'walk.mp4',
} as const;

/** Renders every video into a folder. */
export async function makeFootage(folder: string): Promise<void> {
  const edits = {
    [FOOTAGE.balloon]: balloon(),
    [FOOTAGE.iris]: iris(),
    [FOOTAGE.sweep]: sweep(),
    [FOOTAGE.walk]: walk(),
  };
  for (const [name, edit] of Object.entries(edits)) {
    const to = { output: join(folder, name) };
    const parsed = toEdit(edit);
    const files = Object.fromEntries(listSources(parsed).map(({ url }) => [url, join(folder, url)]));
    const job = { edit: parsed, files, folder, to } as const;
    await produce({ ...job, dialect: 'interface', watermark: false }, () => undefined);
  }
}

const svg = (inner: string, size: string): object => ({
  type: 'svg',
  src: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}">${inner}</svg>`,
});

/** Returns a balloon that crosses a green screen. */
function balloon(): object {
  const markup = `
    <defs>
      <radialGradient id="s" cx="0.35" cy="0.3"><stop offset="0" stop-color="#fff" stop-opacity="0.45"/><stop offset="1" stop-color="#000" stop-opacity="0.28"/></radialGradient>
      <clipPath id="c"><path d="M100 8C40 8 12 52 12 92c0 46 44 74 68 108h40c24-34 68-62 68-108 0-40-28-84-88-84z"/></clipPath>
    </defs>
    <g clip-path="url(#c)"><rect width="200" height="220" fill="#f2542d"/><path d="M56 0C36 80 60 160 84 210h32c24-50 48-130 28-210z" fill="#ffe8c9"/><path d="M84 0c-8 80 2 160 10 210h12c8-50 18-130 10-210z" fill="#f2542d"/><rect width="200" height="220" fill="url(#s)"/></g>
    <path d="M82 200l6 40M118 200l-6 40" stroke="#5a3b2e" stroke-width="2.5"/><rect x="84" y="238" width="32" height="26" rx="5" fill="#8a5a3c"/>`;
  const move = (from: number, to: number) => [{ from, to, start: 0, length: 2 }];
  const asset = svg(markup, '0 0 200 270');
  return editOf(
    [clip(asset, 2, { scale: 0.8, offset: { x: move(-0.3, 0.25), y: move(-0.05, 0.06) } })],
    undefined,
    {
      background: '#00b140',
    },
  );
}

/** Returns a film of somebody who walks along a coast, and of a hill at night after a cut. */
function walk(): object {
  const head = (start: number, length: number, x: unknown): object => ({
    asset: { type: 'svg', src: drawHead(220) },
    start,
    length,
    fit: 'none',
    position: 'bottom',
    offset: { x },
  });
  const path = [
    { from: -0.32, to: 0.3, start: 0.5, length: 2, interpolation: 'bezier', easing: 'easeInOutSine' },
  ];
  const grounds = [picture('coast', 3), { ...picture('night', 1), start: 3 }];
  const heads = [head(0, 3, path), head(3, 1, -0.18)];
  return {
    timeline: { tracks: [{ clips: grounds }, { clips: heads }] },
    output: { format: 'mp4', size: { width: 640, height: 360 }, fps: 25 },
  };
}

/** Returns a matte: a white disc with a soft edge that grows until everything is white. */
function iris(): object {
  const markup = `<radialGradient id="g"><stop offset="0.75" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><circle cx="50" cy="50" r="50" fill="url(#g)"/>`;
  const scale = [{ from: 0, to: 3, start: 0, length: 1, interpolation: 'bezier', easing: 'easeInOut' }];
  return editOf([clip(svg(markup, '0 0 100 100'), 1, { scale })]);
}

/** Returns a matte: white stripes with soft edges that come down until everything is white. */
function sweep(): object {
  const stripes = Array.from({ length: 8 }, (_, index) => {
    const offset = {
      x: index / 8 - 0.4375,
      y: [{ from: 1.3, to: 0, start: index * 0.06, length: 0.5, interpolation: 'bezier', easing: 'easeOut' }],
    };
    const markup = `<linearGradient id="g" x2="0" y2="1"><stop offset="0.85" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient><rect width="81" height="440" fill="url(#g)"/>`;
    return clip(svg(markup, '0 0 81 440'), 1, { width: 81, height: 440, offset });
  });
  return editOf(stripes);
}
