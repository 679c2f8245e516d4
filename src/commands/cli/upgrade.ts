import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPGRADE_FILE, upgradeWorkspace } from '#commands/compose/comparing/upgrade-workspace.ts';
import { RUN, type UpgradeOptions } from '#commands/options/flags.ts';
import { defaultsOf } from '#commands/options/option.ts';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import { pathText } from '#common/document/path-text.ts';
import { withNameReplaced } from '#common/document/replaced-scalar.ts';
import { workspacePathProblem } from '#common/document/workspace-path.ts';
import { errorMessage } from '#common/error-message.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { sha256Hex } from '#common/sha256.ts';
import { listed } from '#common/words.ts';
import { type Candidate, type UpgradeFile, upgradeFileSchema } from '#gate/upgrade/upgrade-file.ts';
import { readBranchFiles } from '#github/commits/branch-files.ts';
import { keepPull, type OwnPull } from '#github/pulls/keep-pull.ts';
import { plainLine } from '#report/escape.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderComparisonMarkdown } from '#report/model-comparison/render-markdown.ts';
import { shownUpgrade } from '#report/model-comparison/upgrade-words.ts';
import { chosenRuns } from './common/chosen-baseline.ts';
import { githubHere } from './common/github-here.ts';
import { say } from './common/say.ts';
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
      shown: shownUpgrade,
      file: UPGRADE_FILE,
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
  const file = await readUpgrade(path);
  if ('problem' in file) return refuse(file.problem);
  if (file.part)
    return refuse('only chosen cases ran, which show nothing of the others: run upgrade without --cases and --tags');
  const best = bestShown(file.candidates);
  if (best === null) {
    print(`no model was shown not to be worse than ${file.today.model}; nothing to open`);
    return EXIT.pass;
  }
  const [from, to] = [file.today.model, best.model];
  const strange = [from, to].find((id) => !MODEL_ID.test(id));
  if (strange !== undefined) return refuse(`${JSON.stringify(strange)} is no id of a model; nothing was opened`);
  const outside = file.places.find(({ file: path }) => workspacePathProblem(path) !== null || !A_CONFIG.test(path));
  if (outside !== undefined) return refuse(`${outside.file} is no file that a config names; nothing was opened`);
  const here = githubHere(repo, signal);
  if ('problem' in here) return refuse(here.problem);
  const place = { owner: here.owner, repo: here.name };
  const read = await readBranchFiles(here.github, place, [...new Set(file.places.map((place) => place.file))]);
  if ('problem' in read) return refuse(`nothing was opened: ${read.problem}`);
  const files = read.files.map((known) => ({ ...known, ...renamedIn(known.text, file, known.path, to) }));
  const lost = files.flatMap(({ lost }) => lost);
  if (lost.length > 0)
    return refuse(
      `nothing was opened: ${read.branch} does not name ${from} alone at ${listed(lost)}; change the id there by hand`,
    );
  const end = await keepPull(here.github, { place, ...pullOf(file, best, read), files });
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

/** YAML, and no workflow. */
const A_CONFIG = /^(?!\.github\/).*\.ya?ml$/;

/** Letters, digits and what separates them in ids of models: nothing that means something in a config, a branch or a shell. */
const MODEL_ID = /^[A-Za-z0-9][\w./:@-]{0,199}$/;

async function readUpgrade(path: string): Promise<UpgradeFile | { readonly problem: string }> {
  try {
    const file = (await stat(path)).isDirectory() ? join(path, UPGRADE_FILE) : path;
    if ((await stat(file)).size > MAX_BYTES) return { problem: `${file} is larger than ${MAX_BYTES} bytes` };
    const read = upgradeFileSchema.safeParse(jsonOrUndefined(await readFile(file, 'utf8')));
    return read.success ? read.data : { problem: `${file} is not what \`upgrade\` of this version writes` };
  } catch (error) {
    return { problem: `${path} can't be read: ${errorMessage(error)}` };
  }
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Of those that were shown, the one whose passed trials cost least; where costs are unknown or equal, the one that passes most. */
function bestShown(candidates: readonly Candidate[]): Candidate | null {
  const shown = candidates.filter(({ standing }) => standing.kind === 'shown');
  const cost = ({ figures }: Candidate) => figures.cost_per_pass_usd ?? Number.POSITIVE_INFINITY;
  const rate = ({ figures }: Candidate) => figures.pass_rate ?? 0;
  const [best = null] = shown.toSorted((left, right) =>
    cost(left) === cost(right) ? rate(right) - rate(left) : cost(left) - cost(right),
  );
  return best;
}

/** The text with the other model at each of its places, and the places at which the id is not. */
function renamedIn(text: string, { places, today }: UpgradeFile, path: string, to: string) {
  const lost: string[] = [];
  let changed = text;
  for (const place of places.filter(({ file }) => file === path)) {
    const next = withNameReplaced(changed, place.path, today.model, to);
    if (next === null) lost.push(`${path}:${place.line} (${pathText(place.path)})`);
    else changed = next;
  }
  return { text: changed, lost };
}

/** What the pull request is called and says. Its branch is told by agent and models, so that it is one for them. */
function pullOf(
  file: UpgradeFile,
  { model: to }: Candidate,
  { branch, sha }: { readonly branch: string; readonly sha: string },
): Omit<OwnPull, 'place' | 'files'> {
  const [{ model: from }, agent] = [file.today, plainLine(file.agent ?? '', 60)];
  const subject = sha256Hex(JSON.stringify([file.agent, file.places.map((place) => place.file)])).slice(0, 12);
  const words = `${agent === '' ? 'agent' : agent}-${from}-to-${to}`.replaceAll(/[^A-Za-z0-9]+/g, '-');
  return {
    subject,
    base: { branch, sha },
    branch: `agent-eval/${words.slice(0, 120)}-${sha256Hex(JSON.stringify([subject, from, to])).slice(0, 6)}`,
    title: `Move ${agent === '' ? 'the agent' : agent} from ${from} to ${to}`,
    body: `${renderComparisonMarkdown(shownUpgrade(file), { limit: PULL_BYTES, html_url: null })}\n${HOW_TO_START}`,
  };
}

/** GitHub takes 65,536 characters. */
const PULL_BYTES = 60_000;

const HOW_TO_START =
  'This pull request changes the id alone, and the gate judges it like any other. GitHub starts no workflow for a pull request that a workflow opened: close it and open it again, or push to its branch.';

function refuse(problem: string): number {
  say(`agent-eval: ${problem}`);
  return EXIT.usage;
}

function print(line: string): void {
  process.stdout.write(`${escapeTerminal(line)}\n`);
}
