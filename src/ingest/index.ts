export * from './model.ts';
export { parseSourceRequest, parseUploadRequest } from './parse-request.ts';
