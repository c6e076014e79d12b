/** A source of addresses: the hosts file, or the name servers. */
export type NameSource = 'files' | 'dns';

const DEFAULT_ORDER: readonly NameSource[] = ['files', 'dns'];

/** The words of `nsswitch.conf` for these sources. `resolve` asks the same servers by way of a local service. */
const WORDS: Readonly<Record<string, NameSource>> = { files: 'files', dns: 'dns', resolve: 'dns' };

/**
 * Returns the sources that the line `hosts` of `nsswitch.conf` names, in their order. Kinora does not have the
 * other sources, such as multicast DNS. Ignores actions in brackets, except one that ends the search after the
 * hosts file.
 */
export function parseSourceOrder(text: string): readonly NameSource[] {
  const line = /^[ \t]*hosts:([^#\n]*)/m.exec(text)?.[1];
  if (line === undefined) return DEFAULT_ORDER;
  const order: NameSource[] = [];
  for (const [, word = '', action = ''] of line.matchAll(/([^\s[\]]+)\s*(\[[^\]]*\])?/g)) {
    const source = WORDS[word.toLowerCase()];
    if (source !== undefined && !order.includes(source)) order.push(source);
    if (source === 'files' && /[[\s]NOTFOUND=return/i.test(action)) break;
  }
  return order.length === 0 ? DEFAULT_ORDER : order;
}
