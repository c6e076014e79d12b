import { isIP } from 'node:net';

/** The part of `resolv.conf` that Kinora uses. Time limits and numbers of attempts are Kinora's own. */
export interface ResolvConf {
  /** IP addresses of the name servers, in the order in which they are asked. */
  readonly servers: readonly string[];
  /** Domains that complete a short name. */
  readonly search: readonly string[];
  /** A name with at least this many dots is first looked up as it is. From 0 to 15. */
  readonly ndots: number;
}

const MAX_SERVERS = 3;
const MAX_DOMAINS = 6;
const MAX_NDOTS = 15;

/** Parses `resolv.conf`. Ignores unknown and wrong lines, as other resolvers do. */
export function parseResolvConf(text: string): ResolvConf {
  const servers: string[] = [];
  let search: string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    if (keyword === 'nameserver' && isIP(values[0] ?? '') !== 0) servers.push(values[0] ?? '');
    // The last one of these lines counts.
    if (keyword === 'search') search = values;
    if (keyword === 'domain') search = values.slice(0, 1);
    if (keyword === 'options') ndots = readNdots(values) ?? ndots;
  }
  const domains = search
    .map((domain) => domain.replace(/^\.+|(?<!\.)\.+$/g, ''))
    .filter((domain) => domain !== '');
  return { servers: servers.slice(0, MAX_SERVERS), search: domains.slice(0, MAX_DOMAINS), ndots };
}

function readNdots(options: readonly string[]): number | undefined {
  const digits = options.map((option) => /^ndots:(\d+)$/.exec(option)?.[1]).findLast((found) => found);
  return digits === undefined ? undefined : Math.min(Number(digits), MAX_NDOTS);
}

/** Lists the complete names that a name may stand for, in the order in which they are looked up. */
export function listCandidates(name: string, { search, ndots }: ResolvConf): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const completed = search.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...completed] : [...completed, name];
}
