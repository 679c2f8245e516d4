import type { Answer, RouteRequest } from '../http.ts';
import type { Need } from '../permissions.ts';

/** One operation of the API: what it asks of the token and what it answers. */
type Route = {
  readonly needs: Need;
  readonly answer: (request: RouteRequest) => Answer | Promise<Answer>;
};

/** Routes by GitHub's operation id (`issues/create-comment`). */
export type Routes = Readonly<Record<string, Route>>;

/** Thrown when a request asks for something GitHub knows and the fake does not: a violation, never ignored. */
export class NotPlayed extends Error {
  override readonly name = 'NotPlayed';
}

/** Refuses query parameters whose effect the fake does not play. */
export function refuseQuery(request: RouteRequest, names: readonly string[]): void {
  const used = names.filter((name) => request.query.has(name));
  if (used.length > 0) throw new NotPlayed(`query parameter ${used.join(', ')} of ${request.path} is not played`);
}
