import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings, type Settings, SETTINGS } from '../src/main/settings.ts';
import { findKeyWarning } from '../src/main/find-key-warning.ts';
import { METRICS_PATH } from '../src/server/http/metrics-route.ts';
import { REQUEST_GRACE_MS } from '../src/server/http/listen.ts';

const FOLDER = join(import.meta.dirname, '../deploy');
/** A worker gives its render back within 20 seconds, and then the processes of its children end. */
const DRAIN_SECONDS = 20;
const REQUEST_SECONDS = REQUEST_GRACE_MS / 1000;
/** A process that serves and renders does one after the other. The last seconds are for the database. */
const STOP_SECONDS = REQUEST_SECONDS + DRAIN_SECONDS + 3;

const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');
const readPage = (name: string) => readFileSync(join(FOLDER, '../docs', name), 'utf8');

/**
 * Reads the file of secrets that docs/deploy.md writes. Random values are the worst ones: their base64 is full of
 * slashes.
 */
function readSecrets(file: string): Record<string, string> {
  const [, block = ''] = readPage('deploy.md').split(`cat > ${file} <<EOF\n`);
  let count = 0;
  const lines = block
    .slice(0, block.indexOf('\nEOF'))
    .replaceAll(/\$\(openssl rand -(hex|base64) (\d+)\)/g, (_all, form: BufferEncoding, bytes: string) =>
      Buffer.alloc(Number(bytes), 0xff).fill(count++, 0, 1).toString(form),
    )
    .split('\n');
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)]));
}

/** Checks the parts that several machines share: the database, the storage, and all secrets. */
function expectShared(settings: Settings): void {
  expect(settings.databaseUrl).toMatch(/^postgres:/);
  expect(settings.storage).toMatchObject({ bucket: 'kinora', prefix: 'files' });
  expect(settings.files.signed).toBe(true);
  expect(settings.isolation).toBe('require');
  expect(settings.publicUrl).toBe('https://video.example.com');
  const { keys, credentialsKey, webhookSecret, trustProxy } = settings;
  for (const value of [keys, credentialsKey, webhookSecret, trustProxy[0]]) expect(value).toBeDefined();
  expect(findKeyWarning(settings)).toBeUndefined();
}

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly security_opt?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly command?: string | readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
}

function readCompose(file: string): {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
} {
  return parse(read(`docker/${file}`), {
    strict: true,
    uniqueKeys: true,
    merge: true,
  }) as never;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly lifecycle?: {
            readonly preStop: { readonly exec: { readonly command: readonly string[] } };
          };
          readonly ports: readonly {
            readonly name: string;
            readonly containerPort: number;
          }[];
        }[];
      };
    };
    readonly selector: Readonly<Record<string, unknown>>;
  };
}

