import type { IngestStatus, Rendition, Source } from '../../client/index.ts';

/** Formats a source with its outputs: its id, and a line for each URL. Leaves out failed outputs. */
export function formatSource(name: string, source: Source): string {
  const { renditions = [], transcription } = source.outputs ?? {};
  const urls = [
    source.source,
    ...renditions.map((rendition) => rendition.url && `${describe(rendition)}: ${rendition.url}`),
    transcription?.url && `transcription: ${transcription.url}`,
  ].filter((url) => url !== undefined && url !== '');
  return [`${name}: ${source.id}`, ...urls.map((url) => `  ${url}`), ''].join('\n');
}

/** Formats the status of a source: "importing", or "ready, 1 of 2 outputs finished". */
export function formatProgress({ status, outputs = {} }: Source): string {
  const made = [...(outputs.renditions ?? []), ...(outputs.transcription ? [outputs.transcription] : [])];
  if (status !== 'ready' || made.length === 0) return status;
  const unfinished: readonly IngestStatus[] = ['queued', 'importing'];
  const finished = made.filter((file) => !unfinished.includes(file.status)).length;
  return `ready, ${finished} of ${made.length} outputs finished`;
}

/** Lists the reasons why a source or its outputs have failed. */
export function listFailures({ status, error, outputs = {} }: Source): string[] {
  if (status !== 'ready') return [error ?? `The source is ${status}.`];
  const { renditions = [], transcription } = outputs;
  return [
    ...renditions.map((rendition) => ({ ...rendition, name: describe(rendition) })),
    ...(transcription ? [{ ...transcription, name: 'transcription' }] : []),
  ].flatMap((file) =>
    file.status === 'ready' ? [] : [`${file.name}: ${file.error ?? `It is ${file.status}.`}`],
  );
}

/** Names a rendition: "webm 640x360". */
function describe({ transformation: { format }, width, height }: Rendition): string {
  const size = width === undefined || height === undefined ? [] : [`${width}x${height}`];
  return [format ?? 'rendition', ...size].join(' ');
}
