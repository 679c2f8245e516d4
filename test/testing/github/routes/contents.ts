import { resolveCommit } from '../commit-graph.ts';
import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { entryShape, fileShape } from '../shapes/commit.ts';
import type { Routes } from './route.ts';

/** Files and folders of the repository at a ref. */
export const contentRoutes: Routes = {
  'repos/get-content': { needs: { level: 'read', scopes: ['contents'] }, answer: getContent },
};

async function getContent({ state, params, query, headers }: RouteRequest): Promise<Answer> {
  const path = (params['path'] ?? '').replace(/^\/+|\/+$/g, '');
  const ref = query.get('ref') ?? state.repository.defaultBranch;
  const commit = resolveCommit(state, ref);
  if (commit === null) return problem(404, `No commit found for the ref ${ref}`);
  const text = await commit.read(path);
  const raw = headers.accept?.includes('application/vnd.github.raw') ?? false;
  if (text !== null && raw) {
    return { status: 200, body: text, headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' } };
  }
  if (text !== null) return ok(fileShape(path, text));
  const entries = entriesOf(Object.keys(await commit.entries()), path);
  if (entries.length === 0) return notFound();
  return ok(entries.map(([name, kind]) => entryShape(kind, name)));
}

function entriesOf(paths: readonly string[], folder: string): (readonly [string, 'file' | 'dir'])[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, 'file' | 'dir'>();
  for (const path of paths.toSorted()) {
    if (!path.startsWith(prefix)) continue;
    const [first = '', ...rest] = path.slice(prefix.length).split('/');
    entries.set(`${prefix}${first}`, rest.length > 0 ? 'dir' : 'file');
  }
  return [...entries];
}
