import { type Answer, notFound, ok, type RouteRequest } from '../http.ts';
import { treeShape } from '../shapes/commit.ts';
import type { Routes } from './route.ts';

/** The tree of a commit, all folders at once. */
export const treeRoutes: Routes = {
  'git/get-tree': { needs: { level: 'read', scopes: ['contents'] }, answer: getTree },
};

async function getTree({ state, params, query }: RouteRequest): Promise<Answer> {
  if (!query.has('recursive')) throw new Error('a tree without its folders is not played');
  const commit = state.commits.get(params['tree_sha'] ?? '');
  if (commit === undefined) return notFound();
  return ok(treeShape(await commit.entries(), commit));
}
