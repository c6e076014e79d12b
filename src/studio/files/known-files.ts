import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { KinoraApiError, type KinoraClient } from '../../client/index.ts';
import { listFacts } from '../media/describe-facts.ts';
import { KIND_TITLES, kindOfFile, nameOfFile } from '../media/media-kind.ts';
import { readMediaFacts } from '../media/use-file-facts.ts';
import { session } from '../shell/session.ts';
import { fileOfSource, type TrayFile } from '../tray/tray-file.ts';
import { listAccountFiles } from './account-files.ts';

/** A file as a person knows it, by the address that an edit has for it. */
export type KnownFile = Pick<TrayFile, 'name' | 'facts' | 'isOwn' | 'duration'>;

const known = signal<ReadonlyMap<string, KnownFile>>(new Map());
/** The addresses that the server was asked about. */
const asked = new Set<string>();
/** The addresses of sources to ask about next, all with one list. */
let waiting: string[] = [];

/** Most sources that are listed to find names. Older ones are asked for one by one. */
const MOST_LISTED = 300;

/** Milliseconds after which sources are asked for again if the server has not answered. */
const ASK_AGAIN_MS = 30_000;

/** Remembers the name and the facts of a file, so that the server is not asked for them. */
export function rememberFile(url: string, file: KnownFile): void {
  known.value = new Map([...known.peek(), [withoutQuery(url), file]]);
}

/** Returns the name and the facts of the file at an address. They follow a little later if the server has them. */
export function useKnownFile(address: string): KnownFile {
  useEffect(() => {
    if (idOfSource(address) === undefined) askForFacts(address);
  }, [address]);
  askForSource(address);
  return known.value.get(withoutQuery(address)) ?? describeAddress(address);
}

/** Returns the name of the file at an address. That of a source follows a little later. */
export function findFileName(address: string): string {
  askForSource(address);
  return (known.value.get(withoutQuery(address)) ?? describeAddress(address)).name;
}

function askForSource(address: string): void {
  if (idOfSource(address) === undefined || isKnown(address)) return;
  asked.add(withoutQuery(address));
  waiting.push(address);
  if (waiting.length === 1) queueMicrotask(() => void findSources());
}

/** Finds the sources that are waited for. The others of the list are remembered as well. */
async function findSources(): Promise<void> {
  const wanted = new Map(waiting.map((address) => [withoutQuery(address), address]));
  waiting = [];
  const client = session.peek()?.client;
  if (!client) return;
  const found = new Map<string, KnownFile>();
  try {
    let listed = 0;
    for await (const file of listAccountFiles(client, 'uploads')) {
      if (file.url !== undefined) found.set(withoutQuery(file.url), file);
      wanted.delete(withoutQuery(file.url ?? ''));
      if (wanted.size === 0 || (listed += 1) >= MOST_LISTED) break;
    }
    for (const [key, address] of wanted) found.set(key, await findSource(client, address));
  } catch {
    // Later views of the files ask again. Until then, their addresses name them.
    setTimeout(() => {
      for (const key of wanted.keys()) asked.delete(key);
    }, ASK_AGAIN_MS);
  }
  if (found.size > 0) known.value = new Map([...known.peek(), ...found]);
}

async function findSource(client: KinoraClient, address: string): Promise<KnownFile> {
  try {
    return fileOfSource(await client.sources.get(idOfSource(address) ?? ''));
  } catch (error) {
    if (!(error instanceof KinoraApiError) || error.status !== 404) throw error;
    const plain = describeAddress(address);
    // Another Kinora may have it.
    if (!plain.isOwn) return plain;
    return { ...plain, facts: 'Kinora does not have this file any more. Choose another.' };
  }
}

function askForFacts(address: string): void {
  const client = session.peek()?.client;
  if (!client || !/^https?:/.test(address) || isKnown(address)) return;
  asked.add(withoutQuery(address));
  void probe(client, address).then(
    (file) => rememberFile(address, file),
    () => asked.delete(withoutQuery(address)),
  );
}

function isKnown(address: string): boolean {
  const key = withoutQuery(address);
  return known.peek().has(key) || asked.has(key);
}

async function probe(client: KinoraClient, address: string): Promise<KnownFile> {
  const plain = describeAddress(address);
  const kind = kindOfFile(address);
  if (kind !== 'video' && kind !== 'image' && kind !== 'sound') return plain;
  const facts = readMediaFacts(await client.probe(address));
  return { ...plain, facts: [KIND_TITLES[kind], ...listFacts(facts)].join(' · '), duration: facts.duration };
}

/** Lists the ids of the sources whose addresses a text has. */
export function listSourceIds(text: string): string[] {
  return (text.match(/https?:[^\s"]+/g) ?? []).flatMap((address) => idOfSource(address) ?? []);
}

/** Returns the id of the source that an address leads to. Undefined for other addresses. */
function idOfSource(address: string): string | undefined {
  return /\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/source\.\w+$/.exec(withoutQuery(address))
    ?.groups?.['id'];
}

/** Returns what an address itself says. */
function describeAddress(address: string): KnownFile {
  const file = { isOwn: isOfThisServer(address), duration: undefined };
  const clip = /^alias:\/\/(.+)$/.exec(address)?.[1];
  if (clip !== undefined)
    return { ...file, name: `The words of “${clip}”`, facts: 'Made from the sound of that clip' };
  const field = /\{\{([^{}]+)\}\}/.exec(address)?.[1];
  if (field !== undefined)
    return { ...file, name: `The field ${field.trim()}`, facts: 'Filled in with the template' };
  const name = nameOfFile(address) || address;
  return { ...file, name, facts: KIND_TITLES[kindOfFile(address)] };
}

/** True if the page may show the file. */
function isOfThisServer(address: string): boolean {
  return URL.parse(address)?.origin === location.origin;
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}
