import { shortSha } from '#common/words.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { Agent, BaseAnswer, BaseCommit, BaseOrder } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { redactResults } from '#report/redaction/redact-data.ts';
import { type ProviderIncident, unitedIncident } from '#trials/trial/provider-incident.ts';
import { stopwatch, timeIsUp } from '../trials/stopwatch.ts';
import { type BaseCheckout, type CheckOut, type FileStates, type OpenedAgent, writtenSince } from './base-checkout.ts';
import type { HeadRun, KnownOrder } from './base-run.ts';
import { runBaseTrials } from './run-base-trials.ts';
import { suiteToRun } from './suite-to-run.ts';

/** The agent of the base commit, set up for some cases. */
interface ReadySide {
  readonly suite: HeadRun['suite'];
  readonly opened: OpenedAgent;
  readonly watched: WatchedAgent;
  readonly doubts: readonly SideDoubt[];
}

/**
 * The base commit's agent on the candidate's cases, in its own checkout: by the same rules for keys, hosts and money, and never from stored
 * answers. It is fetched and set up once, for all orders, unless somebody writes to it while it rests. The candidate's agent must be closed
 * while its programs run. Never throws.
 */
export function baseSide(head: HeadRun, checkOut: CheckOut): BaseCommit {
  let fetched: BaseCheckout | null = null;
  let ready: ReadySide | null = null;

  /** Of agents that have been closed. */
  let before: ProviderIncident | null = null;
  const incidentSoFar = () => unitedIncident([before ?? [], ready?.opened.agent.incident?.() ?? []].flat());

  async function close(): Promise<void> {
    const [side, checkout] = [ready, fetched];
    before = incidentSoFar();
    ready = null;
    fetched = null;
    await side?.opened.close();
    await checkout?.close();
  }

  async function run(order: KnownOrder): Promise<BaseAnswer> {
    const unneeded = whyNotFetched(order.sha, head);
    if (unneeded !== null) return { problem: unneeded };
    if (fetched === null) {
      const watch = stopwatch(head.budget.timeLeft(), head);
      const made = await checkOut(order.sha, watch.signal).finally(() => watch.stop());
      if ('problem' in made) return watch.isOver() ? { problem: timeIsUp(head.budget) } : made;
      fetched = made.checkout;
    }
    const checkout = fetched;
    const known = new Set(ready?.suite.cases.map(({ id }) => id));
    if (ready === null || [...order.to.keys()].some((id) => !known.has(id))) {
      await ready?.opened.close();
      before = incidentSoFar();
      ready = null;
      const made = await readySide(order, head, checkout);
      if ('problem' in made) return made;
      ready = made;
    }
    const { suite, opened, watched, doubts } = ready;
    const { redact } = opened;
    const cases = suite.cases.filter(({ id }) => order.to.has(id));
    const ports = { ...opened, agent: watched.agent, files: checkout.files };
    const answer = await runBaseTrials(order, { ...suite, cases }, head, ports);
    const all = [...doubts, ...(await watched.doubts())];
    if ('problem' in answer) return { problem: redact(answer.problem), doubts: all };
    const incident = incidentSoFar();
    const results = { ...answer.results, ...(incident !== null && { incident }) };
    return { results: redactResults(results, redact), doubts: all };
  }

  return {
    async run(order: BaseOrder) {
      const { sha } = order;
      if (sha === null) return { problem: 'the base commit of this change is not known' };
      const answer = await run({ ...order, sha }).catch((error: unknown) => ({
        problem: `running it failed: ${error instanceof Error ? error.message : String(error)}`,
      }));
      return 'problem' in answer
        ? { ...answer, problem: shorten(head.redact(answer.problem)), incident: incidentSoFar() ?? undefined }
        : answer;
    },
    async rest(leftovers) {
      await ready?.opened.rest();
      await leftovers.end();
      return (await ready?.watched.rest()) ?? [];
    },
    async renew() {
      // What can't be looked at is not what it was.
      const isTouched = (await ready?.watched.isTouched().catch(() => true)) ?? false;
      if (isTouched) await close();
      return isTouched;
    },
    close,
  };
}

/** Reads its suite and makes its agent, which is not set up before its first trial. */
async function readySide(
  order: KnownOrder,
  head: HeadRun,
  checkout: BaseCheckout,
): Promise<ReadySide | { readonly problem: string; readonly doubts?: readonly SideDoubt[] }> {
  const ofTests = order.tests === undefined ? head : { ...head, suite: { ...head.suite, ...order.tests } };
  const base = await suiteToRun(order, ofTests, checkout);
  if ('problem' in base) return base;
  const opened = await checkout.openAgent(base.suite, {
    // The first turn may be a single trial, whose crash proves nothing: more follow.
    planned_trials: LEAST_STAGE * order.to.size,
    seeds: { tree: order.sha, side: 'confirm' },
    progress: ofSide(head.progress, `${head.side} ${shortSha(order.sha)}`),
  });
  return 'problem' in opened ? opened : { ...base, opened, watched: watchedFiles(opened.agent, checkout) };
}

/** Fresh trials of a case that a side has at least. */
const LEAST_STAGE = 5;

/** Why nothing needs to be fetched. */
function whyNotFetched(sha: string, { suite, evaluated, budget }: HeadRun): string | null {
  if (suite.config.agent.kind === 'recorded') return 'the agent is recorded, so there is nothing to run';
  if (sha === evaluated) return 'it is the commit that was evaluated';
  return budget.exhausted();
}

function ofSide(progress: Progress, commit: string): Progress {
  return {
    ...progress,
    warn: (message) => progress.warn(`${commit}: ${message}`),
    untrusted: (title, text) => progress.untrusted(`${commit}: ${title}`, text),
  };
}

function shorten(problem: string): string {
  return problem.length <= LONGEST_PROBLEM ? problem : `${problem.slice(0, LONGEST_PROBLEM - 1).toWellFormed()}…`;
}

const LONGEST_PROBLEM = 600;

/** An agent whose commit's files are looked at when its setup is done, and whenever its trials are over. */
interface WatchedAgent {
  readonly agent: Agent;
  /** A file that somebody else has written; empty: there is none, or no trial began. To be asked once its programs have ended. */
  doubts(): Promise<readonly SideDoubt[]>;
  /** The same; and remembers all of its files. */
  rest(): Promise<readonly SideDoubt[]>;
  /** Whether somebody has written to any of its files since. */
  isTouched(): Promise<boolean>;
}

/**
 * Watches the files of main's side: its setup may write to them, nobody may write to those of the commit while its trials run. Those that
 * somebody wrote to between its turns, with what setup installed and its home, are of no more use.
 */
export function watchedFiles(agent: Agent, { filesNow }: Pick<BaseCheckout, 'filesNow'>): WatchedAgent {
  let commit: FileStates | null = null;
  let rested: FileStates | null = null;
  const written = new Set<string>();
  const doubts = async () => {
    if (commit === null) return [];
    const path = writtenSince(commit, await filesNow('commit'));
    if (path !== null) written.add(path);
    return [...written].slice(0, 1).map((path) => ({ kind: 'file_written', path }) as const);
  };
  return {
    agent: {
      ...agent,
      async prepare(signal) {
        await agent.prepare(signal);
        commit ??= await filesNow('commit');
      },
    },
    doubts,
    async rest() {
      if (commit !== null) rested = await filesNow('all');
      return doubts();
    },
    isTouched: async () => rested !== null && writtenSince(rested, await filesNow('all')) !== null,
  };
}
