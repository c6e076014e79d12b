import {
  createClient,
  type KeptBrand,
  type KinoraClient,
  KinoraApiError,
  type Source,
} from '../../client/index.ts';
import type { MessageLine } from '../../embed/message-line.ts';
import type { JsonEdit, EditorSetup, TitledEdit, SiteCalls } from '../../embed/editor-messages.ts';
import { text } from '../edit/edit-state.ts';
import { listSourceIds } from '../files/known-files.ts';
import { SERVER_URL } from '../shell/session.ts';
import type { PageToken } from './page-token.ts';

/** The line to the page around the editor. */
export type SiteLine = MessageLine<SiteCalls>;

/** The place of an edit that the page keeps itself. */
export const OWN_PLACE = { id: 'own', version: 1 } as const;

/**
 * Creates the client of the embedded editor: for the code of the Studio, it is like that of a key. What a token may
 * not ask for is empty, such as the files of the account.
 */
export function createEmbeddedClient(
  { version, own }: Pick<EditorSetup, 'version' | 'own'>,
  token: PageToken,
  line: SiteLine,
): KinoraClient {
  const { fetch } = token;
  const client = createClient({ url: SERVER_URL, key: token.current.peek(), version, fetch });
  saveByPage(client, line, own);
  listFilesOfEdit(client);
  const none = async function* (): AsyncGenerator<never, void> {
    // A token lists nothing.
  };
  replace(client.assets, { list: none });
  replace(client.createdAssets, { list: none });
  // Colours that the user keeps end with the page.
  let kept: KeptBrand = { owner: '', version: 0, brand: {} };
  replace(client.brand, {
    get: () => Promise.resolve(kept),
    save: (brand) => Promise.resolve((kept = { ...kept, brand })),
  });
  return client;
}

/** Replaces calls of a client. */
function replace<Part extends object>(part: Part, calls: Partial<Part>): void {
  Object.assign(part, calls);
}

/** Tells the page of each save. The page saves the edit itself, or the server does. */
function saveByPage(client: KinoraClient, line: SiteLine, own: TitledEdit | undefined): void {
  const save = client.edits.save.bind(client.edits);
  replace(client.edits, {
    save: async (id, { name, edit }, options) => {
      // The text of the edit was read as JSON.
      const named: TitledEdit = { name, edit: edit as JsonEdit };
      const isTaken = await line.call('save', { ...named, isAutomatic: options?.autosave === true });
      const { version = 0 } = options ?? {};
      const saved =
        own || isTaken ? { id, version: own ? version + 1 : version } : await save(id, named, options);
      void line.call('saved', named);
      return saved;
    },
  });
  if (!own) return;
  // Nobody but this page saves it.
  const get: typeof client.edits.get = () => Promise.reject(new Error('The page keeps this edit itself.'));
  replace(client.edits, { get });
}

/** Lists the files that were uploaded here and those that the edit uses, in place of all of the account. */
function listFilesOfEdit(client: KinoraClient): void {
  const upload = client.upload.bind(client);
  const uploaded: string[] = [];
  replace(client, {
    upload: async (...given) => {
      const source = await upload(...given);
      uploaded.unshift(source.id);
      return source;
    },
  });
  replace(client.sources, {
    list: async function* () {
      for (const id of new Set([...uploaded, ...listSourceIds(text.peek())])) {
        const source = await find(client, id);
        if (source) yield source;
      }
    },
  });
}

async function find(client: KinoraClient, id: string): Promise<Source | undefined> {
  try {
    return await client.sources.get(id);
  } catch (error) {
    if (error instanceof KinoraApiError && error.status === 404) return undefined;
    throw error;
  }
}
