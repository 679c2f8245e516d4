import { dirname, join, relative } from 'node:path';
import type { Selection } from '#cases/suite/selection/shard.ts';
import { PUBLISHED, TOOL } from '#common/tool.ts';
import { knownLabels, type PullLabels } from '#config/base-rules/pull-labels.ts';
import type { RunNames } from '#runner/request/evaluate-request.ts';
import type { RunOrigin } from '#runner/results/collect-results.ts';
import { type GithubRun, testedContent } from './session/github-run.ts';
import { inputFacts } from './session/inputs.ts';

/** The tool, repository, commit and run of this job. */
export function githubFacts(run: GithubRun): RunOrigin {
  const { inputs, context, event } = run;
  const { shard } = inputs;
  const { action } = context;
  return {
    tool: { ...TOOL, ...(action && { action: `${action.repository}@${action.ref}` }) },
    repository: {
      id: String(context.repository.id),
      full_name: `${context.repository.owner}/${context.repository.name}`,
    },
    commit: commitFacts(run),
    run: {
      id: String(context.runId),
      attempt: context.runAttempt,
      event: context.eventName,
      workflow: context.workflowPath,
      key: inputs.key === '' ? null : inputs.key,
      side: event.kind === 'baseline_producer' ? 'baseline' : 'candidate',
      ...(shard === null ? {} : { shard: { ...shard, stopped: null } }),
      inputs: inputFacts(inputs),
      ...(inputs.cases.length + inputs.tags.length === 0 ? {} : { selected: run.chosen_by_hand ? 'hand' : 'workflow' }),
    },
  };
}

/** The cases that the inputs select. */
export function githubSelection({ inputs: { cases, tags, shard } }: GithubRun): Selection {
  return { ids: cases, tags, ...(shard === null ? {} : { shard }) };
}

/** The labels of a pull request; `undefined`: the run is of none. */
export function labelsOf(run: Pick<GithubRun, 'event' | 'inputs' | 'awaits_ready'>): PullLabels | undefined {
  const { event, inputs, awaits_ready } = run;
  if (event.kind !== 'pull_request') return undefined;
  return { names: event.labels, known: knownLabels(inputs.label), by_hand: event.by_hand, awaits_ready };
}

/** Name of the suite, and links and the program for the report. */
export function githubNames(run: GithubRun): RunNames {
  const { inputs, context, prefix } = run;
  const { defaultBranch: main } = context.repository;
  const repository = `${context.serverUrl}/${context.repository.owner}/${context.repository.name}`;
  return {
    name: inputs.key === '' ? null : inputs.key,
    repository_url: repository,
    run_url: `${repository}/actions/runs/${context.runId}`,
    program: programOf(run),
    folder: prefix,
    ...(main !== null && { main }),
  };
}

/** The same version of this action, as a program that needs no installation, started at the root of the repository. */
export function programOf({ context: { action }, root }: Pick<GithubRun, 'context' | 'root'>): readonly string[] {
  if (action !== null) return ['npx', `github:${action.repository}#${action.ref}`];
  const ours = relative(root, join(dirname(process.argv[1] ?? ''), 'cli.js')).replaceAll('\\', '/');
  return /^(?:\.\.\/|\/|\w:)/.test(ours) ? PUBLISHED : ['node', ours];
}

function commitFacts(run: GithubRun): RunOrigin['commit'] {
  const { event, context } = run;
  const facts = { ...testedContent(run), ref: context.ref, head_sha: null, base_sha: null, pull_request: null };
  if (event.kind === 'pull_request') {
    return {
      ...facts,
      head_sha: event.headSha,
      base_sha: event.baseSha,
      base_ref: event.baseRef,
      pull_request: event.number,
    };
  }
  return event.kind === 'merge_group' ? { ...facts, base_sha: event.baseSha, base_ref: event.baseRef } : facts;
}
