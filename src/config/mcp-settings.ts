// The options of the Model Context Protocol: the address beside the interface, and who `kalends mcp` is.
import { toggle, word } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface McpConfig {
  /** Whether `/mcp` is served. */
  mcp: boolean;
  mcpUser: string | undefined;
  mcpPassword: string | undefined;
}

const group = 'Models:';

export const mcpSettings: { readonly [K in keyof McpConfig]: Setting<McpConfig[K]> } = {
  mcp: {
    flags: '--mcp <switch>',
    variable: 'KALENDS_MCP',
    group,
    description: 'serve the Model Context Protocol at /mcp',
    accepted: 'on or off',
    defaultText: 'on',
    fallback: () => true,
    parse: toggle,
  },
  mcpUser: {
    flags: undefined,
    variable: 'KALENDS_MCP_USER',
    group,
    description: 'login or e-mail address for "kalends mcp"',
    accepted: 'a login or an e-mail address',
    defaultText: 'none: only public records are read',
    fallback: () => undefined,
    parse: word(/^[^\s:]{1,200}$/),
  },
  mcpPassword: {
    flags: undefined,
    variable: 'KALENDS_MCP_PASSWORD',
    group,
    description: 'application password of that user',
    accepted: 'an application password',
    defaultText: 'none',
    isSecret: true,
    fallback: () => undefined,
    parse: word(/^\S[\S ]{0,200}$/),
  },
};
