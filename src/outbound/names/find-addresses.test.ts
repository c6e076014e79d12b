import { afterEach, describe, expect, test } from 'vitest';
import { type DnsAnswer, type DnsQuestion, type DnsServer, startDnsServer } from './dns-server.fixture.ts';
import { type FindAddresses, openAddressFinder } from './find-addresses.ts';
import { createNameFiles, type TestNameFiles } from './name-files.fixture.ts';
import { NameFailure } from './query-servers.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

interface Opened {
  readonly server: DnsServer;
  readonly files: TestNameFiles;
  readonly find: FindAddresses;
}

async function open(answer: (question: DnsQuestion) => DnsAnswer, resolvConf?: string): Promise<Opened> {
  const server = await startDnsServer(answer);
  const files = await createNameFiles(server.port, resolvConf);
  opened.push(server, files);
  return { server, files, find: openAddressFinder(files) };
}

const never = new AbortController().signal;

async function outcomeOf(found: ReturnType<FindAddresses>): Promise<string | string[]> {
  return await found.then(
    (addresses) => addresses.map(({ address }) => address),
    (error: unknown) => (error instanceof NameFailure ? `${error.reason} ${error.code}` : String(error)),
  );
}

const NONE: DnsAnswer = {};
const ABSENT: DnsAnswer = { status: 'NXDOMAIN' };

describe('the name servers', () => {
  test('are asked for IPv4 and IPv6 addresses, and IPv4 comes first', async () => {
    const { find, server } = await open(() => ({ records: ['2606:4700::1', '1.1.1.1', '1.0.0.1'] }));
    expect(await outcomeOf(find('both.example', never))).toEqual(['1.1.1.1', '1.0.0.1', '2606:4700::1']);
    expect(server.questions.map(({ type }) => type).toSorted()).toEqual(['A', 'AAAA']);
  });

  test('may have addresses of one family only', async () => {
    const { find } = await open(({ type }) => (type === 'AAAA' ? { records: ['2606:4700::1'] } : NONE));
    expect(await outcomeOf(find('six.example', never))).toEqual(['2606:4700::1']);
  });

  test('may answer for one family and be silent about the other one', async () => {
    const { find } = await open(({ type }) => (type === 'A' ? { records: ['1.1.1.1'] } : undefined));
    expect(await outcomeOf(find('half.example', never))).toEqual(['1.1.1.1']);
  });

  test('may answer late', async () => {
    const { find } = await open(() => ({ records: ['1.1.1.1'], delayMs: 2500 }));
    expect(await outcomeOf(find('late.example', never))).toEqual(['1.1.1.1']);
  });

  test('may return a thousand addresses; the first ones are used', async () => {
    const records = Array.from({ length: 1000 }, (_, at) => `8.8.${at >> 8}.${at & 255}`);
    const { find, server } = await open(() => ({ records, isTruncated: true }));
    expect(await outcomeOf(find('many.example', never))).toEqual(records.slice(0, 128));
    expect(server.questions.some(({ by }) => by === 'tcp')).toBe(true);
  });

  test('may return a chain of names', async () => {
    const chain = Array.from({ length: 12 }, (_, at) => `link-${at}.example`);
    const { find } = await open(({ type }) => ({ records: type === 'A' ? [...chain, '1.1.1.1'] : chain }));
    expect(await outcomeOf(find('chain.example', never))).toEqual(['1.1.1.1']);
  });

  test.each<[string, DnsAnswer, string]>([
    ['a name that does not exist', ABSENT, 'absent ENOTFOUND'],
    ['a name without addresses', NONE, 'absent ENOTFOUND'],
    ['a chain that leads nowhere', { records: ['nowhere.example'] }, 'absent ENOTFOUND'],
    ['a server that fails', { status: 'SERVFAIL' }, 'failed EAI_AGAIN'],
  ])('give the reason for %s', async (_what, answer, outcome) => {
    const { find } = await open(() => answer);
    expect(await outcomeOf(find('no.example', never))).toBe(outcome);
  });

  test('are not waited for after the signal', async () => {
    const { find, server } = await open(() => undefined);
    const leaving = new AbortController();
    const found = outcomeOf(find('silent.example', leaving.signal));
    await expect.poll(() => server.questions.length).toBeGreaterThanOrEqual(2);
    leaving.abort();
    expect(await found).toBe('silent UND_ERR_CONNECT_TIMEOUT');
  });

  test.each(['a..b', `${'a'.repeat(64)}.example`, 'a\0b', `${'a.'.repeat(130)}example`])(
    'are not needed for %j',
    async (name) => {
      const { find } = await open(() => ABSENT);
      expect(await outcomeOf(find(name, never))).toBe('absent ENOTFOUND');
    },
  );
});

