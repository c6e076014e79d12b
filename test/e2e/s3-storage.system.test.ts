import { test } from 'vitest';
import { storeInS3 } from './store-in-s3.ts';

test('a render is stored in S3, served through the server, usable as a source, and deleted', () =>
  storeInS3({}, false));
