// `npm run docs:demo`: records the layers of an edit for the page of the documents that plays it without a server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderEdit, toEdit } from '../test/media/render-edit.ts';
import { MadeLayers } from '../test/preview/made-layers.ts';

const ROOT = join(import.meta.dirname, '..');
const SECONDS = 6;
/** The height of the view in pixels. */
const HEIGHT = 540;

/** Records a picture, or the pieces of a video until its end. */
async function record(layers: MadeLayers, id: string, files: Record<string, string>): Promise<void> {
  const picture = await layers.read(id, undefined).catch(() => undefined);
  if (picture) files[id] = picture.toString('base64');
  for (let piece = 0; !picture; piece++) {
    const bytes = await layers.read(id, piece);
    if (!bytes) return;
    files[`${id}/${piece}`] = bytes.toString('base64');
  }
}

const folder = await mkdtemp(join(tmpdir(), 'kinora-demo-'));
try {
  const film = join(folder, 'film.mp4');
  const picture = (name: string, effect: string) => ({
    asset: { type: 'image', src: join(ROOT, 'examples/narrated', `${name}.jpg`) },
    start: 0,
    length: SECONDS,
    effect,
  });
  // A small film, because it is part of the repository.
  await renderEdit(
    {
      timeline: { tracks: [{ clips: [picture('dawn', 'zoomIn')] }] },
      output: { format: 'mp4', size: { width: 320, height: 180 }, fps: 25 },
    },
    film,
  );
  const text = {
    type: 'rich-text',
    text: 'A day at the coast',
    font: { family: 'Montserrat', weight: 700, size: 72, color: '#ffffff' },
    shadow: { offsetX: 0, offsetY: 3, blur: 8, color: '#12324a', opacity: 0.9 },
  };
  const inset = { scale: 0.35, position: 'topRight', offset: { x: -0.03, y: -0.05 }, fit: 'contain' };
  const tracks = [
    [picture('coast', 'zoomInSlow')],
    [{ asset: { type: 'video', src: film }, start: 0, length: SECONDS, ...inset }],
    [{ asset: text, start: 0, length: SECONDS, offset: { y: -0.25 }, transition: { in: 'slideUp' } }],
  ];
  const edit = toEdit({
    timeline: { tracks: tracks.map((clips) => ({ clips })) },
    output: { format: 'mp4', resolution: 'sd', fps: 25 },
  });
  await using layers = await MadeLayers.make(edit, '/', HEIGHT);
  const { timeline } = layers;
  const files: Record<string, string> = {};
  for (const id of new Set(JSON.stringify(timeline).match(/[0-9a-f]{64}/g))) await record(layers, id, files);
  await writeFile(join(ROOT, 'site/demo/recorded.json'), JSON.stringify({ timeline, files }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
