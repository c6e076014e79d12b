import { join } from 'node:path';
import type { Engine } from '../render/engine.ts';
import { nameEditFiles, parseEdit } from '../edit/index.ts';
import { reportOk, type Found } from './check.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

/** A second of film with a text. */
const FILM = {
  timeline: {
    background: '#204060',
    tracks: [{ clips: [{ asset: { type: 'text', text: 'Kinora' }, start: 0, length: 1 }] }],
  },
  output: { format: 'mp4', size: { width: 320, height: 180 } },
};

/** Renders a short film with the engine of the command line. */
export async function checkEncoding(openEngine: () => Promise<Engine>, signal: AbortSignal): Promise<Found> {
  const parsed = parseEdit(FILM, { dialect: 'interface' });
  if (!parsed.ok) throw new Error('The film of the check is not valid.');
  return await useTemporaryFolder(async (folder) => {
    const engine = await openEngine();
    const began = performance.now();
    await engine.render(parsed.value, nameEditFiles(parsed.value.edit, join(folder, 'film')), {
      folder,
      signal,
      onProgress: () => undefined,
      keepsSegments: false,
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    return reportOk(`A film of one second was rendered in ${seconds} s.`);
  });
}
