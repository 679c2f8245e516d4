import { type Answer, ok, problem } from './http.ts';
import { asString, type JsonObject } from './json.ts';
import { bearer } from './permissions.ts';
import type { FakeState } from './state.ts';

/** The one GraphQL question the fake answers: who the token is (`viewer { login }`). */
export function answerGraphql(
  state: FakeState,
  authorization: string | undefined,
  body: JsonObject | null,
  report: (violation: string) => void,
): Answer {
  if (bearer(authorization) !== state.token.value) return problem(401, 'Bad credentials');
  const query = asString(body?.['query']);
  if (/^\s*(?:query[^{]*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/.test(query)) {
    return ok({ data: { viewer: { login: state.token.user.login } } });
  }
  const violation = `POST /graphql: only { viewer { login } } is played, asked was: ${query}`;
  report(violation);
  return problem(500, `Violation: ${violation}`);
}
