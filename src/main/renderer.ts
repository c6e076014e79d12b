import { join } from 'node:path';
import { isKey } from '../hosting/storage.ts';
import { openSources } from '../render/fetch/index.ts';
import { render } from '../render/render.ts';
import { openInspection } from './inspection.ts';
import type { OpenRenderer } from './start.ts';

const FILES = '/files/';

/** Joins the render library with its sources and settings. */
export const openRenderer: OpenRenderer = ({ settings, home, storage, publicUrl, log }) => {
  const { allowHosts, dialect } = settings;
  const own = {
    // Read at every use, because a free port is known only once the server listens.
    get base() {
      return publicUrl();
    },
    open: (path: string) => ownFile(storage.folder, path),
  };
  const sources = openSources({ folder: home.cache, allowHosts, own, log });
  return {
    inspection: openInspection({ sources, dialect, folder: home.frames, log }),
    render: (edit, to, options) => render(edit, to, { ...options, dialect, sources, log }),
    close: () => sources.close(),
  };
};

/** The stored file that we serve under a path of ours, and nothing else that lies in the folder. */
export function ownFile(folder: string | undefined, path: string): string | undefined {
  const key = path.startsWith(FILES) ? path.slice(FILES.length) : '';
  return folder === undefined || !isKey(key) ? undefined : join(folder, key);
}
