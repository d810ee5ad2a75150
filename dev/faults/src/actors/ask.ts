interface Question extends RequestInit {
  withinMs?: number;
}

/** What `read` makes of the answer; null: none came in time, or it could not be read. */
export async function ask<Answer>(
  url: string,
  { withinMs = 3000, ...request }: Question,
  read: (answer: Response) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await read(await fetch(url, { ...request, signal: AbortSignal.timeout(withinMs) }));
  } catch {
    return null;
  }
}

interface JsonAnswer {
  status: number;
  body: Record<string, unknown>;
}

interface JsonRequest {
  /** Default POST. */
  method?: 'POST' | 'DELETE';
  headers: Record<string, string>;
  /** JSON. */
  body?: string;
}

export function askJson(url: string, { method = 'POST', headers, body }: JsonRequest): Promise<JsonAnswer | null> {
  const request = { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: body ?? null };
  return ask(url, request, async (answer) => ({ status: answer.status, body: JSON.parse(await answer.text()) }));
}
