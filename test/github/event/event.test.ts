import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisonPoint } from '#github/event/comparison-point.ts';
import { type GithubEvent, readEvent } from '#github/event/event.ts';
import { readEventPayload } from '#github/event/event-payload.ts';
import { readRunContext } from '#github/event/run-context.ts';
import { always } from '#test/support/always.ts';
import { newFolder } from '#test/support/new-folder.ts';
import type { FakeEvent } from '#test/testing/github/events.ts';
import {
  DEPENDABOT,
  issueCommentEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pullRequestTargetEvent,
  pushEvent,
  scheduleEvent,
  workflowDispatchEvent,
  workflowRunEvent,
} from '#test/testing/github/payloads.ts';
import { createState, type FakePullRequest } from '#test/testing/github/state.ts';
import { addComment, addCommit, addPullRequest, addRun, forkOf, sha } from '#test/testing/github/state-builders.ts';
import { contextOf, variablesOf } from '../runner-variables.ts';

const state = createState();
addCommit(state, { sha: sha('m1') });
addCommit(state, { sha: sha('m2'), parents: [sha('m1')], refs: ['refs/heads/main'] });

const pull = (more: Partial<FakePullRequest> = {}) =>
  addPullRequest(state, {
    head: { ref: 'topic', sha: sha('h') },
    base: { sha: sha('m1') },
    mergeCommitSha: sha('merge'),
    ...more,
  });

const read = (event: FakeEvent): GithubEvent => readEvent(contextOf(state, event), event.payload);

