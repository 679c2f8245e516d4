import { resolveCommit } from '../commit-graph.ts';
import { blobObject } from '../git-objects.ts';
import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { asString } from '../json.ts';
import { entryShape, fileShape } from '../shapes/commit.ts';
import { filled } from '../shapes/filled.ts';
import type { FakeCommit } from '../state.ts';
import { sha } from '../state-builders.ts';
import type { Routes } from './route.ts';

/** Files and folders of the repository at a ref, and a file of a branch changed by a commit. */
export const contentRoutes: Routes = {
  'repos/get-content': { needs: { level: 'read', scopes: ['contents'] }, answer: getContent },
  'repos/create-or-update-file-contents': { needs: { level: 'write', scopes: ['contents'] }, answer: putContent },
};

/** Only a file that is there, on a branch that is there. */
async function putContent({ state, params, body }: RouteRequest): Promise<Answer> {
  const [path, ref] = [params['path'] ?? '', `refs/heads/${asString(body?.['branch'])}`];
  const tip = state.commits.get(state.refs.get(ref) ?? '');
  const before = (await tip?.read(path)) ?? null;
  if (tip === undefined || before === null) return notFound();
  const known = blobObject(before).sha;
  // GitHub says 409, an answer that its own description forbids.
  if (body?.['sha'] !== known) return problem(422, `${path} does not match ${asString(body?.['sha'])}`);
  const text = Buffer.from(asString(body['content']), 'base64').toString('utf8');
  const { tree, entries, read } = tip;
  const blob = blobObject(text).sha;
  const added: FakeCommit = {
    sha: sha(`${tip.sha} ${path} ${blob}`),
    parents: [tip.sha],
    tree: sha(`${tree} ${path} ${blob}`),
    message: asString(body['message']),
    date: state.now(),
    entries: async () => ({ ...(await entries()), [path]: blob }),
    read: async (name) => (name === path ? text : read(name)),
  };
  state.commits.set(added.sha, added);
  state.refs.set(ref, added.sha);
  return ok(filled('file-commit', { content: null, commit: { sha: added.sha } }));
}

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
