/** The kinds of subjects, those that matter most first. `detail` is the part of a picture that differs from the rest. */
export const SUBJECT_KINDS = ['face', 'person', 'movement', 'detail'] as const;
