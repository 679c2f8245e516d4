import { changedFiles, compareCommits, history, resolveCommit } from '../commit-graph.ts';
import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { paginate } from '../pagination.ts';
import { commitShape, comparisonShape, gitCommitShape } from '../shapes/commit.ts';
import { type Routes, refuseQuery } from './route.ts';

/** Commits, comparisons and the pull requests of a commit. */
export const commitRoutes: Routes = {
  'repos/get-commit': { needs: { level: 'read', scopes: ['contents'] }, answer: getCommit },
  'repos/list-activities': { needs: { level: 'read', scopes: ['contents'] }, answer: listActivities },
  'repos/list-commits': { needs: { level: 'read', scopes: ['contents'] }, answer: listCommits },
  'git/get-commit': { needs: { level: 'read', scopes: ['contents'] }, answer: getGitCommit },
  'repos/compare-commits-with-basehead': { needs: { level: 'read', scopes: ['contents'] }, answer: compare },
};

function getCommit({ state, params }: RouteRequest): Answer {
  const commit = resolveCommit(state, params['ref'] ?? '');
  if (commit === null) return problem(422, `No commit found for SHA: ${params['ref']}`);
  return ok(commitShape(commit, state.repository));
}

function listCommits(request: RouteRequest): Answer {
  refuseQuery(request, ['path', 'author', 'committer', 'since', 'until']);
  const { state, query } = request;
  const tip = resolveCommit(state, query.get('sha') ?? state.repository.defaultBranch);
  if (tip === null) return notFound();
  const page = paginate(request, history(state, tip));
  return ok(
    page.items.map((commit) => commitShape(commit, state.repository)),
    page.headers,
  );
}

/** What moved a branch, newest first. */
function listActivities(request: RouteRequest): Answer {
  refuseQuery(request, ['actor', 'time_period', 'activity_type', 'direction', 'before', 'after']);
  const { state, query } = request;
  const all = state.pushes.filter(({ ref }) => ref === query.get('ref')).toReversed();
  const shapes = all.map((push, index) => ({
    ...push,
    id: index + 1,
    node_id: `PSH_${index + 1}`,
    timestamp: '2026-01-01T00:00:00Z',
    activity_type: 'push',
    actor: null,
  }));
  return ok(shapes.slice(0, Number(query.get('per_page') ?? 30)));
}

function getGitCommit({ state, params }: RouteRequest): Answer {
  const commit = state.commits.get(params['commit_sha'] ?? '');
  return commit === undefined ? notFound() : ok(gitCommitShape(commit, state.repository));
}

async function compare(request: RouteRequest): Promise<Answer> {
  const { state, params } = request;
  const [baseName = '', headName = ''] = (params['basehead'] ?? '').split('...');
  const base = resolveCommit(state, baseName);
  const head = resolveCommit(state, headName);
  if (base === null || head === null) return notFound();
  const comparison = compareCommits(state, base, head);
  if (comparison === null) return problem(404, `No common ancestor between ${baseName} and ${headName}.`);
  const page = paginate(request, comparison.ahead, 250, 250);
  const files = await changedFiles(comparison.mergeBase, head);
  return ok(comparisonShape(comparison, page.items, files, state.repository), page.headers);
}
