/** The part of a real S3 server that the tests use. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** A server of object storage on a folder. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      configureBuckets: readonly { name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
