// The tools as an MCP server. Loaded with the first MCP request.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as ToolDefinition,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { type Caller, isAnonymous, mayCreate } from '../core/roles.ts';
import { isDeeperThan, type Raw } from '../http/params/raw.ts';
import type { Route } from '../http/route.ts';
import { readTools } from './read-tools.ts';
import { routesByName } from './schemas.ts';
import { type Arguments, assertKnown, type CallApi, type Tool, ToolError } from './tool.ts';
import { writeTools } from './write-tools.ts';

export interface McpSite {
  version: string;
  timezone: string;
  language: string;
  siteUrl: string | undefined;
  siteName?: string | undefined;
}

export interface Session {
  call: CallApi;
  caller: Caller;
}

export interface McpOptions {
  routes: readonly Route[];
  site: McpSite;
  logger: Logger;
}

/** Makes one server per connection, or per request where there are no connections. */
export function createMcpServers({ routes, site, logger }: McpOptions): (session: Session) => Server {
  const route = routesByName(routes);
  const tools = [...readTools(route), ...writeTools(route)];
  const definitions = new Map(tools.map((tool) => [tool, definitionOf(tool)]));
  return ({ call, caller }) => {
    const offered = tools.filter((tool) => mayCreate(caller) || tool.effect === 'reads');
    // A call that the account may not make gets the error of the API, which says what is missing.
    const callable = isAnonymous(caller) ? offered : tools;
    const info = { name: 'kalends', title: site.siteName ?? 'Kalends events calendar', version: site.version };
    const options = { capabilities: { tools: {} }, instructions: instructionsFor(site, caller) };
    const server = new Server(info, options);
    server.setRequestHandler('tools/list', () => ({
      tools: offered.map((tool) => definitions.get(tool) as ToolDefinition),
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = callable.find(({ name }) => name === params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`);
      try {
        return await runTool(tool, params.arguments ?? {}, call);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal !== undefined) return { content: [{ type: 'text', text: refusal }], isError: true };
        // Unexpected errors go to the log only.
        logger.error({ err: error, tool: tool.name }, 'failed');
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong');
      }
    });
    return server;
  };
}

const instructionsFor = ({ timezone, language, siteUrl, siteName }: McpSite, caller: Caller): string =>
  [
    `${siteName ?? 'An events calendar'}${siteUrl === undefined ? '' : ` (${siteUrl})`}: events, venues, organizers, categories and tags.`,
    `Its time zone is ${timezone}, its language ${language}.`,
    'Dates are wall clock in an event\'s own time zone, as 2027-05-10 18:00:00; words such as "tomorrow 9am" are understood.',
    isAnonymous(caller)
      ? 'Not signed in: only public records can be read.'
      : 'You act with the rights of the account that is signed in.',
    mayCreate(caller) ? 'dry_run shows what a write would do.' : 'Nothing can be written.',
  ].join(' ');

function definitionOf({ name, title, description, input, output, effect }: Tool): ToolDefinition {
  const isChange = effect === 'changes';
  const writeHints = effect === 'reads' ? {} : { destructiveHint: isChange, idempotentHint: isChange };
  return {
    name,
    title,
    description,
    inputSchema: input as ToolDefinition['inputSchema'],
    outputSchema: output as ToolDefinition['outputSchema'],
    annotations: { title, readOnlyHint: effect === 'reads', ...writeHints, openWorldHint: false },
  };
}

/** The API refuses less, and says where. Writing JSON is recursive. */
const maxDepth = 100;

async function runTool(tool: Tool, args: Arguments, call: CallApi): Promise<CallToolResult> {
  assertKnown(args, tool.input);
  if (isDeeperThan(args as Raw, maxDepth)) throw new ToolError('The arguments are nested too deeply');
  const { text, structured } = await tool.run(args, call);
  return { content: [{ type: 'text', text }], structuredContent: { ...structured } };
}

/** A lone surrogate cannot be part of a URL. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof ToolError
    ? error.message
    : error instanceof URIError
      ? 'The text has halves of characters (lone surrogates)'
      : undefined;
