import { z } from 'zod';
import type { ProviderContext } from '../../generation/generation-provider.ts';
import { findNamed, type NamedItem } from '../http/find-named.ts';
import { readList } from '../http/read-list.ts';
import type { HttpProvider } from '../http/send-request.ts';

/** Ids of the documented avatars. Some avatars have several, one for each outfit. */
const KNOWN_IDS: ReadonlyMap<string, string> = new Map([
  ['jack', 'jack-Pt27VkP3hW'],
  ['lana', 'lana-uXbrIxQFjr'],
  ['lily', 'lily-ADdf3C9AUh'],
  ['matt', 'matt-g7muIj5CiD'],
  ['rian', 'rian-lZC6MmWfC1'],
]);
const PAGE_SIZE = 100;
const MAX_PAGES = 20;

/**
 * Returns the id of a presenter: the id itself, else the known id if D-ID lists it, else the first listed presenter
 * of the name. If D-ID lists no presenter of a documented name, the known id is sent all the same, because D-ID
 * still accepts presenters that it lists no more.
 */
export async function findPresenter(
  service: HttpProvider,
  avatar: string,
  context: ProviderContext,
): Promise<string> {
  if (/^\S+[-@][\w-]{10}$/.test(avatar)) return avatar;
  const known = KNOWN_IDS.get(avatar.toLowerCase());
  const presenters = await listPresenters(service, context);
  if (known === undefined) return findNamed(presenters, avatar, 'd-id', 'avatar');
  if (presenters.some(({ id }) => id === known)) return known;
  return findNamed([...presenters, { id: known, name: '' }], avatar, 'd-id', 'avatar');
}

const Presenters = z.object({
  presenters: z.array(z.object({ presenter_id: z.string(), name: z.string().nullish() })),
  token: z.string().nullish(),
});

async function listPresenters(service: HttpProvider, context: ProviderContext): Promise<NamedItem[]> {
  const items: NamedItem[] = [];
  let token: string | null | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const after = typeof token === 'string' ? `&token=${encodeURIComponent(token)}` : '';
    const reply = await readList(service, `/clips/presenters?limit=${PAGE_SIZE}${after}`, context);
    const data = reply.parse(Presenters);
    items.push(...data.presenters.map(({ presenter_id: id, name }) => ({ id, name: name ?? '' })));
    token = data.token;
    if (typeof token !== 'string' || token === '' || data.presenters.length === 0) break;
  }
  return items;
}
