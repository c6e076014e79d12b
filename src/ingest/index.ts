export * from './model.ts';
export { parseRenditionsRequest, parseSourceRequest, parseUploadRequest } from './parse-request.ts';
