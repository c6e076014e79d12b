import type { DiskSpace } from '../base/disk/disk-space.ts';
import type { Logger } from '../base/logger.ts';
import { walkFiles } from '../base/walk-files.ts';
import type { Home } from '../home/home.ts';
import { SEGMENTS_FOLDER } from '../hosting/segments/kept-name.ts';
import { isStorageKey, type Storage } from '../hosting/storage.ts';
import { measureQueues } from '../jobs/job-table.ts';
import { WORK_QUEUES } from '../jobs/work-rules.ts';
import type { GaugeSource } from '../metrics/gauges.ts';
import { hasToken, isFromThisMachine, isLocalUrl } from '../metrics/metrics-access.ts';
import { listenForMetrics } from '../metrics/metrics-listener.ts';
import { type Metrics, openMetrics } from '../metrics/metrics.ts';
import type { MetricsSettings } from '../metrics/settings.ts';
import type { ServedMetrics } from '../server/http/server-parts.ts';
import type { Database } from '../store/database.ts';
import { findWorkers, type WorkerView } from '../store/queue/workers.ts';

/** The parts that the gauges are measured from. */
interface MeasuredParts {
  readonly database: Pick<Database, 'tables'>;
  readonly storage: Pick<Storage, 'list' | 'folder'>;
  readonly disk: DiskSpace;
  readonly home: Pick<Home, 'cache'>;
}

/** Milliseconds without a sign of life after which a worker counts as silent. */
const SILENT_AFTER_MS = 10_000;
/** Milliseconds between two looks at all files of a folder, and of a storage that charges for each look. */
const [FOLDER_EVERY_MS, STORAGE_EVERY_MS] = [10 * 60_000, 60 * 60_000];

/** Starts to count. Listens at the address of the settings, if there is one. @throws {KinoraError} `invalid_setting`. */
export async function openProcessMetrics(settings: MetricsSettings, log: Logger) {
  const metrics = openMetrics(log);
  const { metricsAddress, metricsToken } = settings;
  const listener =
    metricsAddress &&
    (await listenForMetrics(metrics, metricsAddress, metricsToken, log).catch((error: unknown) => {
      metrics.close();
      throw error;
    }));
  return {
    ...metrics,
    async stop() {
      await listener?.close();
      metrics.close();
    },
  };
}

/** Returns the metrics for the route of the server, with the check of their readers. */
export function serveMetrics(
  metrics: Metrics,
  { metricsToken, publicUrl }: MetricsSettings & { readonly publicUrl: string | undefined },
): ServedMetrics {
  // A proxy on this machine need not say that it is one, and a server with a public address has one.
  const isOpenHere = publicUrl === undefined || isLocalUrl(publicUrl);
  return {
    contentType: metrics.contentType,
    read: () => metrics.read(),
    allows: (request) =>
      metricsToken === undefined ? isOpenHere && isFromThisMachine(request) : hasToken(request, metricsToken),
  };
}

/** Lists the gauges of a process. Only a server reports shared values, so that few processes query the database. */
export function listGauges(
  parts: MeasuredParts,
  { isServer }: { readonly isServer: boolean },
): GaugeSource[] {
  const own = [measureDisk(parts), measureCache(parts)];
  return isServer ? [measureWork(parts), measureStorageUse(parts), ...own] : own;
}

function measureWork({ database: { tables } }: MeasuredParts): GaugeSource {
  return {
    part: 'database',
    names: [
      ...(['kinora_queue_jobs', 'kinora_queue_oldest_seconds', 'kinora_queue_cost_core_seconds'] as const),
      ...(['kinora_workers', 'kinora_worker_slots'] as const),
    ],
    measure: async () => {
      const loads = new Map((await measureQueues(tables)).map((load) => [load.queue, load]));
      const workers = (await findWorkers(tables)).map((worker) => ({ ...worker, state: stateOf(worker) }));
      // An empty queue has the value 0, so that rules and graphs find every queue.
      const all = WORK_QUEUES.map((queue) => [queue, loads.get(queue)] as const);
      return {
        kinora_queue_jobs: all.flatMap(([queue, load]) =>
          (['waiting', 'later', 'running'] as const).map(
            (state) => [load?.[state] ?? 0, { queue, state }] as const,
          ),
        ),
        kinora_queue_oldest_seconds: all.map(
          ([queue, load]) => [load?.oldestSeconds ?? 0, { queue }] as const,
        ),
        kinora_queue_cost_core_seconds: all.map(
          ([queue, load]) => [load?.coreSeconds ?? 0, { queue }] as const,
        ),
        kinora_workers: ['working', 'problem', 'silent'].map(
          (state) => [workers.filter((worker) => worker.state === state).length, { state }] as const,
        ),
        kinora_worker_slots: [
          [workers.reduce((sum, { state, slots }) => sum + (state === 'silent' ? 0 : (slots ?? 0)), 0)],
        ],
      };
    },
  };
}

function stateOf({ silentMs, problem }: WorkerView): string {
  if (silentMs > SILENT_AFTER_MS) return 'silent';
  return problem === null ? 'working' : 'problem';
}

function measureStorageUse({ storage }: MeasuredParts): GaugeSource {
  return {
    part: 'storage',
    names: ['kinora_storage_bytes'],
    keepMs: storage.folder === undefined ? STORAGE_EVERY_MS : FOLDER_EVERY_MS,
    measure: async (signal) => {
      const sums = { files: 0, segments: 0, other: 0 };
      for await (const { name, size } of storage.list()) {
        signal.throwIfAborted();
        sums[kindOf(name)] += size;
      }
      return {
        kinora_storage_bytes: Object.entries(sums).map(([kind, bytes]) => [bytes, { kind }] as const),
      };
    },
  };
}

function kindOf(name: string): 'files' | 'segments' | 'other' {
  if (isStorageKey(name)) return 'files';
  return name.startsWith(`${SEGMENTS_FOLDER}/`) ? 'segments' : 'other';
}

function measureDisk({ disk }: MeasuredParts): GaugeSource {
  return {
    part: 'disk',
    names: ['kinora_disk_usable_bytes'],
    measure: async () => ({ kinora_disk_usable_bytes: [[(await disk.measure()).usable]] }),
  };
}

function measureCache({ home }: MeasuredParts): GaugeSource {
  return {
    part: 'cache',
    names: ['kinora_source_cache_bytes'],
    keepMs: FOLDER_EVERY_MS,
    measure: async (signal) => {
      let bytes = 0;
      for await (const { size } of walkFiles(home.cache)) {
        signal.throwIfAborted();
        bytes += size;
      }
      return { kinora_source_cache_bytes: [[bytes]] };
    },
  };
}
