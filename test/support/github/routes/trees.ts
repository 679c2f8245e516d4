import { type Answer, notFound, ok, type RouteRequest } from '../http.ts';
import { treeShape } from '../shapes/tree.ts';
import { NotPlayed, type Routes } from './route.ts';

/** The tree of a commit, all folders at once. */
export const treeRoutes: Routes = {
  'git/get-tree': { needs: { level: 'read', scopes: ['contents'] }, answer: getTree },
};

async function getTree({ state, api, params, query }: RouteRequest): Promise<Answer> {
  if (!query.has('recursive')) throw new NotPlayed('a tree without its folders is not played');
  const commit = state.commits.get(params['tree_sha'] ?? '');
  return commit === undefined ? notFound() : ok(treeShape(await commit.entries(), commit, state.repository, api));
}
