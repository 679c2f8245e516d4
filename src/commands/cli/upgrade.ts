import { upgradeWorkspace } from '#commands/compose/comparing/upgrade-workspace.ts';
import { RUN, type UpgradeOptions } from '#commands/options/flags.ts';
import { defaultsOf } from '#commands/options/option.ts';
import { pathText } from '#common/document/path-text.ts';
import { withNameReplaced } from '#common/document/replaced-scalar.ts';
import { hashJson } from '#common/hash-json.ts';
import { issuesText } from '#common/issues-text.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { listed } from '#common/words.ts';
import { type Candidate, type UpgradeFile, upgradeFileSchema } from '#gate/upgrade/upgrade-file.ts';
import { readBranchFile } from '#github/commits/branch-file.ts';
import { keepPull, type OwnPull } from '#github/pulls/keep-pull.ts';
import { plainLine } from '#report/escape.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderComparisonMarkdown } from '#report/model-comparison/render-markdown.ts';
import { shownUpgrade, UPGRADE_NAME } from '#report/model-comparison/upgrade-words.ts';
import { chosenRuns } from './common/chosen-baseline.ts';
import { githubHere } from './common/github-here.ts';
import { pathOf, readText } from './common/read-results.ts';
import { print, say } from './common/say.ts';
import { untilStopped } from './common/until-stopped.ts';
import { runTogetherHere } from './compare-agents.ts';

/** What `agent-eval upgrade` does. */
export async function upgradeModels(options: UpgradeOptions): Promise<void> {
  const { open, repo, to, agent, margin, baseline, ...settings } = options;
  if (open !== null) return untilStopped((signal) => openUpgrade(open, repo, signal));
  const known =
    to.length === 0
      ? { problem: '--to: name the models to try, or --open the folder of an upgrade' }
      : await chosenRuns(baseline);
  if ('problem' in known) {
    say(`agent-eval: ${known.problem}`);
    process.exitCode = EXIT.usage;
    return;
  }
  return runTogetherHere(
    { ...defaultsOf(RUN), ...settings, replay: 'off' },
    {
      play: (request) => upgradeWorkspace(request, { to, agent, margin, known: known.runs }),
      each: 'model',
      code: codeOf,
    },
  );
}

/** 0: a candidate is shown. Else 4 if none could run, 3 if more evidence could show one, 1 if not. */
function codeOf({ candidates }: UpgradeFile): number {
  const kinds = new Set(candidates.map(({ standing }) => standing.kind));
  if (kinds.has('shown')) return EXIT.pass;
  if (kinds.has('open')) return EXIT.inconclusive;
  return kinds.size === 1 && kinds.has('failed') ? EXIT.error : EXIT.fail;
}

/**
 * Opens a pull request with the best model that a comparison showed: the id alone, on the default branch as it is now. No code of
 * the repository runs, and no key is needed.
 *
 * @param path upgrade.json, or the folder with it; another job wrote it, so nothing in it is trusted
 * @param repo `owner/name`; `null`: GITHUB_REPOSITORY
 */
async function openUpgrade(path: string, repo: string | null, signal: AbortSignal): Promise<number> {
  const name = await pathOf(`${UPGRADE_NAME}.json`, path);
  const text = await readText(name);
  if (text === null) return EXIT.usage;
  const { data: file, error } = upgradeFileSchema.safeParse(jsonOrUndefined(text));
  if (file === undefined)
    return refuse(`${name} is not what \`upgrade\` of this version writes: ${issuesText(error, 'its text', 3)}`);
  if (file.part)
    return refuse('only chosen cases ran, which show nothing of the others: run upgrade without --cases and --tags');
  const best = bestShown(file.candidates);
  if (best === undefined) {
    print(`no model was shown not to be worse than ${file.today.model}; nothing to open`);
    return EXIT.pass;
  }
  const here = githubHere(repo, signal);
  if ('problem' in here) return refuse(here.problem);
  const place = { owner: here.owner, repo: here.name };
  const read = await readBranchFile(here.github, place, file.file);
  if ('problem' in read) return refuse(read.problem);
  const { lost, text: renamed } = renamedIn(read.text, file, best.model);
  if (lost.length > 0)
    return refuse(
      `${read.branch} does not name ${file.today.model} alone at ${listed(lost)}; change the id there by hand`,
    );
  const end = await keepPull(here.github, { place, ...pullOf(file, best.model), file: read, text: renamed });
  if (end.kind === 'failed') return refuse(end.problem);
  for (const number of end.superseded) print(`closed #${number}, which it supersedes`);
  print(`${ENDS[end.kind]}: ${end.url}`);
  return EXIT.pass;
}

const ENDS = {
  opened: 'opened',
  updated: 'brought up to date',
  closed: 'a person closed this pull request, so it stays closed',
};

/** Of those that were shown, the one whose passed trials cost least; where costs are unknown or equal, the one that passes most. */
function bestShown(candidates: readonly Candidate[]): Candidate | undefined {
  const cost = ({ figures }: Candidate) => figures.cost_per_pass_usd ?? Number.MAX_VALUE;
  const rate = ({ figures }: Candidate) => figures.pass_rate ?? 0;
  return candidates
    .filter(({ standing }) => standing.kind === 'shown')
    .toSorted((left, right) => cost(left) - cost(right) || rate(right) - rate(left))[0];
}

/** The text with the other model at each of its places, and the places at which the id is not. */
function renamedIn(text: string, { file, places, today }: UpgradeFile, to: string) {
  const lost: string[] = [];
  let changed = text;
  for (const { path, line } of places) {
    const next = withNameReplaced(changed, path, today.model, to);
    if (next === null) lost.push(`${file}:${line} (${pathText(path)})`);
    changed = next ?? changed;
  }
  return { text: changed, lost };
}

/** What the pull request is called and says. Its branch is told by agent and models, so that it is one for them. */
function pullOf(file: UpgradeFile, to: string): Omit<OwnPull, 'place' | 'file' | 'text'> {
  const { model: from } = file.today;
  const agent = plainLine(file.agent ?? '', 60) || 'agent';
  const subject = hashJson([file.agent, file.file]).slice(0, 12);
  const words = `${agent}-${from}-to-${to}`.replaceAll(/[^A-Za-z0-9]+/g, '-');
  return {
    subject,
    branch: `agent-eval/${words.slice(0, 120)}-${hashJson([subject, from, to]).slice(0, 6)}`,
    title: `Move ${file.agent === null ? 'the agent' : agent} from ${from} to ${to}`,
    body: `${renderComparisonMarkdown(shownUpgrade(file), { limit: PULL_BYTES, html_url: null })}\n${HOW_TO_START}`,
  };
}

/** GitHub takes 65,536 characters. */
const PULL_BYTES = 60_000;

const HOW_TO_START =
  'This pull request changes the id alone, and the gate judges it like any other. GitHub starts no workflow for a pull request that a workflow opened: close it and open it again, or push to its branch.';

function refuse(problem: string): number {
  say(`agent-eval: nothing was opened: ${problem}`);
  return EXIT.usage;
}
