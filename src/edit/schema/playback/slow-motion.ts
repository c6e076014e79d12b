import { z } from 'zod';
import { field } from '../fields.ts';

export const SlowMotion = field(
  z.enum(['nearest', 'blend']),
  'What is shown between two frames of the video, at a speed of 1 or less. "nearest" shows the nearer frame, "blend" blends both by how near they are.',
  'nearest',
);
