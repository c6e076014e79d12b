/** The part of the S3 server `s3rver` that the tests use. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** An S3 server that stores its objects in a folder. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      configureBuckets?: readonly { name: string }[];
      allowMismatchedSignatures?: boolean;
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
