import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The modules that other pages may load, as names of their scripts with paths of their sources. */
export const EMBED_ENTRIES = [
  ['preview', 'src/preview/index.ts'],
  ['player', 'src/embed/player.ts'],
  ['editor', 'src/embed/editor.ts'],
  ['react', 'src/embed/react.ts'],
].filter(([, path]) => existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url))));
