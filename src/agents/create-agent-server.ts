import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { toKinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { KeyScope } from '../client/index.ts';
import type { Backend, CallContext } from './backend.ts';
import type { CallLimiter } from './call-limiter.ts';
import type { Compute, GivenEdit, ShownProblems } from './compute/computations.ts';
import { type Designs, openDesigns } from './designs.ts';
import { GivenEdits } from './given-edits.ts';
import type { HeldEdits } from './held-edits.ts';
import { listTools, writeInstructions } from './list-tools.ts';
import { RejectedEdit } from './rejected-edit.ts';
import { listResources, readResource, RESOURCE_TEMPLATES } from './resources.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** Maximum number of problems in an answer. */
const MAX_PROBLEMS = 8;

/** The parts that {@link describeFailure} uses. */
interface FailureParts {
  readonly compute: Compute;
  readonly log: Logger;
}

/**
 * Says why a call has failed and what to change.
 *
 * @param given the edit of the call. Undefined if it had none.
 */
async function describeFailure(
  error: unknown,
  given: GivenEdit | undefined,
  { compute, log }: FailureParts,
): Promise<string> {
  if (!(error instanceof RejectedEdit)) {
    const known = toKinoraError(error);
    if (known.concernsOperator) log.error({ err: known.cause ?? known }, known.message);
    return known.message;
  }
  const problems = error.problems.slice(0, MAX_PROBLEMS);
  if (!given) return problems.map(({ message }) => message).join(' ');
  const { hint } = error;
  const shown: ShownProblems = { problems, count: error.problems.length, hint, id: given.id };
  return await compute('describeProblems', JSON.stringify(shown), given.text);
}

/** The parts of a server of tools. */
export interface AgentServerParts {
  readonly version: string;
  readonly backend: Backend;
  readonly held: HeldEdits;
  readonly limiter: CallLimiter;
  readonly compute: Compute;
  /** Returns the arguments of a call as JSON. */
  readonly argumentsOf: (call: CallToolRequest['params']) => string;
  /** Checks that the agent may call tools of a scope. @throws {KinoraError} `insufficient_scope` if it may not. */
  readonly requireScope: (scope: KeyScope) => void;
  /** The owner of the calls that the server answers, and of the edits that it remembers. */
  readonly owner: string;
  readonly log: Logger;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Creates a server of the Model Context Protocol with the tools and resources of Kinora. Connect it to a transport. */
export function createAgentServer(parts: AgentServerParts): McpServer {
  const { version, backend } = parts;
  const tools = listTools(backend);
  const designs = openDesigns(backend.writesFiles);
  const mcp = new McpServer(
    { name: 'kinora', title: 'Kinora', version },
    { capabilities: { tools: {}, resources: {} }, instructions: writeInstructions(backend) },
  );
  // The handlers of the tools themselves, because `registerTool` answers wrong arguments with raw JSON.
  const { server } = mcp;
  let described: ReturnType<typeof describeTool>[] | undefined;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    // Described once, however many messages a request has.
    tools: (described ??= tools.map(describeTool)),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw createUnknownToolError(params.name, tools);
    return await callTool(tool, params, extra, { ...parts, designs });
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: await listResources() }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = await readResource(uri);
    if (!found)
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no resource ${uri.slice(0, 200)}. List the resources.`,
      );
    return { contents: [{ uri, ...found }] };
  });
  return mcp;
}

function describeTool({ name, title, description, input, annotations }: Tool) {
  const inputSchema = z.toJSONSchema(input, { io: 'input' });
  // Every client takes the newest draft for granted.
  delete inputSchema.$schema;
  // The schema of an object has the type "object".
  return {
    name,
    title,
    description,
    annotations: { ...annotations },
    inputSchema: inputSchema as { type: 'object' },
  };
}

async function callTool(
  tool: Tool,
  call: CallToolRequest['params'],
  { signal, sendNotification }: Extra,
  parts: AgentServerParts & { readonly designs: Designs },
): Promise<CallToolResult> {
  const { backend, compute, owner, designs } = parts;
  const token = call._meta?.progressToken;
  let edits: GivenEdits | undefined;
  let last = -1;
  const report: CallContext['report'] = (done, message) => {
    const progress = Number(done.toFixed(3));
    // The protocol demands that the progress rises.
    if (token === undefined || signal.aborted || progress <= last) return;
    last = progress;
    const params = { progressToken: token, progress, total: 1, message };
    // The agent may have gone away meanwhile.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  try {
    // Comes first, so that a key without the right has nothing computed.
    parts.requireScope(tool.scope);
    const own = (edits = new GivenEdits(parts, tool.name, parts.argumentsOf(call)));
    const answer = await parts.limiter.run(owner, tool.isLight, signal, async () =>
      tool.run(await own.readInput(), { backend, edits: own, designs, compute }, { signal, report }),
    );
    return toResult(answer);
  } catch (error) {
    // No client receives this answer.
    if (signal.aborted) return { isError: true, content: [] };
    return {
      isError: true,
      content: [{ type: 'text', text: await describeFailure(error, edits?.latest, parts) }],
    };
  }
}

function toResult({ content, picture }: ToolAnswer): CallToolResult {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return {
    content: [
      { type: 'text', text },
      ...(picture
        ? [{ type: 'image' as const, mimeType: 'image/jpeg', data: Buffer.from(picture).toString('base64') }]
        : []),
    ],
  };
}

function createUnknownToolError(name: string, tools: readonly Tool[]): McpError {
  const names = tools.map((tool) => tool.name).join(', ');
  return new McpError(
    ErrorCode.InvalidParams,
    `There is no tool "${name.slice(0, 60)}". There are ${names}.`,
  );
}
