import { signal } from '@preact/signals';
import { describeError } from '../shell/describe-error.ts';
import { session } from '../shell/session.ts';
import type { SchemaPart } from '../schema/walk-schema.ts';

/** The JSON Schema of an edit. Undefined until it is loaded. */
export const editSchema = signal<SchemaPart | undefined>(undefined);

/** The reason why the schema could not be loaded. */
export const schemaFailure = signal<string | undefined>(undefined);

let loading: Promise<void> | undefined;

/** Loads the schema, unless it is there already. A failed load can be repeated. */
export function loadSchema(): Promise<void> {
  loading ??= load().finally(() => (loading = undefined));
  return loading;
}

async function load(): Promise<void> {
  const client = session.value?.client;
  if (!client || editSchema.value) return;
  schemaFailure.value = undefined;
  try {
    editSchema.value = await client.editSchema();
  } catch (error) {
    schemaFailure.value = describeError(error);
  }
}
