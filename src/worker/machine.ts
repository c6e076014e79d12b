import { availableParallelism, totalmem } from 'node:os';

const GIBIBYTE = 2 ** 30;
/** Memory of the server, the database and the system in bytes, which renders do not get. */
const RESERVED_BYTES = GIBIBYTE;
/** Memory of a usual render at 1080p in bytes. The number of renders follows from it. */
export const USUAL_RENDER_BYTES = 0.6 * GIBIBYTE;
/** Cores of one render. Its decoders, filters and encoder use about two. */
const CORES_PER_RENDER = 2;

/** The resources of a machine or of its container. */
export interface MachineResources {
  readonly cores: number;
  /** Bytes that all processes together may use. */
  readonly memoryBytes: number;
}

/** Returns the resources of this machine. The limits of a container (cgroup) count. */
export function readMachineResources(): MachineResources {
  // Node.js returns 0 where there is no limit, and a huge number in a container without one.
  const limit = process.constrainedMemory() || Infinity;
  return { cores: availableParallelism(), memoryBytes: Math.min(limit, totalmem()) };
}

/** Returns the number of renders at the same time that suits a machine, at least 1. */
export function countRenders(machine: MachineResources): number {
  const byCores = Math.floor(machine.cores / CORES_PER_RENDER);
  return Math.max(1, Math.min(byCores, Math.floor(renderMemoryOf(machine) / USUAL_RENDER_BYTES)));
}

/** Returns the bytes of memory that the renders of a machine share: enough for one usual render. */
export function renderMemoryOf({ memoryBytes }: MachineResources): number {
  return Math.max(USUAL_RENDER_BYTES, memoryBytes - RESERVED_BYTES);
}
