export interface SentRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string | undefined;
}

type Answer = Response | Error | ((request: SentRequest) => Response | Promise<Response>);

/** A fake fetch that returns these answers in turn, throws Errors among them, and records its requests. */
export function scriptedFetch(answers: readonly Answer[]): { fetch: typeof fetch; requests: SentRequest[] } {
  const requests: SentRequest[] = [];
  const scripted = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const answer = answers[requests.length];
    const body = typeof init.body === 'string' ? init.body : undefined;
    const request = {
      method: init.method ?? 'GET',
      url: new URL(String(input)),
      headers: new Headers(init.headers),
      body,
    };
    requests.push(request);
    if (answer === undefined) throw new Error('more requests than expected');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? untilAborted(answer(request), init.signal) : answer;
  };
  return { fetch: scripted as typeof fetch, requests };
}

const untilAborted = (answer: Response | Promise<Response>, signal: AbortSignal | null | undefined) =>
  new Promise<Response>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')));
    Promise.resolve(answer).then(resolve, reject);
  });

export const reply = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
