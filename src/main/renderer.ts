import { join } from 'node:path';
import { openSources } from '../render/fetch/index.ts';
import type { OpenRenderer } from './start.ts';

/** Joins the render library with its sources. */
export const openRenderer: OpenRenderer = ({ settings, home, storage, publicUrl, log }) => {
  const sources = openSources({
    folder: home.cache,
    allowHosts: settings.allowHosts,
    own: {
      get base() {
        return publicUrl();
      },
      open: (path) => ownFile(storage.folder, path),
    },
    log,
  });
  return {
    render: () => Promise.reject(new Error('The render library is not joined yet.')),
    close: () => sources.close(),
  };
};

function ownFile(folder: string | undefined, path: string): string | undefined {
  const key = /^\/files\/(?<key>(?!\.)[^/]+(?:\/(?!\.)[^/]+)*)$/.exec(path)?.groups?.['key'];
  return folder === undefined || key === undefined ? undefined : join(folder, key);
}