describe('search domains', () => {
  const answer = ({ name }: DnsQuestion): DnsAnswer =>
    name === 'store.two.example' || name === 'a.b' ? { records: ['1.1.1.1'] } : ABSENT;
  const namesOf = ({ server }: Opened): string[] => [...new Set(server.questions.map(({ name }) => name))];

  test('complete a short name, one after another', async () => {
    const opening = await open(answer, 'search one.example two.example\n');
    expect(await outcomeOf(opening.find('store', never))).toEqual(['1.1.1.1']);
    expect(namesOf(opening)).toEqual(['store.one.example', 'store.two.example']);
  });

  test('come after the name itself if it has enough dots', async () => {
    const opening = await open(answer, 'search one.example\n');
    expect(await outcomeOf(opening.find('x.y', never))).toBe('absent ENOTFOUND');
    expect(namesOf(opening)).toEqual(['x.y', 'x.y.one.example']);
  });

  test('come first for more names with ndots', async () => {
    const opening = await open(answer, 'search one.example\noptions timeout:1 ndots:2\n');
    expect(await outcomeOf(opening.find('a.b', never))).toEqual(['1.1.1.1']);
    expect(namesOf(opening)).toEqual(['a.b.one.example', 'a.b']);
  });

  test('do not complete a name that ends with a dot', async () => {
    const opening = await open(answer, 'search one.example two.example\n');
    expect(await outcomeOf(opening.find('store.', never))).toBe('absent ENOTFOUND');
    expect(namesOf(opening)).toEqual(['store']);
  });
});

describe('the hosts file', () => {
  test('comes before the name servers, with both families and any case', async () => {
    const { find, files, server } = await open(() => ABSENT);
    await files.write(
      'hosts',
      '# test\n10.0.0.1 Store.Internal alias # own\n\nfd00::1\tstore.internal\nbad line\n',
    );
    expect(await outcomeOf(find('store.internal', never))).toEqual(['10.0.0.1', 'fd00::1']);
    expect(await outcomeOf(find('ALIAS.', never))).toEqual(['10.0.0.1']);
    expect(server.questions).toEqual([]);
  });

  test('is read again when it changes', async () => {
    const { find, files } = await open(() => ABSENT);
    expect(await outcomeOf(find('new.internal', never))).toBe('absent ENOTFOUND');
    await files.write('hosts', '10.0.0.1 new.internal\n');
    await expect.poll(() => outcomeOf(find('new.internal', never))).toEqual(['10.0.0.1']);
  });

  test('comes after the name servers if nsswitch.conf says so', async () => {
    const { find, files } = await open(({ name }) =>
      name === 'a.example' ? { records: ['1.1.1.1'] } : ABSENT,
    );
    await files.write('hosts', '10.0.0.1 a.example\n');
    await files.write('nsswitch', 'passwd: files\nhosts: resolve [!UNAVAIL=return] files\n');
    expect(await outcomeOf(find('a.example', never))).toEqual(['1.1.1.1']);
  });

  test('is the only source if nsswitch.conf says so', async () => {
    const { find, files, server } = await open(() => ({ records: ['1.1.1.1'] }));
    await files.write('nsswitch', 'hosts: files [NOTFOUND=return] dns\n');
    expect(await outcomeOf(find('a.example', never))).toBe('absent ENOTFOUND');
    expect(server.questions).toEqual([]);
  });
});

test.each(['localhost', 'app.localhost', 'LOCALHOST.'])(
  '%s is this machine, and nobody is asked',
  async (name) => {
    const { find, server } = await open(() => ({ records: ['1.1.1.1'] }));
    expect(await outcomeOf(find(name, never))).toEqual(['127.0.0.1', '::1']);
    expect(server.questions).toEqual([]);
  },
);

test('nowhere.invalid does not exist, and nobody is asked', async () => {
  const { find, server } = await open(() => ({ records: ['1.1.1.1'] }));
  expect(await outcomeOf(find('nowhere.invalid', never))).toBe('absent ENOTFOUND');
  expect(server.questions).toEqual([]);
});
