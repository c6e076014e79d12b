export * from './model.ts';
export { checkImage, type ImageFacts } from './check-image.ts';
export { fillDefaults } from './fill-defaults.ts';
export { parseCreateRequest } from './parse-create-request.ts';
