import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { findModel, MODEL_TYPES, MODELS } from '../../edit/index.ts';
import { removeNoise } from '../../edit/json-schema.ts';
import { defineTool, READS } from '../tool.ts';

/** Lists the models that make files from prompts, and describes one. */
export const MODELS_TOOL = defineTool({
  name: 'models',
  title: 'Find a model',
  description:
    'Lists the models that make a file from the "prompt" of an image, video or audio asset. With an id, shows the JSON Schema of its options.',
  input: z.strictObject({
    type: z.enum(MODEL_TYPES).optional(),
    id: z.string().min(1).max(100).optional(),
  }),
  annotations: { ...READS, openWorldHint: false },
  scope: 'read',
  isLight: false,
  run({ type, id }) {
    if (id === undefined) {
      const wanted = MODELS.filter((model) => type === undefined || model.type === type);
      const models = wanted.map((model) => ({
        id: model.model,
        type: model.type,
        about: model.description,
      }));
      return Promise.resolve({ content: { models } });
    }
    const model = findModel(id);
    if (model === undefined) {
      const message = `There is no model "${id.slice(0, 60)}". Call models without an id for the list.`;
      return Promise.reject(new KinoraError('not_found', message));
    }
    const options = z.toJSONSchema(model.options, { override: removeNoise });
    return Promise.resolve({ content: { id, type: model.type, about: model.description, options } });
  },
});
