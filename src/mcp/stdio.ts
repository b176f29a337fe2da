// Standard input of `kalends mcp`. The SDK ignores lines that are not messages, and a client would wait for a reply forever.
import { Transform } from 'node:stream';
import { deserializeMessage, ProtocolErrorCode, STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';

/** Passes lines that are messages; the others are answered with an error (JSON-RPC 2.0, section 5.1). */
export function createMessageFilter(answer: (line: string) => void): Transform {
  let rest = '';
  const keepMessages = (lines: readonly string[]) =>
    lines.filter((line) => {
      const error = line.trim() === '' ? undefined : errorFor(line);
      if (error !== undefined) answer(`${JSON.stringify(error)}\n`);
      return error === undefined;
    });
  return new Transform({
    decodeStrings: false,
    transform(chunk: string, _encoding, done) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of keepMessages(lines)) this.push(`${line}\n`);
      const isTooLong = rest.length > STDIO_DEFAULT_MAX_BUFFER_SIZE;
      done(isTooLong ? new Error('A message on standard input is longer than 10 MiB.') : null);
    },
    flush(done) {
      keepMessages([rest]);
      done();
    },
  });
}

function errorFor(line: string) {
  try {
    deserializeMessage(line);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError
      ? errorReply(null, ProtocolErrorCode.ParseError, 'Parse error')
      : errorReply(idIn(JSON.parse(line)), ProtocolErrorCode.InvalidRequest, 'Invalid request');
  }
}

const errorReply = (id: unknown, code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id });

function idIn(sent: unknown): string | number | null {
  const id = typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
