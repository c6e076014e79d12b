import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../src/main/settings.ts';

const FOLDER = join(import.meta.dirname, '../deploy');
/** A worker gives its render back within 20 seconds, and then the processes of its children end. */
const DRAIN_SECONDS = 20;

const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

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
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly args: readonly string[];
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
      expect(Number.parseInt(service.stop_grace_period ?? '')).toBeGreaterThan(DRAIN_SECONDS);
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
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(DRAIN_SECONDS);
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
    for (const { spec } of deployments)
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(DRAIN_SECONDS);
  });

  it('gives metrics where they are looked for', () => {
    const port = manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['KINORA_METRICS']?.split(':')[1];
    for (const { spec } of deployments) {
      const ports = spec.template.spec.containers.flatMap((container) => container.ports);
      expect(ports.find(({ name }) => name === 'metrics')?.containerPort).toBe(Number(port));
    }
  });

  it('sends requests to the servers', () => {
    const service = manifests.find(({ kind }) => kind === 'Service');
    expect(deployments[0]?.spec.template.metadata.labels).toEqual(service?.spec.selector);
  });
});
