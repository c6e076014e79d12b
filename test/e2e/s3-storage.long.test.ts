import { test } from 'vitest';
import { storeInS3 } from './store-in-s3.ts';

test('a render lies in S3, is had from there by redirect, signed, is a source, and is gone when deleted', () =>
  storeInS3({ KINORA_S3_FILES: 'redirect', KINORA_FILES: 'signed' }, true));
