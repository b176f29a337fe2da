export interface Asked {
  method: string;
  url: URL;
  headers: Headers;
  body: string | undefined;
}

type Answer = Response | Error | ((asked: Asked) => Response | Promise<Response>);

/** A fetch that gives these answers in turn, an Error by failing; what it was asked is noted. */
export function scriptedFetch(answers: readonly Answer[]): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  const scripted = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const answer = answers[asked.length];
    const body = typeof init.body === 'string' ? init.body : undefined;
    const request = {
      method: init.method ?? 'GET',
      url: new URL(String(input)),
      headers: new Headers(init.headers),
      body,
    };
    asked.push(request);
    if (answer === undefined) throw new Error('asked more often than expected');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? untilAborted(answer(request), init.signal) : answer;
  };
  return { fetch: scripted as typeof fetch, asked };
}

const untilAborted = (answer: Response | Promise<Response>, signal: AbortSignal | null | undefined) =>
  new Promise<Response>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')));
    Promise.resolve(answer).then(resolve, reject);
  });

export const reply = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
