import { shardText } from '#cases/suite/selection/shard.ts';
import { ID_TOKEN_PERMISSION, isPublicId } from '#common/federations.ts';
import { listed, plural, shortSha, wholeNumber } from '#common/words.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import { notEvaluated, type ReasonWords, withEvidence } from './words.ts';

/** A key is missing. */
export function missingSecrets({ facts, outcome }: ReasonOf<'missing_secrets'>): ReasonWords | string {
  switch (facts.kind) {
    case 'missing': {
      const words = withEvidence(`${facts.names.join(', ')} is empty or missing`, ': ', wayToSecrets(facts, outcome));
      return outcome === 'error' ? words : { ...words, opening: 'not evaluated' };
    }
    case 'replayed':
      return withEvidence(
        `${facts.names.join(', ')} is empty or missing, so stored answers were replayed and no model was called`,
        ': ',
        `${wayToSecrets(facts, outcome)}; write "replay: strict" where only stored answers are meant`,
      );
    case 'fork':
      return notEvaluated(
        'the run of this pull request ran no trial. Runs of forks and Dependabot get no secrets, so an agent that needs a key can only be evaluated by someone who has it',
      );
  }
}

/** How to give a run the secrets that it lacks, a sentence part. */
export function wayToSecrets({ names, in_job: inJob }: LackedSecrets, outcome: Outcome = 'error'): string {
  if (inJob !== true) return 'set it in your shell';
  if (outcome === 'inconclusive') return 'runs of forks and Dependabot get no secrets';
  const given = names.filter((name) => name !== ID_TOKEN_PERMISSION);
  const ways = [
    ...(given.length === 0 ? [] : [wayToGive(given)]),
    ...(given.length === names.length ? [] : [WAY_TO_PERMIT]),
  ];
  return ways.join('; ');
}

function wayToGive(names: readonly string[]): string {
  const parts = names.map((name) => ({ name, ...(isPublicId(name) ? VARIABLE : SECRET) }));
  const commands = parts.map(({ name, set }) => `${set} ${name}`).join(', ');
  const lines = parts.map(({ name, read }) => `${name}: \${{ ${read}.${name} }}`).join(', ');
  return `run ${commands}, and write env: { ${lines} } in the step of the action`;
}

const SECRET = { set: 'gh secret set', read: 'secrets' };
const VARIABLE = { set: 'gh variable set', read: 'vars' };
const WAY_TO_PERMIT = `add two lines to the workflow, "permissions:" and, indented below it, "${ID_TOKEN_PERMISSION}", so that the job may ask GitHub who it is; where it has the first, add the second`;

type LackedSecrets = Pick<
  Extract<ReasonOf<'missing_secrets'>['facts'], { readonly names: readonly string[] }>,
  'names' | 'in_job'
>;
type Outcome = ReasonOf<'missing_secrets'>['outcome'];

/** A label decides that nothing is evaluated, or that it is a draft does. */
export function withheld({ facts }: ReasonOf<'withheld'>, main: string): ReasonWords {
  return notEvaluated(withheldWords(facts, main));
}

/** What decides so, a sentence part. */
export function withheldWords(facts: ReasonOf<'withheld'>['facts'], main: string): string {
  switch (facts.kind) {
    case 'draft':
      return 'draft';
    case 'skipped':
      return `the label "${facts.label}" asks for that, and ${main}'s config allows it`;
    case 'waiting':
      return `${main}'s config waits for a label; add "${facts.label}" to evaluate this change`;
  }
}

