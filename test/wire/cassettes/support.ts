import type { Json } from '#common/json.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { type CassettesOptions, createCassettes } from '#wire/cassettes/create-cassettes.ts';
import type { Cassettes, ModelRequest, StoredResponse, TrialAttempt } from '#wire/ports.ts';

/** A secret of the workflow under test. */
export const SECRET = 'hunter2-hunter2-hunter2';

/** A folder of its own, empty. */
export function emptyFolder(): string {
  return newFolder('cassettes');
}

export function cassettesIn(
  folder: string,
  mode: Cassettes['mode'],
  options: Partial<CassettesOptions> = {},
): Cassettes {
  return createCassettes({ folder, mode, redact: secretRedactor([SECRET]), ...options });
}

/** A new attempt at a trial. */
export function attemptAt(case_id = 'refund', index = 1): TrialAttempt {
  return { trial: { case_id, index } };
}

/** A chat request that asks this. */
export function ask(content: string, fields: { readonly [name: string]: Json } = {}): ModelRequest {
  const body = { model: 'm', messages: [{ role: 'user', content }], ...fields };
  return {
    provider: 'openai',
    method: 'POST',
    path: '/chat/completions',
    headers: { authorization: `Bearer ${SECRET}` },
    body: JSON.stringify(body),
  };
}

/** An answer in JSON that says this. */
export function say(content: string): StoredResponse {
  return {
    status: 200,
    content_type: 'application/json',
    body: JSON.stringify({ choices: [{ message: { content } }] }),
  };
}

/** Plays these questions and answers in one attempt, as the gateway does. */
export async function play(
  cassettes: Cassettes,
  attempt: TrialAttempt,
  exchanges: readonly (readonly [ModelRequest, StoredResponse])[],
): Promise<void> {
  for (const [request, response] of exchanges) {
    const found = await cassettes.find(request, attempt);
    if ('miss' in found) cassettes.store(request, attempt, response);
  }
}

/** The body served, or the sentence of the miss. */
export async function served(cassettes: Cassettes, request: ModelRequest, attempt: TrialAttempt): Promise<string> {
  const found = await cassettes.find(request, attempt);
  return 'hit' in found ? found.hit.body : found.miss;
}
