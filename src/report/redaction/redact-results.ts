import type { Accepts } from '#cases/suite/accept.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { JudgedCriterion } from '#judge/judged.ts';
import type { ShownToModels } from '#trials/trial/shown-to-models.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { redactFact } from './redact-fact.ts';
import { redactJson, redactObject } from './redact-json.ts';
import { redactTexts } from './redact-texts.ts';

type AgentFiles = NonNullable<ResultsFile['agent']['files']>;

/**
 * Removes secrets from every free text of a results file. Words of the format and numbers stay, and so do ids, tags and hashes:
 * later runs are compared by them, and they come from the repository, which the agent can't write to.
 */
export function redactResults(results: ResultsFile, redact: (text: string) => string): ResultsFile {
  const { run, config, policy, agent, epoch, accepts, doubts, cases } = results;
  const ofChecks = redactChecks(redact);
  return {
    ...results,
    run: redactRun(run, redact),
    config: { ...config, path: redact(config.path) },
    policy: { ...policy, effective: redactJson(policy.effective, redact) },
    agent: {
      ...agent,
      conditions: redactObject(agent.conditions, redact),
      treatment: redactObject(agent.treatment, redact),
      ...(agent.files === undefined ? {} : { files: redactFiles(agent.files, redact) }),
      ...(agent.shown && { shown: redactShown(agent.shown, redact) }),
    },
    epoch: epoch && { ...epoch, reason: epoch.reason === null ? null : redact(epoch.reason) },
    ...(accepts && { accepts: redactAccepts(accepts, redact) }),
    ...(doubts && { doubts: doubts.map((doubt) => redactDoubt(doubt, redact)) }),
    cases: cases.map((item) => redactCase(item, redact, ofChecks)),
  };
}

function redactShown(shown: ShownToModels, redact: (text: string) => string): ShownToModels {
  const settings = Object.entries(shown.settings).map(([name, values]) => [redact(name), redactTexts(values, redact)]);
  return { ...shown, prompts: shown.prompts.map(redact), settings: Object.fromEntries(settings) };
}

/** Case ids are the repository's. */
function redactDoubt(doubt: SideDoubt, redact: (text: string) => string): SideDoubt {
  switch (doubt.kind) {
    case 'program_left':
      return { ...doubt, program: redact(doubt.program) };
    case 'machine_changed':
      return { ...doubt, what: redact(doubt.what) };
    case 'file_written':
      return { ...doubt, path: redact(doubt.path) };
    case 'checks_edited':
    case 'setup_edited':
    case 'environment_edited':
    case 'programs_unseen':
      return doubt;
  }
}

function redactRun(run: ResultsFile['run'], redact: (text: string) => string): ResultsFile['run'] {
  const { inputs, shard } = run;
  const stopped = shard?.stopped && { ...shard.stopped, message: redact(shard.stopped.message) };
  return {
    ...run,
    ...(inputs && { inputs: redactObject(inputs, redact) }),
    ...(shard && stopped && { shard: { ...shard, stopped } }),
  };
}

function redactAccepts(accepts: Accepts, redact: (text: string) => string): Accepts {
  return {
    path: redact(accepts.path),
    owners: accepts.owners?.map(redact) ?? null,
    entries: accepts.entries.map((entry) => ({ ...entry, reason: redact(entry.reason) })),
  };
}

function redactFiles(files: AgentFiles, redact: (text: string) => string): AgentFiles {
  return Object.fromEntries(Object.entries(files).map(([key, file]) => [key, redact(file)]));
}

/** Removes secrets from every free text of a stored trial; one without any stays the same object. */
export function redactTrial(
  trial: TrialRecord,
  redact: (text: string) => string,
  ofChecks = redactChecks(redact),
): TrialRecord {
  const { error, failure, cause, cause_type: type, checks, judged, audited, calls, cancelled_call: cancelled } = trial;
  const redacted = (list: readonly JudgedCriterion[]) => mapped(list, (item) => redactJudged(item, redact));
  return withParts(trial, {
    ...(cause === undefined ? {} : { cause: redact(cause) }),
    ...(type === undefined ? {} : { cause_type: redact(type) }),
    ...(cancelled && { cancelled_call: { ...cancelled, model: cancelled.model && redact(cancelled.model) } }),
    ...(calls && { calls: mapped(calls, (call) => withParts(call, { tool: redact(call.tool) })) }),
    error: error && withParts(error, { message: redact(error.message) }),
    failure:
      failure &&
      withParts(failure, {
        message: redact(failure.message),
        ...(failure.output !== undefined && { output: redact(failure.output) }),
      }),
    checks: ofChecks(checks),
    ...(judged === undefined ? {} : { judged: redacted(judged) }),
    ...(audited === undefined ? {} : { audited: withParts(audited, { said: redacted(audited.said) }) }),
  });
}

/** Lists that trials have in common are read once. */
function redactChecks(redact: (text: string) => string): (checks: TrialRecord['checks']) => TrialRecord['checks'] {
  const known = new Map<TrialRecord['checks'], TrialRecord['checks']>();
  return (checks) => {
    const clean =
      known.get(checks) ?? mapped(checks, (check) => withParts(check, { fact: redactFact(check.fact, redact) }));
    known.set(checks, clean);
    return clean;
  };
}

function redactJudged(judged: JudgedCriterion, redact: (text: string) => string): JudgedCriterion {
  return withParts(judged, { evidence: judged.evidence === null ? null : redact(judged.evidence) });
}

/** The same object if no part of it changes: most texts hold no secret, and copies of 100,000 trials are large. */
function withParts<Item extends object>(item: Item, parts: Partial<Item>): Item {
  for (const key in parts) if (parts[key] !== item[key]) return { ...item, ...parts };
  return item;
}

function mapped<Item>(list: readonly Item[], clean: (item: Item) => Item): readonly Item[] {
  const all = list.map(clean);
  return all.every((item, at) => item === list[at]) ? list : all;
}

/** Removes secrets from every free text of a case and its trials. */
export function redactCase(
  item: CaseRecord,
  redact: (text: string) => string,
  ofChecks = redactChecks(redact),
): CaseRecord {
  return {
    ...item,
    name: item.name === null ? null : redact(item.name),
    source: item.source && { ...item.source, file: redact(item.source.file) },
    metadata: redactObject(item.metadata, redact),
    trials: mapped(item.trials, (trial) => redactTrial(trial, redact, ofChecks)),
  };
}
