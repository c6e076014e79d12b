import { canBePrompted } from '../generated/generated-source.ts';
import { asRecord, readPart } from '../problems/json-parts.ts';
import type { Path } from '../problems/problem.ts';
import { SchemaNode } from '../schema/schema-node.ts';
import type { ModelType } from './generation-model.ts';
import { modelOf } from './models.ts';

/**
 * Returns the node of an option of a model, which the schema of the edit does not describe.
 *
 * @param path the path of a value in the edit.
 * @returns undefined for any other value, and for an unknown model.
 */
export function nodeOfOption(path: Path, edit: unknown): SchemaNode | undefined {
  const at = path.indexOf('options');
  if (at < 0 || path[at - 1] !== 'asset') return undefined;
  const asset = asRecord(path.slice(0, at).reduce<unknown>(readPart, edit));
  const { type, model } = asset;
  if (!canBePrompted(asset) || (model !== undefined && typeof model !== 'string')) return undefined;
  // The check above has found one of these types.
  const schema = modelOf(type as ModelType, model)?.options;
  return schema && new SchemaNode(schema).find(path.slice(at + 1), asset['options']);
}
