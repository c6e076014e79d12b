// Calls of the APIs whose edits and answers may be large. Both pass through this thread as they are.
import {
  createEditCall,
  createIdempotentCall,
  createPictureCall,
  encodeSegment,
} from '../client/api-calls.ts';
import type { ApiCall } from '../client/connection.ts';
import type { KeptVersion, PictureOrder } from './backend.ts';

/** Creates a call for a dry run. */
export function createDryRunCall(edit: string, signal: AbortSignal): ApiCall<string> {
  return toTextCall(addEdit(createEditCall('POST', '/render', { query: { dryRun: true }, signal }), edit));
}

/** Creates a call for a sheet. */
export function createSheetCall(
  edit: string,
  { moments, ...order }: PictureOrder,
  signal: AbortSignal,
): ApiCall<Uint8Array> {
  const query = { ...order, ...(typeof moments === 'number' ? { moments } : { at: moments.join() }) };
  return { ...addEdit(createPictureCall('/sheet', query, 'jpeg'), edit), signal };
}

/** Creates a call that submits a render. */
export function createRenderCall(edit: string, signal: AbortSignal): ApiCall<{ readonly id: string }> {
  return addEdit(createIdempotentCall('/render', undefined, { signal }), edit);
}

/** Creates a call that probes the file at a URL. */
export function createProbeCall(url: string, signal: AbortSignal): ApiCall<string> {
  return toTextCall(createEditCall('GET', `/probe/${encodeSegment(url, 'URL')}`, { signal }));
}

/** Creates a call that reads a kept edit. */
export function createKeptEditCall(id: string, signal: AbortSignal): ApiCall<string> {
  return toTextCall(createEditCall('GET', `/edits/${encodeSegment(id)}`, { signal }));
}

/** Creates a call that keeps a new edit, or saves the next version of a kept one, unless another save came first. */
export function createSaveCall(
  edit: string,
  name: string,
  place: KeptVersion | undefined,
  signal: AbortSignal,
): ApiCall<KeptVersion> {
  const body = `{"name":${JSON.stringify(name)},"edit":${edit}}`;
  if (place === undefined) return addEdit(createIdempotentCall('/edits', undefined, { signal }), body);
  const headers = { 'if-match': `"${place.version}"` };
  return addEdit(createEditCall('PUT', `/edits/${encodeSegment(place.id)}`, { signal, headers }), body);
}

/** Creates a call that reads a template. */
export function createTemplateCall(id: string, signal: AbortSignal): ApiCall<string> {
  return toTextCall(createEditCall('GET', `/templates/${encodeSegment(id)}`, { signal }));
}

function addEdit<Answer>(call: ApiCall<Answer>, edit: string): ApiCall<Answer> {
  const headers = { ...call.headers, 'content-type': 'application/json' };
  return { ...call, content: Buffer.from(edit), headers };
}

function toTextCall(call: ApiCall<unknown>): ApiCall<string> {
  return { ...call, read: (response) => response.text() };
}
