// The upper bound: node:http sending the same bytes and headers without any work.
import { createServer } from 'node:http';

process.on('message', (reply: { status: number; headers: Record<string, string>; body: string }) => {
  const body = Buffer.from(reply.body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(reply.status, reply.headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
  });
});
process.on('disconnect', () => process.exit());
