import { KEY_FILE } from '../home/home-secrets.ts';
import { locateHome } from '../home/home.ts';
import { toLocalUrl } from '../server/http/listen.ts';
import type { Settings } from './settings.ts';
import type { ServerAccess, ServerStage } from '../cli/command-dependencies.ts';

/**
 * Returns the server for commands that send files: the one in the settings, or the one of this machine. Does
 * not check that it runs.
 */
export async function locateServer(settings: Settings, stage: ServerStage): Promise<ServerAccess> {
  const home = locateHome(settings.home);
  const { publicUrl, host, port } = settings;
  const keys = settings.keys ?? (await KEY_FILE.find(home));
  return {
    url: publicUrl ?? toLocalUrl(host, port),
    key: settings.key ?? keys?.[stage],
    uploads: home.uploads,
  };
}
