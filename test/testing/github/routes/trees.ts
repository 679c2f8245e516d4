import { type Answer, notFound, ok, type RouteRequest } from '../http.ts';
import { rootShape, treeShape } from '../shapes/commit.ts';
import type { Routes } from './route.ts';

/** The tree of a commit: all folders at once, or what is at its root. */
export const treeRoutes: Routes = {
  'git/get-tree': { needs: { level: 'read', scopes: ['contents'] }, answer: getTree },
};

async function getTree({ state, params, query }: RouteRequest): Promise<Answer> {
  const commit = state.commits.get(params['tree_sha'] ?? '');
  if (commit === undefined) return notFound();
  const shape = query.has('recursive') ? treeShape : rootShape;
  return ok(shape(await commit.entries(), commit));
}