describe('readEvent', () => {
  it('reads a pull request of the repository itself', () => {
    const own = pull();
    expect(read(pullRequestEvent(state, own))).toEqual({
      kind: 'pull_request',
      number: own.number,
      headSha: sha('h'),
      baseSha: sha('m1'),
      baseRef: 'main',
      testedSha: sha('merge'),
      fork: false,
      dependabot: false,
      labels: [],
      label: null,
      by_hand: false,
      draft: false,
    });
  });

  it('knows a fork by its id, whatever it is called', () => {
    const impostor = { ...state.repository, id: state.repository.id + 1 };
    for (const repository of [forkOf(state.repository), impostor]) {
      const foreign = pull({ head: { ref: 'main', sha: sha('h'), repository } });
      expect(read(pullRequestEvent(state, foreign))).toMatchObject({ kind: 'pull_request', fork: true });
    }
  });

  it('takes a head whose repository was deleted for a fork', () => {
    const event = pullRequestEvent(state, pull());
    const { pull_request: shape } = event.payload;
    const head = { ref: 'x', sha: sha('h'), repo: null };
    const orphan = { ...event, payload: { ...event.payload, pull_request: { ...Object(shape), head } } };
    expect(read(orphan)).toMatchObject({ kind: 'pull_request', fork: true });
  });

  it('knows Dependabot, whose runs get no secrets', () => {
    expect(read(pullRequestEvent(state, pull({ user: DEPENDABOT })))).toMatchObject({ fork: false, dependabot: true });
  });

  it('makes baselines of pushes to the default branch, with the state before', () => {
    expect(read(pushEvent(state, { after: sha('m2') }))).toEqual({
      kind: 'baseline_producer',
      trigger: 'push',
      testedSha: sha('m2'),
      previousSha: sha('m1'),
    });
  });

  it('makes baselines of schedules, and of dispatches on the default branch', () => {
    expect(read(scheduleEvent(state, sha('m2')))).toMatchObject({ kind: 'baseline_producer', trigger: 'schedule' });
    expect(read(workflowDispatchEvent(state, sha('m2')))).toMatchObject({
      kind: 'baseline_producer',
      trigger: 'workflow_dispatch',
    });
  });

  it('makes none of pushes and dispatches elsewhere', () => {
    const other = { kind: 'push_other', testedSha: sha('h'), baseRef: 'main' };
    expect(read(pushEvent(state, { after: sha('h'), branch: 'topic' }))).toEqual(other);
    expect(read(pushEvent(state, { after: sha('h'), branch: 'x/main' }))).toEqual(other);
    expect(read(workflowDispatchEvent(state, sha('h'), {}, 'topic'))).toEqual(other);
  });

  it('reads a merge group by its base', () => {
    const group = mergeGroupEvent(state, { headSha: sha('g'), baseSha: sha('m2'), number: 7 });
    expect(read(group)).toEqual({ kind: 'merge_group', testedSha: sha('g'), baseSha: sha('m2'), baseRef: 'main' });
  });

  it('refuses the events that hand power to strangers, and says what to use instead', () => {
    const own = pull();
    const comment = addComment(state, { issueNumber: own.number, body: '/eval' });
    const run = addRun(state, { headSha: sha('h'), event: 'pull_request' });
    const dangerous = [
      pullRequestTargetEvent(state, own),
      issueCommentEvent(state, own, comment),
      workflowRunEvent(state, run, sha('m2')),
    ];
    for (const event of dangerous) {
      expect(read(event)).toEqual({
        kind: 'refused',
        name: event.name,
        reason: expect.stringContaining('"on: pull_request"'),
      });
    }
  });

  it('reads a finished run of another workflow in mode report, and nothing else there', () => {
    const run = addRun(state, { headSha: sha('h'), event: 'pull_request' });
    const event = workflowRunEvent(state, run, sha('m2'));
    const context = contextOf(state, event);
    expect(readEvent(context, event.payload, 'report')).toEqual({
      kind: 'workflow_run',
      triggeringRunId: run.id,
      testedSha: sha('m2'),
    });
    for (const payload of [null, {}, { workflow_run: { id: '../7' } }]) {
      expect(readEvent(context, payload, 'report')).toMatchObject({ kind: 'refused' });
    }
    expect(readEvent(context, event.payload, 'merge')).toMatchObject({ kind: 'refused' });
    const push = pushEvent(state, { after: sha('m2') });
    expect(readEvent(contextOf(state, push), push.payload, 'report')).toEqual({
      kind: 'refused',
      name: 'push',
      reason: expect.stringContaining('"on: workflow_run"'),
    });
  });

  const broken: readonly (readonly [string, unknown])[] = [
    ['nothing', null],
    ['a list', []],
    ['no number', { pull_request: {} }],
    [
      'a forged number',
      { number: '1/../../x', pull_request: { head: { sha: sha('h') }, base: { sha: sha('b'), ref: 'main' } } },
    ],
    ['a forged commit', { number: 1, pull_request: { head: { sha: '../..' }, base: { sha: sha('b'), ref: 'main' } } }],
    [
      'an endless ref',
      { number: 1, pull_request: { head: { sha: sha('h') }, base: { sha: sha('b'), ref: 'x'.repeat(9999) } } },
    ],
  ];

  it.each(broken)('refuses a pull request whose payload holds %s', (_, payload) => {
    const context = contextOf(state, pullRequestEvent(state, pull()));
    expect(readEvent(context, payload)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('payload') });
  });

  it('never throws, whatever the payload', () => {
    const names = fc.constantFrom(
      'pull_request',
      'merge_group',
      'push',
      'schedule',
      'workflow_dispatch',
      'x',
      'constructor',
    );
    const context = contextOf(state, scheduleEvent(state, sha('m2')));
    always(
      fc.property(names, fc.jsonValue(), (eventName, payload) => {
        expect(readEvent({ ...context, eventName }, payload)).toHaveProperty('kind');
      }),
    );
  });
});

