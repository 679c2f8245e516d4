import { type Answer, ok, problem, type RouteRequest } from '../http.ts';
import { asString, type JsonObject } from '../json.ts';
import { filled } from '../shapes/filled.ts';
import type { Routes } from './route.ts';

const WRITE = { level: 'write', scopes: ['contents'] } as const;

/** Branches made and moved. */
export const refRoutes: Routes = {
  'git/create-ref': { needs: WRITE, answer: createRef },
  'git/update-ref': { needs: WRITE, answer: updateRef },
};

function createRef({ state, body }: RouteRequest): Answer {
  const [ref, id] = [asString(body?.['ref']), asString(body?.['sha'])];
  if (!/^refs\/[^/]+\/./.test(ref) || !state.commits.has(id)) return problem(422, 'Object does not exist');
  if (state.refs.has(ref)) return problem(422, 'Reference already exists');
  state.refs.set(ref, id);
  return { status: 201, body: refShape(ref, id) };
}

/** Only by force: whether a move is a fast-forward is not played. */
function updateRef({ state, params, body }: RouteRequest): Answer {
  const [ref, id] = [`refs/${params['ref']}`, asString(body?.['sha'])];
  if (!state.refs.has(ref) || !state.commits.has(id)) return problem(422, 'Reference does not exist');
  if (body?.['force'] !== true) throw new Error('a move without force is not played');
  state.refs.set(ref, id);
  return ok(refShape(ref, id));
}

function refShape(ref: string, sha: string): JsonObject {
  const url = 'https://api.github.com/';
  return filled('git-ref', { ref, url, object: { type: 'commit', sha, url } });
}
