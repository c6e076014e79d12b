import { describe, expect, it } from 'vitest';
import { NO_QUOTAS } from '../store/quotas/quotas.ts';
import { readSettings } from './settings.ts';

const read = (environment: Record<string, string> = {}) => readSettings(environment, '/work');

describe('settings', () => {
  it('have defaults', () => {
    expect(read()).toEqual({
      host: '127.0.0.1',
      port: 3000,
      home: '/work/.kinora',
      storage: '/work/.kinora/files',
      publicUrl: undefined,
      keys: undefined,
      databaseUrl: undefined,
      logLevel: undefined,
      dialect: 'interface',
      isolation: 'prefer',
      chromium: undefined,
      cache: { keepMs: 86_400_000, maxBytes: 50_000_000_000 },
      keep: { renders: undefined, files: undefined, sources: undefined },
      quotas: NO_QUOTAS,
      allowHosts: [],
      region: 'local',
      trustProxy: [],
      connectionsPerAddress: 2000,
      rateLimits: 1,
      transcriber: undefined,
      services: {},
      files: { cdnUrl: undefined, signed: undefined, secret: undefined },
      startWaitMs: 60_000,
      minFreeBytes: 1_000_000_000,
      renders: expect.any(Number) as number,
      rendersMemory: expect.any(Number) as number,
      renditions: expect.any(Number) as number,
      segmentBytes: 20_000_000_000,
      ingestLimits: { maxBytes: 5_000_000_000, maxSeconds: 43_200, maxPixels: 16_384 },
      uploadMs: 86_400_000,
      key: undefined,
      isTracing: false,
      traceShare: 1,
    });
    expect(read().renders).toBeGreaterThanOrEqual(1);
    expect(read().renditions).toBeGreaterThanOrEqual(1);
  });

  it('are read from the environment', () => {
    expect(
      read({
        HOST: '::',
        PORT: '0',
        KINORA_HOME: 'data',
        KINORA_URL: 'https://media.example/kinora/',
        KINORA_KEYS: 'v1:abc,stage:d:e',
        KINORA_DIALECT: 'shotstack',
        KINORA_RENDERS: '7',
        KINORA_KEEP_RENDERS: '90d',
        KINORA_KEEP_FILES: '36h',
        KINORA_KEEP_SOURCES: 'forever',
        KINORA_QUOTA_BYTES: '1000000',
        KINORA_QUOTA_SOURCES: 'unlimited',
        KINORA_QUOTA_WAITING: '20',
        KINORA_QUOTA_MINUTES: '60',
        KINORA_CONNECTIONS: '50',
        KINORA_KEEP_CACHE: '30m',
        KINORA_CACHE_GB: '0.5',
        KINORA_ALLOW_HOSTS: '127.0.0.1, 10.0.0.0/8 nas.local',
        KINORA_STORAGE: '/mnt/films',
        DATABASE_URL: 'postgres://u:p@db/kinora',
        KINORA_REGION: 'eu-1',
        KINORA_TRUST_PROXY: '10.0.0.1, 192.168.0.0/16 ::1,fd00::/8 loopback',
        KINORA_START_WAIT: '90s',
        LOG_LEVEL: 'debug',
        KINORA_RATE_LIMITS: 'off',
        KINORA_CDN_URL: 'https://cdn.example/k/',
        KINORA_FILES: 'signed',
        KINORA_FILES_SECRET: 's'.repeat(32),
        KINORA_TRANSCRIBE_URL: 'http://gpu:8000',
        KINORA_TRANSCRIBE_KEY: 'sk-1',
        KINORA_RENDITIONS: '3',
        KINORA_SEGMENTS: '0.5',
        KINORA_INGEST_MAX_BYTES: '1000',
        KINORA_INGEST_MAX_SECONDS: '60',
        KINORA_INGEST_MAX_PIXELS: '4096',
        KINORA_UPLOAD_HOURS: '0.5',
        KINORA_CHROMIUM: '/usr/lib/chromium/chromium',
        KINORA_KEY: 'the-key',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({
      host: '::',
      port: 0,
      home: '/work/data',
      publicUrl: 'https://media.example/kinora',
      keys: { v1: 'abc', stage: 'd:e' },
      dialect: 'shotstack',
      isolation: 'prefer',
      chromium: '/usr/lib/chromium/chromium',
      renders: 7,
      keep: { renders: 7_776_000_000, files: 129_600_000, sources: undefined, edits: undefined },
      quotas: {
        storedBytes: 1_000_000,
        sources: undefined,
        edits: undefined,
        waitingRenders: 20,
        dailyMinutes: 60,
      },
      cache: { keepMs: 1_800_000, maxBytes: 500_000_000 },
      allowHosts: ['127.0.0.1', '10.0.0.0/8', 'nas.local'],
      storage: '/mnt/films',
      databaseUrl: 'postgres://u:p@db/kinora',
      startWaitMs: 90_000,
      minFreeBytes: 1_000_000_000,
      region: 'eu-1',
      connectionsPerAddress: 50,
      trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1', 'fd00::/8', 'loopback'],
      logLevel: 'debug',
      files: { cdnUrl: 'https://cdn.example/k', signed: true, secret: 's'.repeat(32) },
      rateLimits: 0,
      transcriber: { kind: 'service', url: 'http://gpu:8000', key: 'sk-1', model: 'whisper-1' },
      renditions: 3,
      segmentBytes: 500_000_000,
      services: {},
      ingestLimits: { maxBytes: 1000, maxSeconds: 60, maxPixels: 4096 },
      uploadMs: 1_800_000,
      key: 'the-key',
      isTracing: true,
      traceShare: 0.25,
    });
  });

  it('count as unset if they are empty', () => {
    expect(read({ PORT: '', KINORA_KEYS: ' ', DATABASE_URL: '' })).toEqual(read());
  });

  it('accept a factor for the rate limits', () => {
    expect(read({ KINORA_RATE_LIMITS: 'on' }).rateLimits).toBe(1);
    expect(read({ KINORA_RATE_LIMITS: '2.5' }).rateLimits).toBe(2.5);
  });

  it('accept hosts in the syntax of the guard', () => {
    expect(read({ KINORA_ALLOW_HOSTS: '[::1] 10.0.0.1' }).allowHosts).toEqual(['[::1]', '10.0.0.1']);
  });

  it.each([
    ['PORT', '80x', '`PORT` must be a whole number from 0 to 65535, not `80x`.'],
    ['PORT', '65536', '`PORT` must be a whole number from 0 to 65535, not `65536`.'],
    ['PORT', '-1', '`PORT` must be a whole number from 0 to 65535, not `-1`.'],
    ['HOST', 'a b', '`HOST` must be an IP address or a host name, not `a b`.'],
    ['KINORA_URL', 'media.example', '`KINORA_URL` must be an http or https address such as'],
    ['KINORA_URL', 'ftp://a.example', '`KINORA_URL` must be an http or https address such as'],
    ['KINORA_URL', 'http://a.example/?b', '`KINORA_URL` must be an http or https address such as'],
    ['KINORA_DIALECT', 'Shotstack', '`KINORA_DIALECT` must be `interface` or `shotstack`, not `Shotstack`.'],
    ['KINORA_RENDERS', '0', '`KINORA_RENDERS` must be a whole number from 1 to 64, not `0`.'],
    ['KINORA_RENDERS', '1.5', '`KINORA_RENDERS` must be a whole number from 1 to 64, not `1.5`.'],
    [
      'KINORA_ALLOW_HOSTS',
      'a,10.0.0.0/40',
      'Each entry of `KINORA_ALLOW_HOSTS` must be a host name or an IP address, with or without a port, or a CIDR block, not',
    ],
    [
      'KINORA_RATE_LIMITS',
      '-1',
      '`KINORA_RATE_LIMITS` must be `on`, `off`, or a factor such as `2.5`, not `-1`.',
    ],
    [
      'KINORA_KEEP_FILES',
      '30',
      '`KINORA_KEEP_FILES` must be `forever`, or a number of minutes, hours or days, such as `90m`, `12h` or `30d`, not `30`.',
    ],
    [
      'KINORA_KEEP_CACHE',
      'forever',
      '`KINORA_KEEP_CACHE` must be a number of minutes, hours or days, such as',
    ],
    ['KINORA_CACHE_GB', '-1', '`KINORA_CACHE_GB` must be a number of GB such as `50` or `0.5`, not `-1`.'],
    ['KINORA_WEBHOOK_SECRET', 'whsec_x', '`KINORA_WEBHOOK_SECRET` must be `whsec_` followed by 24'],
    [
      'KINORA_REGION',
      'a/b',
      '`KINORA_REGION` must be a name of letters, digits, dashes and underscores, not `a/b`.',
    ],
    [
      'KINORA_START_WAIT',
      '2h',
      '`KINORA_START_WAIT` must be a number of seconds or minutes, such as `30s` or `5m`, at most `60m`, not `2h`.',
    ],
    [
      'LOG_LEVEL',
      'loud',
      '`LOG_LEVEL` must be one of `fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`, not `loud`.',
    ],
  ])('reject %s=%s', (name, value, sentence) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(expect.objectContaining({ code: 'invalid_setting' }));
    expect(reading).toThrow(sentence);
  });

  it('accept KINORA_TRUST_PROXY=off', () => {
    expect(read({ KINORA_TRUST_PROXY: 'off' }).trustProxy).toEqual([]);
  });

  it.each([
    'true',
    '*',
    'all',
    '1',
    'proxy.local',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
    '10.0.0.1 on',
  ])('reject KINORA_TRUST_PROXY=%s', (value) => {
    expect(() => read({ KINORA_TRUST_PROXY: value })).toThrow(
      `\`KINORA_TRUST_PROXY\` must be \`off\`, or IP addresses and CIDR blocks of proxies such as \`127.0.0.1\` or \`10.0.0.0/8\` (or \`loopback\`, \`linklocal\`, \`uniquelocal\`), not \`${value}\`.`,
    );
  });

  it.each([
    ['KINORA_KEYS', 'secret-key', '`KINORA_KEYS` must be `v1:KEY,stage:KEY` with two different keys.'],
    [
      'KINORA_KEYS',
      'v1:secret,stage:secret',
      '`KINORA_KEYS` must be `v1:KEY,stage:KEY` with two different keys.',
    ],
    ['DATABASE_URL', 'mysql://me:secret@db/a', '`DATABASE_URL` must be an address such as'],
  ])('do not repeat the wrong value of %s', (name, value, sentence) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(sentence);
    expect(reading).not.toThrow(/secret/);
  });
});
