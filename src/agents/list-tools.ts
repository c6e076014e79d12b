import type { Backend, Offer } from './backend.ts';
import type { Tool } from './tool.ts';
import { FRAME_TOOL, SHEET_TOOL } from './tools/picture-tools.ts';
import { MODELS_TOOL } from './tools/models-tool.ts';
import { EDITS_TOOL, SAVE_TOOL } from './tools/kept-edit-tools.ts';
import { createProbeTool } from './tools/probe-tool.ts';
import { CANCEL_TOOL, createRenderTool, STATUS_TOOL } from './tools/render-tools.ts';
import { SCHEMA_TOOL } from './tools/schema-tool.ts';
import { TEMPLATES_TOOL } from './tools/templates-tool.ts';
import { createUploadTool } from './tools/upload-tool.ts';
import { VALIDATE_TOOL } from './tools/validate-tool.ts';

/** Returns the tools that a backend offers, in the order in which an agent uses them. */
export function listTools({ writesFiles, folder }: Offer): readonly Tool[] {
  return [
    SCHEMA_TOOL,
    TEMPLATES_TOOL,
    MODELS_TOOL,
    createProbeTool(writesFiles, folder !== undefined),
    createUploadTool(folder !== undefined),
    VALIDATE_TOOL,
    FRAME_TOOL,
    SHEET_TOOL,
    createRenderTool(writesFiles),
    STATUS_TOOL,
    CANCEL_TOOL,
    // Edits are kept by a server.
    ...(writesFiles ? [] : [EDITS_TOOL, SAVE_TOOL]),
  ];
}

/** Returns the instructions for an agent before its first call. */
export function writeInstructions({
  place,
  folder,
  writesFiles,
}: Pick<Backend, 'place' | 'folder' | 'writesFiles'>): string {
  return [
    `Kinora makes videos, images and sounds from an edit: a JSON description of a timeline. It works ${place}.`,
    'An edit has tracks of clips. A clip has an asset (video, image, text, audio...), a start and a length in seconds. Later tracks are drawn above earlier ones.',
    'Steps: learn fields with schema, piece by piece; check the edit with validate and correct it by "changes"; look at it with sheet and frame; then render, and wait with status.',
    'Write an edit once: every answer has its id, which you can give in its place, together with "changes".',
    ...(folder === undefined
      ? []
      : [`Files: paths are relative to ${folder}. Files outside of it and hidden ones are closed.`]),
    ...(writesFiles
      ? ['Finished files are written to this folder.']
      : ['Finished files have URLs. Open the edit of a person with edits, and hand yours over with save.']),
  ].join('\n');
}
