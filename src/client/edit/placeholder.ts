/**
 * A text with a placeholder, such as `{{ NAME }}`. A merge field replaces the placeholder before the edit is
 * validated.
 */
export type Placeholder = `${string}{{${string}}}${string}`;
