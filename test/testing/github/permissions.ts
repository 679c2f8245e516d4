import { type Answer, problem, type RouteRequest } from './http.ts';

/** What a route asks of the token: one of `scopes` at `level`. Null: any valid token. */
export type Need = { readonly level: 'read' | 'write'; readonly scopes: readonly string[] } | null;

/**
 * Refuses as GitHub does: 401 for a wrong or absent token, 403 for a missing permission. Anyone may read a public
 * repository, as the REST reference says of every read route the fake plays.
 */
export function refusal(request: RouteRequest, need: Need): Answer | null {
  const { state } = request;
  const token = bearer(request.headers.authorization);
  if (token === null) return problem(401, 'Requires authentication');
  if (token !== state.token.value) return problem(401, 'Bad credentials');
  if (need === null) return null;
  if (need.level === 'read' && !state.repository.private) return null;
  const granted = need.scopes.some((scope) => covers(state.token.permissions[scope], need.level));
  return granted ? null : problem(403, 'Resource not accessible by integration');
}

/** The token of an `Authorization: Bearer …` or `token …` header. */
export function bearer(header: string | undefined): string | null {
  return /^(?:bearer|token) (.+)$/i.exec(header ?? '')?.[1] ?? null;
}

function covers(granted: 'read' | 'write' | 'none' | undefined, level: 'read' | 'write'): boolean {
  return granted === 'write' || (granted === 'read' && level === 'read');
}