describe('comparisonPoint', () => {
  const point = (event: FakeEvent, tested: string) => comparisonPoint(read(event), sha(tested));

  it('says of each event what it knows', () => {
    const nothing = { headSha: null, baseRef: null, baseSha: null };
    const own = pullRequestEvent(state, pull());
    expect(point(own, 'merge')).toEqual({ ...nothing, testedSha: sha('merge'), headSha: sha('h'), baseRef: 'main' });
    expect(point(own, 'h')).toEqual({ ...nothing, testedSha: sha('h'), headSha: sha('h'), baseRef: 'main' });
    const group = mergeGroupEvent(state, { headSha: sha('g'), baseSha: sha('m2'), number: 7 });
    expect(point(group, 'g')).toEqual({ ...nothing, testedSha: sha('g'), baseSha: sha('m2') });
    const push = pushEvent(state, { after: sha('m2') });
    expect(point(push, 'm2')).toEqual({ ...nothing, testedSha: sha('m2'), baseSha: sha('m1') });
    expect(point(scheduleEvent(state, sha('m2')), 'm2')).toEqual({ ...nothing, testedSha: sha('m2') });
    const topic = pushEvent(state, { after: sha('h'), branch: 'topic' });
    expect(point(topic, 'h')).toEqual({ ...nothing, testedSha: sha('h'), baseRef: 'main' });
    expect(point(pullRequestTargetEvent(state, pull()), 'h')).toBeNull();
  });
});

describe('readRunContext', () => {
  const event = scheduleEvent(state, sha('m2'));

  it('reads the runner’s variables and what only the event knows', () => {
    expect(contextOf(state, event)).toMatchObject({
      eventName: 'schedule',
      repository: { id: state.repository.id, owner: 'octo-org', name: 'agents', defaultBranch: 'main', private: false },
      runId: 71,
      runAttempt: 1,
      sha: sha('m2'),
      workflowPath: '.github/workflows/agent-eval.yml',
      job: 'agent-eval',
    });
  });

  it.each([
    ['octo-org/agents/.github/workflows/eval.yml@refs/heads/a@b', '.github/workflows/eval.yml'],
    ['octo-org/agents/.github/workflows/eval.yml@refs/pull/3/merge', '.github/workflows/eval.yml'],
    ['octo-org/agents/.github/workflows/eval.yml@0123456789abcdef', '.github/workflows/eval.yml'],
    ['octo-org/agents/.github/workflows/a@b.yml@refs/tags/v1', '.github/workflows/a@b.yml'],
  ])('takes the workflow’s path out of %s', (workflowRef, path) => {
    const variables = { ...variablesOf(state, event), GITHUB_WORKFLOW_REF: workflowRef };
    expect(readRunContext(variables, null)).toMatchObject({ context: { workflowPath: path } });
  });

  it('names every variable that is missing or wrong', () => {
    const variables = {
      ...variablesOf(state, event),
      GITHUB_RUN_ID: 'x',
      GITHUB_SHA: 'main',
      GITHUB_REPOSITORY: 'agents',
    };
    expect(readRunContext({ ...variables, GITHUB_JOB: undefined }, null)).toEqual({
      problems: expect.arrayContaining([
        expect.stringContaining('GITHUB_RUN_ID: expected a number'),
        expect.stringContaining('GITHUB_SHA: expected a commit id'),
        expect.stringContaining('GITHUB_REPOSITORY: expected owner/name'),
        expect.stringContaining('GITHUB_JOB: '),
      ]),
    });
  });
});

describe('readEventPayload', () => {
  it('gives the event, and null for whatever can’t be read', async () => {
    const folder = newFolder('event');
    const file = join(folder, 'event.json');
    await writeFile(file, '{"number":3}');
    expect(await readEventPayload(file)).toEqual({ number: 3 });
    await writeFile(file, '{');
    expect(await readEventPayload(file)).toBeNull();
    await truncate(file, 25 * 1024 * 1024 + 1);
    expect(await readEventPayload(file)).toBeNull();
    expect(await readEventPayload(folder)).toBeNull();
    expect(await readEventPayload(undefined)).toBeNull();
  });
});
