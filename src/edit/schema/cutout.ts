import { z } from 'zod';
import { defineObject, field } from './fields.ts';

const Cutout = defineObject('Cutout', 'Leaves only the people of a picture.', {
  feather: field(
    z.number().min(0).max(0.1),
    'Width of the soft edge in parts of the width and of the height of the picture, 0 to 0.1.',
    0,
  ),
});

export const CutoutField = field(
  Cutout,
  'Leaves only the people of the picture: all else becomes transparent. {} has the edge that is found. An addition of Kinora.',
);
