import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const read = (environment: Record<string, string> = {}) => readSettings(environment, '/work');

describe('settings', () => {
  it('have defaults', () => {
    expect(read()).toEqual({
      ...{ host: '127.0.0.1', port: 3000, home: '/work/.kinora', storage: '/work/.kinora/files' },
      ...{ publicUrl: undefined, keys: undefined, databaseUrl: undefined, logLevel: undefined },
      ...{ dialect: 'interface', allowHosts: [], region: 'local', rateLimits: 1, transcriber: undefined },
      files: { cdnUrl: undefined, signed: false, secret: undefined },
      renders: expect.any(Number) as number,
    });
    expect(read().renders).toBeGreaterThanOrEqual(1);
  });

  it('are taken from the environment', () => {
    expect(
      read({
        ...{ HOST: '::', PORT: '0', KINORA_HOME: 'data', KINORA_URL: 'https://media.example/kinora/' },
        ...{ KINORA_KEYS: 'v1:abc,stage:d:e', KINORA_DIALECT: 'shotstack', KINORA_RENDERS: '7' },
        ...{ KINORA_ALLOW_HOSTS: '127.0.0.1, 10.0.0.0/8 nas.local', KINORA_STORAGE: '/mnt/films' },
        ...{ DATABASE_URL: 'postgres://u:p@db/kinora', KINORA_REGION: 'eu-1', LOG_LEVEL: 'debug' },
        ...{ KINORA_RATE_LIMITS: 'off', KINORA_CDN_URL: 'https://cdn.example/k/' },
        ...{ KINORA_FILES: 'signed', KINORA_FILES_SECRET: 's'.repeat(32) },
        ...{ KINORA_TRANSCRIBE_URL: 'http://gpu:8000', KINORA_TRANSCRIBE_KEY: 'sk-1' },
      }),
    ).toEqual({
      ...{ host: '::', port: 0, home: '/work/data', publicUrl: 'https://media.example/kinora' },
      ...{ keys: { v1: 'abc', stage: 'd:e' }, dialect: 'shotstack', renders: 7 },
      ...{ allowHosts: ['127.0.0.1', '10.0.0.0/8', 'nas.local'], storage: '/mnt/films' },
      ...{ databaseUrl: 'postgres://u:p@db/kinora', region: 'eu-1', logLevel: 'debug' },
      files: { cdnUrl: 'https://cdn.example/k', signed: true, secret: 's'.repeat(32) },
      rateLimits: 0,
      transcriber: { kind: 'service', url: 'http://gpu:8000', key: 'sk-1', model: 'whisper-1' },
    });
  });

  it('count as absent when they are empty', () => {
    expect(read({ PORT: '', KINORA_KEYS: ' ', DATABASE_URL: '' })).toEqual(read());
  });

  it('have rate limits that can be multiplied', () => {
    expect(read({ KINORA_RATE_LIMITS: 'on' }).rateLimits).toBe(1);
    expect(read({ KINORA_RATE_LIMITS: '2.5' }).rateLimits).toBe(2.5);
  });

  it('name hosts as the guard understands them', () => {
    expect(read({ KINORA_ALLOW_HOSTS: '[::1] 10.0.0.1' }).allowHosts).toEqual(['[::1]', '10.0.0.1']);
  });

  it('name another model of a transcription service', () => {
    const settings = { KINORA_TRANSCRIBE_URL: 'https://a.example/v1', KINORA_TRANSCRIBE_MODEL: 'large-v3' };
    const service = { kind: 'service', url: 'https://a.example/v1', key: undefined, model: 'large-v3' };
    expect(read(settings).transcriber).toEqual(service);
  });

  it('name a model of Whisper by its path, or by its address and hash', () => {
    expect(read({ KINORA_WHISPER_MODEL: 'models/base.bin' }).transcriber).toEqual({
      kind: 'whisper',
      model: { kind: 'file', path: '/work/models/base.bin' },
    });
    const hash = 'aB'.repeat(32);
    expect(read({ KINORA_WHISPER_MODEL: `https://a.example/b.bin?c=d#sha256=${hash}` }).transcriber).toEqual({
      kind: 'whisper',
      model: { kind: 'url', url: 'https://a.example/b.bin?c=d', sha256: hash.toLowerCase() },
    });
  });

  it('have one thing that listens', () => {
    expect(() =>
      read({ KINORA_TRANSCRIBE_URL: 'http://gpu:8000', KINORA_WHISPER_MODEL: 'base.bin' }),
    ).toThrow(
      'KINORA_TRANSCRIBE_URL and KINORA_WHISPER_MODEL are both set; one of them may be, because only one can',
    );
  });

  it('let the files lie beside and inside the home folder', () => {
    expect(read({ KINORA_STORAGE: '.kinora/files' }).storage).toBe('/work/.kinora/files');
    expect(read({ KINORA_STORAGE: '.kinora-files' }).storage).toBe('/work/.kinora-files');
  });

  it('name a place in S3, at Amazon or elsewhere', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'word' };
    const known = { accessKeyId: 'id', secretAccessKey: 'word' };
    expect(read({ ...keys, KINORA_STORAGE: 's3://films' }).storage).toEqual({
      ...{ ...known, bucket: 'films', prefix: '', endpoint: undefined, pathStyle: false },
      ...{ region: 'us-east-1', redirect: false },
    });
    const minio = { S3_ENDPOINT: 'http://minio:9000/', S3_REGION: 'eu-1', KINORA_S3_FILES: 'redirect' };
    expect(read({ ...keys, ...minio, KINORA_STORAGE: 's3://films/a/b/' }).storage).toEqual({
      ...{ ...known, bucket: 'films', prefix: 'a/b', endpoint: 'http://minio:9000', pathStyle: true },
      ...{ region: 'eu-1', redirect: true },
    });
  });

  it.each(['s3://', 's3://key:secret@films/a', 's3://films/a b', 's3://films//a', 's3://films/a?secret'])(
    'name no place in S3 by %s',
    (address) => {
      const reading = () => read({ KINORA_STORAGE: address });
      expect(reading).toThrow(
        'KINORA_STORAGE is not of that form; it may be a folder, or s3://bucket/prefix',
      );
      expect(reading).not.toThrow(/secret/);
    },
  );

  it('put the files where the home folder is', () => {
    expect(read({ KINORA_HOME: '/srv/k' }).storage).toBe('/srv/k/files');
  });

  it.each([
    ['PORT', '80x', 'PORT is "80x"; it may be a whole number from 0 (any free port) to 65535.'],
    ['PORT', '65536', 'PORT is "65536"; it may be a whole number from 0 (any free port) to 65535.'],
    ['PORT', '-1', 'PORT is "-1"; it may be a whole number from 0 (any free port) to 65535.'],
    ['HOST', 'a b', 'HOST is "a b"; it may be an IP address or a host name.'],
    ['KINORA_URL', 'media.example', 'KINORA_URL is "media.example"; it may be an http or https address'],
    ['KINORA_URL', 'ftp://a.example', 'KINORA_URL is "ftp://a.example"; it may be an http or https address'],
    ['KINORA_URL', 'http://a.example/?b', 'KINORA_URL is "http://a.example/?b"; it may be an http or https'],
    ['KINORA_DIALECT', 'Shotstack', 'KINORA_DIALECT is "Shotstack"; it may be interface or shotstack.'],
    ['KINORA_RENDERS', '0', 'KINORA_RENDERS is "0"; it may be a whole number from 1 to 64.'],
    ['KINORA_RENDERS', '1.5', 'KINORA_RENDERS is "1.5"; it may be a whole number from 1 to 64.'],
    [
      'KINORA_ALLOW_HOSTS',
      'a,10.0.0.0/40',
      'KINORA_ALLOW_HOSTS holds "10.0.0.0/40"; each entry must be a host name, an IP',
    ],
    ['KINORA_RATE_LIMITS', '-1', 'KINORA_RATE_LIMITS is "-1"; it may be on, off, or a number of times the'],
    ['KINORA_STORAGE', 'gs://films', 'KINORA_STORAGE is "gs://films"; it may be a folder, or s3://'],
    ['KINORA_STORAGE', 's3://films/a', 'S3_ACCESS_KEY_ID is not set, but KINORA_STORAGE is an address in S3'],
    ['KINORA_S3_FILES', 'redirect', 'KINORA_S3_FILES is set, but KINORA_STORAGE is no address in S3; it may'],
    ['KINORA_FILES', 'secret', 'KINORA_FILES is "secret"; it may be public or signed.'],
    ['KINORA_FILES_SECRET', 's'.repeat(32), 'KINORA_FILES_SECRET is set, but KINORA_FILES is not; it may be'],
    ['KINORA_CDN_URL', 'cdn.example', 'KINORA_CDN_URL is "cdn.example"; it may be an http or https address'],
    ['KINORA_STORAGE', '.kinora', 'KINORA_STORAGE is ".kinora", which holds the database and the keys'],
    ['KINORA_STORAGE', '/work', 'KINORA_STORAGE is "/work", which holds the database and the keys in KINORA'],
    ['KINORA_STORAGE', '/', 'KINORA_STORAGE is "/", which holds the database and the keys in KINORA_HOME as'],
    ['KINORA_TRUST_PROXY', '10.0.0.1', 'KINORA_TRUST_PROXY is set, but is not supported yet'],
    [
      'KINORA_WEBHOOK_SECRET',
      'whsec_x',
      'KINORA_WEBHOOK_SECRET is not of that form; it may be whsec_ and 24',
    ],
    [
      'KINORA_TRANSCRIBE_URL',
      'gpu:8000',
      'KINORA_TRANSCRIBE_URL is not of that form; it may be the http or https',
    ],
    [
      'KINORA_TRANSCRIBE_KEY',
      'sk',
      'KINORA_TRANSCRIBE_KEY is set, but KINORA_TRANSCRIBE_URL is not; it may be',
    ],
    [
      'KINORA_TRANSCRIBE_MODEL',
      'a',
      'KINORA_TRANSCRIBE_MODEL is set, but KINORA_TRANSCRIBE_URL is not; it may',
    ],
    [
      'KINORA_WHISPER_MODEL',
      'https://a.example/b.bin',
      'KINORA_WHISPER_MODEL is not of that form; it may be the',
    ],
    ['KINORA_WHISPER_MODEL', 'https://a.example/b#sha256=12', 'KINORA_WHISPER_MODEL is not of that form; it'],
    ['KINORA_REGION', 'a/b', 'KINORA_REGION is "a/b"; it may be a name of letters, digits and dashes.'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL is "loud"; it may be one of fatal, error, warn, info, debug, trace, silent.',
    ],
  ])('%s is not %s', (name, value, sentence) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(expect.objectContaining({ code: 'setting_wrong' }));
    expect(reading).toThrow(sentence);
  });

  it('may say that there is no proxy to trust', () => {
    expect(() => read({ KINORA_TRUST_PROXY: 'off' })).not.toThrow();
  });

  it.each([
    ['KINORA_KEYS', 'secret-key', 'KINORA_KEYS is not of that form; it may be v1:<key>,stage:<key>'],
    [
      'KINORA_KEYS',
      'v1:secret,stage:secret',
      'KINORA_KEYS is not of that form; it may be v1:<key>,stage:<key>',
    ],
    [
      'DATABASE_URL',
      'mysql://me:secret@db/a',
      'DATABASE_URL is not of that form; it may be an address such as',
    ],
  ])('%s is not repeated when it is wrong', (name, value, sentence) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(sentence);
    expect(reading).not.toThrow(/secret/);
  });
});
