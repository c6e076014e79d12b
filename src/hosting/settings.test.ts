import { describe, expect, it } from 'vitest';
import { createSettingReader } from '../base/setting.ts';
import { HOSTING_SETTINGS } from './settings.ts';

const read = (environment: Record<string, string>, home = '/work/.kinora') =>
  HOSTING_SETTINGS.read(createSettingReader(environment), { workingFolder: '/work', home });

describe('the settings of hosting', () => {
  it('accept a folder beside and inside the home folder', () => {
    expect(read({ KINORA_STORAGE: '.kinora/files' }).storage).toBe('/work/.kinora/files');
    expect(read({ KINORA_STORAGE: '.kinora-files' }).storage).toBe('/work/.kinora-files');
  });

  it('accept a bucket in S3, at Amazon or elsewhere', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'word' };
    const known = { accessKeyId: 'id', secretAccessKey: 'word' };
    expect(read({ ...keys, KINORA_STORAGE: 's3://films' }).storage).toEqual({
      ...known,
      bucket: 'films',
      prefix: '',
      endpoint: undefined,
      pathStyle: false,
      region: 'us-east-1',
      redirect: false,
    });
    const minio = { S3_ENDPOINT: 'http://minio:9000/', S3_REGION: 'eu-1', KINORA_S3_FILES: 'redirect' };
    expect(read({ ...keys, ...minio, KINORA_STORAGE: 's3://films/a/b/' }).storage).toEqual({
      ...known,
      bucket: 'films',
      prefix: 'a/b',
      endpoint: 'http://minio:9000',
      pathStyle: true,
      region: 'eu-1',
      redirect: true,
    });
  });

  it.each(['s3://', 's3://key:secret@films/a', 's3://films/a b', 's3://films//a', 's3://films/a?secret'])(
    'reject the S3 address %s',
    (address) => {
      const reading = () => read({ KINORA_STORAGE: address });
      expect(reading).toThrow('`KINORA_STORAGE` must be a folder, or `s3://bucket/prefix`');
      expect(reading).not.toThrow(/secret/);
    },
  );

  it('say that the name of a bucket is too short', () => {
    expect(() => read({ KINORA_STORAGE: 's3://xy/films' })).toThrow(
      'at least three characters for the bucket.',
    );
  });

  it('store the files in the home folder by default', () => {
    expect(read({}, '/srv/k').storage).toBe('/srv/k/files');
  });

  it('require a credentials key of 32 bytes', () => {
    const key = Buffer.alloc(32, 7);
    expect(read({ KINORA_CREDENTIALS_KEY: key.toString('base64') }).credentialsKey).toEqual(key);
    expect(() => read({ KINORA_CREDENTIALS_KEY: Buffer.alloc(31).toString('base64') })).toThrow(
      '`KINORA_CREDENTIALS_KEY` must be 32 random bytes in base64',
    );
  });

  it.each([
    ['KINORA_STORAGE', 'gs://films', '`KINORA_STORAGE` must be a folder, or `s3://bucket/prefix`'],
    ['KINORA_STORAGE', 's3://films/a', '`S3_ACCESS_KEY_ID` is not set, but `KINORA_STORAGE` is in S3.'],
    ['KINORA_S3_FILES', 'redirect', '`KINORA_S3_FILES` has no effect unless `KINORA_STORAGE` is in S3.'],
    ['KINORA_FILES', 'secret', '`KINORA_FILES` must be `public` or `signed`, not `secret`.'],
    [
      'KINORA_FILES_SECRET',
      's'.repeat(32),
      '`KINORA_FILES_SECRET` has no effect unless `KINORA_FILES` is `signed`.',
    ],
    ['KINORA_CDN_URL', 'cdn.example', '`KINORA_CDN_URL` must be an http or https address such as'],
    [
      'KINORA_STORAGE',
      '.kinora',
      '`KINORA_STORAGE` must be a folder of its own, not `.kinora`, which contains the',
    ],
    [
      'KINORA_STORAGE',
      '/work',
      '`KINORA_STORAGE` must be a folder of its own, not `/work`, which contains the',
    ],
    ['KINORA_STORAGE', '/', '`KINORA_STORAGE` must be a folder of its own, not `/`, which contains the'],
  ])('reject %s=%s', (name, value, sentence) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(expect.objectContaining({ code: 'invalid_setting' }));
    expect(reading).toThrow(sentence);
  });
});
