import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { KinoraApiError, type KinoraClient } from '../../client/index.ts';
import { listFacts } from '../media/describe-facts.ts';
import { KIND_TITLES, kindOfFile, nameOfFile } from '../media/media-kind.ts';
import { readMediaFacts } from '../media/use-file-facts.ts';
import { session } from '../shell/session.ts';
import { fileOfSource, type TrayFile } from '../tray/tray-file.ts';

/** A file as a person knows it, by the address that an edit has for it. */
export type KnownFile = Pick<TrayFile, 'name' | 'facts' | 'isOwn' | 'duration'>;

const known = signal<ReadonlyMap<string, KnownFile>>(new Map());
/** The addresses that the server was asked about. */
const asked = new Set<string>();

/** Remembers the name and the facts of a file, so that nobody asks for them. */
export function rememberFile(url: string, file: KnownFile): void {
  known.value = new Map([...known.peek(), [withoutQuery(url), file]]);
}

/** Returns the name and the facts of the file at an address. They follow a little later if the server has them. */
export function useKnownFile(address: string): KnownFile {
  const key = withoutQuery(address);
  const client = session.value?.client;
  useEffect(() => {
    if (!client || !/^https?:/.test(address) || known.peek().has(key) || asked.has(key)) return;
    asked.add(key);
    void askFor(client, address).then(
      (file) => rememberFile(address, file),
      // The next view of the file asks again. Until then, its address names it.
      () => asked.delete(key),
    );
  }, [client, key]);
  return known.value.get(key) ?? describeAddress(address);
}

/** Returns the name of the file at an address, as far as it is known. */
export function findFileName(address: string): string {
  return (known.value.get(withoutQuery(address)) ?? describeAddress(address)).name;
}

async function askFor(client: KinoraClient, address: string): Promise<KnownFile> {
  const id = idOfSource(address);
  if (id === undefined) return await probe(client, address);
  try {
    return fileOfSource(await client.sources.get(id));
  } catch (error) {
    if (!(error instanceof KinoraApiError) || error.status !== 404) throw error;
    const facts = 'Kinora does not have this file any more. Choose another.';
    return { ...describeAddress(address), facts };
  }
}

async function probe(client: KinoraClient, address: string): Promise<KnownFile> {
  const plain = describeAddress(address);
  const kind = kindOfFile(address);
  if (kind !== 'video' && kind !== 'image' && kind !== 'sound') return plain;
  const facts = readMediaFacts(await client.probe(address));
  return { ...plain, facts: [KIND_TITLES[kind], ...listFacts(facts)].join(' · '), duration: facts.duration };
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
