import { describe, expect, it } from 'vitest';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import { Destination } from './destination.ts';
import { listOf } from './list.ts';

const S3 = { region: 'eu-1', bucket: 'films' };

/** Returns the messages about one destination. */
function messagesOf(destination: object): string[] {
  const { error } = listOf(Destination).safeParse([destination], { error: describeIssue, reportInput: true });
  return (error?.issues ?? []).flatMap((issue) => problemsFromIssue(issue)).map(({ message }) => message);
}

describe('a destination', () => {
  it.each([
    { provider: 's3', options: S3 },
    { provider: 's3', options: { ...S3, acl: 'public-read' } },
    { provider: 's3', options: { ...S3, bucket: 'my-films.example.com', prefix: 'a/b', filename: 'film' } },
    { provider: 'google-cloud-storage', options: { bucket: 'my_films' } },
    { provider: 'akamai-netstorage', options: { host: 'example-nsu.akamaihd.net', cpCode: '1', path: null } },
    { provider: 'azure-blob-storage', options: { accountName: 'films', container: '$web' } },
    { provider: 'google-drive' },
    { provider: 'mux' },
    { provider: 's3', exclude: true },
  ])('is accepted: %j', (destination) => {
    expect(messagesOf(destination)).toEqual([]);
  });

  it.each(['s3', 'google-cloud-storage', 'akamai-netstorage', 'azure-blob-storage'])(
    'for %s requires its options',
    (provider) => {
      expect(messagesOf({ provider })).toEqual([
        '[0].options is required: an object that says where the files go.',
      ]);
    },
  );

  it.each(['public\nread', 'öffentlich'])('rejects the ACL %j, which no header can hold', (acl) => {
    expect(messagesOf({ provider: 's3', options: { ...S3, acl } })).toEqual([
      `[0].options.acl must be the name of a canned ACL, such as "public-read", not ${JSON.stringify(acl)}.`,
    ]);
  });

  it('reports all problems of its options', () => {
    expect(messagesOf({ provider: 's3', options: { region: 1, bucket: '' } })).toEqual([
      expect.stringContaining('[0].options.region must be'),
      expect.stringContaining('[0].options.bucket must be the name of a bucket: 3 to 63 lower-case letters'),
    ]);
  });

  it.each(['../../films', 'Films_X?a=b', 'a..b', 'ab', '-films', 'films-'])(
    'rejects the bucket %s',
    (bucket) => {
      expect(messagesOf({ provider: 's3', options: { ...S3, bucket } })).toHaveLength(1);
      expect(messagesOf({ provider: 'google-cloud-storage', options: { bucket } })).toHaveLength(1);
    },
  );

  it.each([
    { provider: 's3', options: { ...S3, region: 'x.evil.example/' } },
    { provider: 's3', options: { ...S3, bucket: 'arn:aws:s3:::x' } },
    { provider: 'google-cloud-storage', options: { bucket: '../x' } },
    { provider: 'akamai-netstorage', options: { host: 'x.example/path?', cpCode: '1' } },
    { provider: 'akamai-netstorage', options: { host: 'x.example', cpCode: '1/../2' } },
    { provider: 'azure-blob-storage', options: { accountName: 'evil.example/', container: 'films' } },
    { provider: 'azure-blob-storage', options: { accountName: 'films', container: '../x' } },
  ])('rejects a name that leads elsewhere: %j', (destination) => {
    expect(messagesOf(destination)).toHaveLength(1);
  });

  it.each([
    { filename: 'ü'.repeat(510) },
    { prefix: 'x'.repeat(1000) },
    { prefix: 'a', filename: 'x'.repeat(1020) },
  ])('rejects names that are too long for storage', (names) => {
    const [name] = Object.entries(names).toSorted(([, a], [, b]) => b.length - a.length)[0]!;
    const expected: unknown = expect.stringMatching(
      new RegExp(`^\\[0\\]\\.options\\.${name} is too long: .*1024`),
    );
    expect(messagesOf({ provider: 's3', options: { ...S3, ...names } })).toEqual([expected]);
    expect(
      messagesOf({ provider: 'google-cloud-storage', options: { bucket: 'films', ...names } }),
    ).toHaveLength(1);
  });
});
