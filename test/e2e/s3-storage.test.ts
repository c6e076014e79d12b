import { test } from 'vitest';
import { storeInS3 } from './store-in-s3.ts';

test('a render lies in S3, is had from there through us, is a source, and is gone when deleted', () =>
  storeInS3({}, false));
