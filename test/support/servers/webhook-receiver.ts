// A receiver of webhooks that records messages and verifies them with the library of the standard.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { listenLocally } from './listen-locally.ts';

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  text: string;
  type: string;
  timestamp: string;
  data: { id?: number; kind?: string; external_id?: string; status?: string; rest_url?: string; webhook?: number };
}

export type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

export interface WebhookReceiver {
  url: string;
  host: string;
  messages: readonly ReceivedMessage[];
  /** `event.created 5`, in the order of arrival. */
  received(): string[];
  /** The response to messages from now on. */
  answer(how: Answer): void;
  /** Throws unless the message has a current signature with the secret. */
  verify(message: ReceivedMessage, secret: string): void;
  clear(): void;
}

export const withStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(`status ${status}`);

/** Never responds. */
export const silence: Answer = () => undefined;

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  let how = withStatus(200);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const message = { headers: request.headers, text: body, ...JSON.parse(body) } as ReceivedMessage;
    messages.push(message);
    how(response, message);
  });
  const { host } = new URL(await listenLocally(server));
  return {
    url: `http://${host}/hook`,
    host,
    messages,
    received: () => messages.map(({ type, data }) => `${type} ${data.id ?? data.webhook}`),
    answer(next) {
      how = next;
    },
    verify: ({ headers, text: body }, secret) =>
      void new Webhook(secret).verify(body, headers as Record<string, string>),
    clear: () => void messages.splice(0),
  };
}
