import { groupBy } from '#common/group-by.ts';
import { hashJson } from '#common/hash-json.ts';
import { asJson } from '#common/json-text.ts';
import type { JudgeCriterion } from '#judge/criterion.ts';
import { judgeIdentity } from '#judge/identity.ts';
import type { KnownVerdicts } from '#judge/known-verdicts.ts';
import type { ShownBlock } from '#judge/shown.ts';
import { type Decided, decideVotes, type Vote } from '#judge/votes.ts';
import type { Judge, JudgeRequest } from '#ports/grader-ports.ts';
import type { JudgeSaid } from '#trials/checks/criterion-result.ts';
import type { JudgeQuestion } from '#trials/checks/judge-questions.ts';
import type { Usage } from '#trials/trial/usage.ts';
import type { JudgeCache } from '#wire/ports.ts';
import { foldCalls } from '#wire/protocols/turn/fold-calls.ts';
import { askForVotes, type JudgeParts, NoAnswer, type TrialJudging } from './ask-for-votes.ts';

/**
 * A judge: one call for each criterion, or one for all that see the same; more votes where the first does not find a criterion
 * met. The same content is judged once.
 */
export function createJudge(parts: JudgeParts): Judge {
  const { settings, cache } = parts;
  const identity = judgeIdentity(settings);
  return {
    async judge(request, signal) {
      const { case_id, index } = request;
      const asking: TrialJudging = {
        ...parts,
        attempt: { trial: { case_id, index }, judges: true },
        signal,
        calls: [],
        log: [],
        remembered: [],
      };
      const verdicts = new Map<string, JudgeSaid>();
      const decide = async (group: readonly JudgeQuestion[]): Promise<void> => {
        for (const [id, answer] of await decideGroup(group, asking, cache, identity)) verdicts.set(id, answer);
      };
      await Promise.all(groupsOf(request, settings.calls).map(decide));
      const { usage, replayed } = foldCalls(asking.calls, { ignore_tools: [], began_ms: 0 });
      return { answers: verdicts, usage: withModels(usage, asking), log: asking.log, replayed };
    },
  };
}

async function decideGroup(
  group: readonly JudgeQuestion[],
  asking: TrialJudging,
  cache: JudgeCache | null,
  identity: string,
): Promise<readonly (readonly [string, JudgeSaid])[]> {
  const [first] = group;
  if (first === undefined) return [];
  const criteria = group.map(({ criterion }) => criterion);
  const key = keyOf(identity, criteria, first.blocks);
  const known = cache?.find(key) ?? null;
  if (known !== null) {
    asking.remembered.push(...known.models);
    return group.map((question, i) => [question.id, saidOf(question, known.decided[i], true)]);
  }
  try {
    const decided = await decide(criteria, first, asking);
    const models = servedModels(asking);
    if (decided.every(({ problem }) => problem === null)) cache?.keep(key, { decided, models });
    return group.map((question, i) => [question.id, saidOf(question, decided[i], false)]);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return group.map(({ id }) => [id, { judged: null, code: error.code, problem: error.message }]);
  }
}

/** Asks until every criterion is decided. */
async function decide(
  criteria: readonly JudgeCriterion[],
  { blocks, turn }: JudgeQuestion,
  asking: TrialJudging,
): Promise<readonly Decided[]> {
  const votes: Vote[][] = criteria.map(() => []);
  const { votes: most } = asking.settings;
  for (let vote = 1; ; vote += 1) {
    const decided = votes.map((cast) => decideVotes(cast, most));
    const done = decided.filter((item) => item !== null);
    if (done.length === criteria.length) return done;
    const cast = await askForVotes(criteria, blocks, { vote, turn }, asking);
    for (const [i, answer] of cast.entries()) if (decided[i] === null) votes[i]?.push(answer);
  }
}

function servedModels({ calls }: TrialJudging): readonly string[] {
  return [...new Set(calls.flatMap(({ usage }) => usage?.models ?? []))];
}

/** Remembered verdicts cost nothing, and still name their model. */
function withModels(usage: Usage | null, { calls, remembered }: TrialJudging): Usage | null {
  if (remembered.length === 0) return usage;
  const models = [...new Set([...(usage?.models ?? []), ...remembered])].sort();
  return calls.length === 0 ? { ...FREE, models } : usage && { ...usage, models };
}

const FREE: Usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost_usd: 0, estimated: false };

function keyOf(identity: string, criteria: readonly JudgeCriterion[], blocks: readonly ShownBlock[]): string {
  return hashJson({ identity, criteria: asJson(criteria), blocks: asJson(blocks) });
}

function saidOf({ criterion, turn }: JudgeQuestion, decided: Decided | undefined, cached: boolean): JudgeSaid {
  if (decided === undefined) return { judged: null, code: 'malformed', problem: 'the judge said nothing of it' };
  const { problem, ...judged } = decided;
  return {
    judged: { criterion: criterion.id, ...(turn === null ? {} : { turn }), ...judged, cached },
    problem,
  };
}

/** Questions of one call: one each, or all of a place that see the same. */
function groupsOf({ questions }: JudgeRequest, calls: string): readonly (readonly JudgeQuestion[])[] {
  if (calls !== 'together') return questions.map((question) => [question]);
  return [...groupBy(questions, ({ turn, criterion }) => `${turn} ${criterion.sees.join()}`).values()];
}

/** Remembers the verdicts of this run. */
export function createJudgeCache(): JudgeCache {
  const known = new Map<string, KnownVerdicts>();
  return {
    find: (key) => known.get(key) ?? null,
    keep: (key, verdicts) => void known.set(key, verdicts),
  };
}