/** What decides about the content of a run that does not: an earlier run, or nothing yet. */
export function standing({ facts: { part, failed, before } }: Pick<ReasonOf<'standing'>, 'facts'>): ReasonWords {
  if (before === null)
    return withEvidence(
      'not decided whole yet: only cases that somebody chose ran',
      '; ',
      'a run of all cases of this content decides',
    );
  const { verdict, run_id, sha } = before;
  const run = run_id === null ? 'an earlier run' : `run ${run_id}`;
  const what = { pass: 'passed', fail: 'failed', inconclusive: 'was left open', error: 'was not evaluated' }[verdict];
  const content = `this content ${what} in ${run}${sha === null ? '' : ` (${shortSha(sha)})`}`;
  if (failed)
    return withEvidence(
      `chosen cases failed here, but ${content} with all of its cases`,
      '; ',
      'run all of them again to decide with these trials too',
    );
  return withEvidence(
    content,
    '; ',
    part ? 'only chosen cases ran here, which decide nothing' : 'this run decides nothing, so that stays',
  );
}

/** No key, and no stored answer fits. */
export function replayMiss({ facts: { names, example } }: ReasonOf<'replay_miss'>): ReasonWords {
  return notEvaluated(
    `${names.join(', ')} is empty or missing, and no stored answer fits the requests of this change; someone who has the key can run it with --replay record and commit the cassettes. Example: ${example}`,
  );
}

/** The program's own error is the headline; how it was found, and where, is the body. */
export function agentUnavailable({ facts: { kind, text } }: ReasonOf<'agent_unavailable'>): string {
  return { account: text, cause: `the agent can't start: ${text}`, stderr: `standard error: ${text}` }[kind];
}

/** Checks were changed by what they judge. */
export function graderChanged({ facts: { changed } }: ReasonOf<'grader_changed'>): ReasonWords {
  const paths = `${changed.slice(0, MOST_NAMED).join(', ')}${changed.length > MOST_NAMED ? ', …' : ''}`;
  return withEvidence(
    `files of custom checks changed while the suite ran (${paths}), so their results can't be trusted`,
    '; ',
    'make the agent write elsewhere',
  );
}

const MOST_NAMED = 5;

/** Results that nobody can read again, or not all of them. */
export function resultsLost({ facts }: ReasonOf<'results_lost'>): ReasonWords | string {
  switch (facts.kind) {
    case 'unreadable':
      return `the results of this run can't be read again: ${facts.problem}`;
    case 'not_stored':
      return `some results of this run could not be stored: ${facts.problem}`;
    case 'too_large':
      return withEvidence(
        `the results of all shards together are larger than ${facts.megabytes} MB, which is the limit`,
        '; ',
        'split the suite with the input key',
      );
  }
}

/** Programs of the run wrote to files of the runner. */
export function runnerFiles({ facts: { files, removed } }: Pick<ReasonOf<'runner_files'>, 'facts'>): string {
  const which = `${files.length === 1 ? 'file' : 'files'} ${listed(files)}`;
  const end = removed ? 'that text was removed' : 'that text could not be removed';
  return `a program of this run wrote to the runner's ${which}, which later steps of the job obey; ${end}`;
}

/** Tests of main that have no result here although no test changed. */
export function vanished({ facts: { names, on_main } }: ReasonOf<'vanished'>, main: string): ReasonWords {
  const have = names.length === 1 ? 'has' : 'have';
  const headline = `${plural(names.length, 'case')} of ${main} ${have} no result ${on_main ? 'in its newest run' : 'here'} though no test changed`;
  return withEvidence(headline, ': ', listed(names, MOST_VANISHED));
}

const MOST_VANISHED = 3;

/** A shard decides nothing, or shards can't be judged together. */
export function shardWords({ facts }: ReasonOf<'shard'>): string | ReasonWords {
  if (facts.kind === 'part') {
    const what = facts.is_empty ? 'has no cases, because the suite is small' : 'decides nothing by itself';
    return `shard ${shardText(facts.shard)} ${what}; the job with \`mode: merge\` decides on all shards together`;
  }
  const { problem, more } = facts;
  const headline = more === 0 ? problem : `${problem} (and ${wholeNumber(more)} more)`;
  return { headline, message: problem, evidence: '' };
}
