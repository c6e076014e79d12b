export * from './model.ts';
export { checkImage } from './check-image.ts';
export { type PromptedFile, toModelRequest } from './model-request.ts';
export { parseGeneration } from './parse-generation.ts';
export { parseCreateRequest } from './parse-create-request.ts';