function readManifests(): Manifest[] {
  return parseAllDocuments(read('kubernetes/kinora.yaml'), {
    strict: true,
    uniqueKeys: true,
  }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
}

describe.each(
  globSync('**/*', { cwd: FOLDER }).filter((path) => path.includes('.') || path.endsWith('file')),
)('deploy/%s', (path) => {
  it('names only settings that exist', () => {
    const names = new Set(SETTINGS.map(({ name }) => name));
    // Values of the person who installs, and not settings of Kinora.
    const others = new Set(['KINORA_HOST', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB']);
    const named = read(path).match(/\b(?:KINORA|S3|DATABASE|POSTGRES)_[A-Z0-9_]+\b/g) ?? [];
    expect(named.filter((name) => !names.has(name) && !others.has(name))).toEqual([]);
  });
});

describe.each(['compose.yaml', 'compose.cluster.yaml'])('deploy/docker/%s', (file) => {
  const { services, volumes } = readCompose(file);
  const own = Object.entries(services).filter(([, { build }]) => build !== undefined);

  it('contains every Kinora, with the profile of the browser, and gives it time to stop', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const [, service] of own) {
      expect(service.security_opt).toEqual(['seccomp=seccomp.json', 'no-new-privileges=true']);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.environment?.['KINORA_ISOLATION']).toBe('require');
      expect(Number.parseInt(service.stop_grace_period ?? '')).toBeGreaterThan(STOP_SECONDS);
      const { context, dockerfile } = service.build!;
      expect(readFileSync(join(FOLDER, 'docker', context, dockerfile), 'utf8')).toBe(
        read('docker/Dockerfile'),
      );
    }
  });

  it('names services and volumes that exist', () => {
    for (const { depends_on = [], volumes: mounts = [] } of Object.values(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
      expect(Object.keys(volumes)).toEqual(
        expect.arrayContaining(mounts.map((mount) => mount.split(':')[0])),
      );
    }
  });
});

describe('the secrets of docs/deploy.md for deploy/docker/compose.cluster.yaml', () => {
  const secrets = readSecrets('deploy/docker/.env');
  const { services } = readCompose('compose.cluster.yaml');

  it('are all that the file asks for, and no others', () => {
    const asked = [...read('docker/compose.cluster.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(secrets).toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it.each(['server', 'worker'])('are enough for a %s', (name) => {
    const entries = Object.entries(services[name]?.environment ?? {}).map(
      ([setting, value]) =>
        [
          setting,
          value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_all, secret: string) => secrets[secret] ?? ''),
        ] as const,
    );
    const settings = readSettings(Object.fromEntries(entries), '/data');
    expectShared(settings);
    const { username, password, hostname } = new URL(settings.databaseUrl!);
    expect([username, password, hostname]).toEqual(['kinora', secrets['POSTGRES_PASSWORD'], 'postgres']);
    expect(settings.storage).toMatchObject({ secretAccessKey: secrets['S3_SECRET_ACCESS_KEY'] });
  });
});

describe('deploy/docker/compose.metrics.yaml', () => {
  it('starts Prometheus with the configuration of ops', () => {
    const { services } = readCompose('compose.metrics.yaml');
    const { command, volumes = [] } = services['prometheus']!;
    const [source = '', target = ''] = volumes[0]!.split(':');
    const config = [command].flat()[0]!.replace('--config.file=', '').replace(target, source);
    expect(read(join('docker', config))).toContain('scrape_configs:');
  });

  it.each(['compose.yaml', 'compose.cluster.yaml'])('finds the metrics of every Kinora of %s', (file) => {
    const config = parse(readFileSync(join(FOLDER, '../ops/prometheus/prometheus.yaml'), 'utf8')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const { names, port } = config.scrape_configs[0]!.dns_sd_configs[0]!;
    for (const [name, { build, environment }] of Object.entries(readCompose(file).services)) {
      if (build === undefined) continue;
      expect(names).toContain(name);
      expect(readSettings({ KINORA_METRICS: environment?.['KINORA_METRICS'] }, '/').metricsAddress).toEqual({
        host: '0.0.0.0',
        port,
      });
    }
  });
});

describe('deploy/docker/seccomp.json', () => {
  interface Profile {
    readonly defaultAction: string;
    readonly syscalls: readonly {
      readonly names: readonly string[];
      readonly action: string;
    }[];
  }
  const { defaultAction, syscalls } = JSON.parse(read('docker/seccomp.json')) as Profile;
  const denied = syscalls.flatMap(({ names, action }) => (action === 'SCMP_ACT_ERRNO' ? names : []));

  it('allows what both sandboxes are made of, and forbids what a media service never needs', () => {
    expect(defaultAction).toBe('SCMP_ACT_ALLOW');
    const needed = ['clone', 'clone3', 'unshare', 'chroot', 'seccomp', 'prctl', 'landlock_restrict_self'];
    expect(denied.filter((name) => needed.includes(name))).toEqual([]);
    expect(denied).toEqual(
      expect.arrayContaining(['mount', 'ptrace', 'bpf', 'init_module', 'io_uring_setup']),
    );
  });
});

describe('.dockerignore', () => {
  it('keeps secrets, and what the image builds itself, out of the image', () => {
    const ignored = readFileSync(join(FOLDER, '../.dockerignore'), 'utf8').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['**/.env', '**/.env.*', '.git', '.kinora', 'node_modules']),
    );
  });
});

describe('deploy/docker/Dockerfile', () => {
  const lines = read('docker/Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('has two stages, a user without rights, and a health check', () => {
    const words = lines.map((line) => line.trim().split(' ')[0]);
    expect(words.filter((word) => word === 'FROM')).toHaveLength(2);
    expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER node');
    expect(words).toContain('HEALTHCHECK');
    const known = 'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE HEALTHCHECK CMD STOPSIGNAL ENTRYPOINT'.split(
      ' ',
    );
    expect(words.filter((word) => !known.includes(word ?? ''))).toEqual([]);
  });
});

