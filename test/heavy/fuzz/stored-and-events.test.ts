import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportStored } from '#commands/cli/judged/stored-report.ts';
import { asJson, jsonText } from '#common/json-text.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { interruptedTrials } from '#gate/baseline/resume/interrupted-run.ts';
import { readEvent } from '#github/event/event.ts';
import { readRunContext } from '#github/event/run-context.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { contextOf, variablesOf } from '#test/github/runner-variables.ts';
import { always } from '#test/support/always.ts';
import { bothSides, trialRecord } from '#test/support/results.ts';
import {
  issueCommentEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pullRequestTargetEvent,
  pushEvent,
  scheduleEvent,
  workflowDispatchEvent,
  workflowRunEvent,
} from '#test/testing/github/payloads.ts';
import { createState } from '#test/testing/github/state.ts';
import { addComment, addCommit, addPullRequest, addRun, sha } from '#test/testing/github/state-builders.ts';
import { parseStoredTrajectory } from '#trials/trial/stored-trajectory.ts';
import { changedValue, FUZZ, inTime, mutated } from './mutations.ts';

const { candidate, baseline } = bothSides([
  [5, 5, 5, 5],
  [0, 5, 5, 5],
  [3, 5, 4, 5],
]);
const RESULTS = [candidate, baseline].map((results) => asJson(JSON.parse(jsonText(results))));

describe('stored results', () => {
  test('with spoiled bytes are results, or one paragraph that says what is wrong', () => {
    always(
      fc.property(mutated(RESULTS.map((value) => jsonText(value))), (text) => {
        const read = inTime(() => parseResults(text));
        if ('problem' in read) expect(read.problem.length).toBeGreaterThan(20);
      }),
      { ...FUZZ, numRuns: 2000 },
    );
  });

  test('that can be read can be judged against others, on either side, and the decision can be shown', async () => {
    let judged = 0;
    const values = fc.tuple(changedValue(RESULTS), fc.boolean());
    await fc.assert(
      fc.asyncProperty(values, async ([value, isBaseline]) => {
        const read = inTime(() => parseResults(jsonText(value)));
        if ('problem' in read) return;
        judged += 1;
        const run = { results: isBaseline ? read.results : baseline, sha: null, url: null, place: null };
        const lookup = { kind: 'found', runs: [run], target_sha: null, choice: 'as named', notes: [] } as const;
        const results = isBaseline ? candidate : read.results;
        const judging = { policy: defaultPolicy(), source: 'the built-in gate' };
        const { report } = await reportStored(judging, { results, lookup, fresh: null });
        const text = renderTerminal(report, { colours: false, columns: null });
        expect(text).not.toMatch(/undefined|NaN|\[object/);
      }),
      { ...FUZZ, numRuns: 2000 },
    );
    expect(judged, 'enough of them can be read').toBeGreaterThan(200);
  });

  test('of one trial or trajectory are read, or left out', () => {
    const lines = [
      { run: { config: 'c' } },
      { case_id: 'a', record: trialRecord({ index: 1 }) },
      {
        id: 'a#1',
        case_id: 'a',
        trial: 1,
        state: 'complete',
        end: { kind: 'completed' },
        trajectory: { turns: [], log: '', stderr: '' },
      },
    ].map((line) => asJson(JSON.parse(jsonText(line))));
    always(
      fc.property(changedValue(lines), mutated(lines.map((line) => jsonText(line))), (value, text) => {
        inTime(() => parseStoredTrajectory(text));
        inTime(() => parseStoredTrajectory(jsonText(value)));
        inTime(() => interruptedTrials({ identity: value, lines: [value, lines[1]] }, { config: 'c' }));
      }),
      { ...FUZZ, numRuns: 2000 },
    );
  });
});

describe('the payload of an event', () => {
  const state = createState();
  addCommit(state, { sha: sha('m1') });
  addCommit(state, { sha: sha('m2'), parents: [sha('m1')], refs: ['refs/heads/main'] });
  const pull = addPullRequest(state, {
    head: { ref: 'topic', sha: sha('h') },
    base: { sha: sha('m1') },
    mergeCommitSha: sha('merge'),
  });
  const run = addRun(state, { headSha: sha('m2') });
  const events = [
    pullRequestEvent(state, pull),
    pullRequestTargetEvent(state, pull),
    pushEvent(state, { after: sha('m2') }),
    scheduleEvent(state, sha('m2')),
    workflowDispatchEvent(state, sha('m2')),
    mergeGroupEvent(state, { headSha: sha('merge'), baseSha: sha('m1'), number: 1 }),
    issueCommentEvent(state, pull, addComment(state, { issueNumber: pull.number, body: 'hi' })),
    workflowRunEvent(state, run, sha('m2')),
  ];
  const modes = fc.constantFrom('run', 'merge', 'report');

  test.each(events)('$name with values of other kinds is an event, or refused with a reason', (event) => {
    const context = contextOf(state, event);
    const payloads = changedValue([asJson(JSON.parse(JSON.stringify(event.payload)))]);
    always(
      fc.property(payloads, modes, (payload, mode) => {
        const read = inTime(() => readEvent(context, payload, mode));
        if (read.kind === 'refused') expect(read.reason).not.toBe('');
        if (read.kind !== 'pull_request') return;
        for (const commit of [read.headSha, read.baseSha, read.testedSha]) expect(commit).toMatch(/^[0-9a-f]{40}$/);
      }),
      { ...FUZZ, numRuns: 600 },
    );
  });

  test('and the variables beside it are a context, or problems that name the variable', () => {
    const [event] = events;
    if (event === undefined) throw new Error('no event');
    const known = variablesOf(state, event);
    const changes = fc.dictionary(fc.constantFrom(...Object.keys(known)), fc.oneof(fc.string(), mutated(['0', 'a/b'])));
    always(
      fc.property(changes, (changed) => {
        const read = inTime(() => readRunContext({ ...known, ...changed }, event.payload));
        if ('problems' in read) for (const problem of read.problems) expect(problem).toMatch(/^GITHUB_\w+: /);
      }),
      { ...FUZZ, numRuns: 2000 },
    );
  });
});
