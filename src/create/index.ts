export * from './model.ts';
export { checkImage } from './check-image.ts';
export { parseCreateRequest } from './parse-create-request.ts';