describe.each(['kinora.service', 'kinora-worker.service'])('deploy/systemd/%s', (file) => {
  it('consists of sections and assignments, and gives Kinora time to stop', () => {
    const lines = read(`systemd/${file}`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z]\w+=.*)$/.test(line))).toEqual([]);
    const value = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(STOP_SECONDS);
    expect(value('ExecStart')).toMatch(
      /^\/opt\/kinora\/node_modules\/\.bin\/node \/opt\/kinora\/bin\/kinora\.js (serve|worker)$/,
    );
  });
});

describe('deploy/kubernetes/kinora.yaml', () => {
  const manifests = readManifests();
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');

  it('has servers and workers that have time to stop', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['kinora-server', 'kinora-worker']);
    const [server, worker] = deployments.map(({ spec }) => spec.template.spec);
    expect(worker!.terminationGracePeriodSeconds).toBeGreaterThan(DRAIN_SECONDS);
    // A server that ends refuses connections, so the signal must come after the proxies know.
    const [command, seconds] = server!.containers[0]!.lifecycle!.preStop.exec.command;
    expect(command).toBe('sleep');
    expect(Number(seconds)).toBeGreaterThanOrEqual(5);
    expect(server!.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + REQUEST_SECONDS + 3);
  });

  it.each(['serve', 'worker'])(
    'has all settings of `kinora %s`, with the secret of docs/deploy.md',
    (role) => {
      const map = manifests.find(({ kind }) => kind === 'ConfigMap')?.data;
      const secrets = readSecrets('.env.kubernetes');
      const container = deployments
        .flatMap(({ spec }) => spec.template.spec.containers)
        .find(({ args }) => args[0] === role);
      expect(container).toMatchObject({
        envFrom: [{ configMapRef: { name: 'kinora' } }, { secretRef: { name: 'kinora' } }],
      });
      expect(Object.keys(secrets).filter((name) => map?.[name] !== undefined)).toEqual([]);
      const settings = readSettings({ ...map, ...secrets }, '/data');
      expectShared(settings);
      expect(settings.storage).toMatchObject({ endpoint: secrets['S3_ENDPOINT'], region: 'us-east-1' });
    },
  );

  it('waits for requests as long as the proxy of docs/proxy.md does', () => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(readPage('proxy.md')) ?? [];
    const { annotations } = manifests.find(({ kind }) => kind === 'Ingress')!.metadata;
    expect(annotations?.['nginx.ingress.kubernetes.io/proxy-read-timeout']).toBe(seconds);
  });

  it('gives metrics where they are looked for', () => {
    const port = manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['KINORA_METRICS']?.split(':')[1];
    for (const { spec } of deployments) {
      const ports = spec.template.spec.containers.flatMap((container) => container.ports);
      expect(ports.find(({ name }) => name === 'metrics')?.containerPort).toBe(Number(port));
    }
  });

  it('has pods whose metrics ops/prometheus/pod-monitor.yaml finds', () => {
    const { spec } = parse(readFileSync(join(FOLDER, '../ops/prometheus/pod-monitor.yaml'), 'utf8')) as {
      spec: {
        jobLabel: string;
        selector: { matchExpressions: { key: string; operator: string; values: string[] }[] };
        podMetricsEndpoints: { port: string; path: string }[];
      };
    };
    const [{ key, operator, values } = { key: '', operator: '', values: [] }] =
      spec.selector.matchExpressions;
    const labels = deployments.map((deployment) => deployment.spec.template.metadata.labels);
    expect([operator, values]).toEqual(['In', labels.map((each) => each[key])]);
    expect(spec.podMetricsEndpoints).toMatchObject([{ port: 'metrics', path: METRICS_PATH }]);
    // The alert rules know the processes by the names of their jobs.
    for (const each of labels) expect(each[spec.jobLabel]).toMatch(/^kinora/);
  });

  it('sends requests to the servers', () => {
    const service = manifests.find(({ kind }) => kind === 'Service');
    expect(deployments[0]?.spec.template.metadata.labels).toEqual(service?.spec.selector);
  });
});
