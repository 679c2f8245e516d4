import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { InitOptions } from '#commands/options/flags.ts';
import { listed } from '#common/words.ts';
import { EXIT } from '#report/exit-code.ts';
import { type RepositoryPlace, repositoryPlace } from '#runner/workspace/git/repository-place.ts';
import { commandName } from '../common/command-name.ts';
import { errorCode } from '../common/error-code.ts';
import { printJson } from '../common/print-json.ts';
import { say } from '../common/say.ts';
import { findCases } from '../found/find-cases.ts';
import { type FoundKeys, findKeys } from '../found/find-keys.ts';
import { findProject } from '../found/find-project.ts';
import { findRunner } from '../found/find-runner.ts';
import { foundWords } from '../found/words.ts';
import { agentPath } from './starter-agents.ts';
import { givenIds, starterFiles, starterKey, upgradeWorkflow } from './starter-files.ts';

/** What `agent-eval init` does. */
export async function writeStarter(options: InitOptions): Promise<void> {
  const cwd = process.cwd();
  const place = await repositoryPlace(cwd);
  const cases = await findCases(cwd);
  // Cases that are read as they are need an agent, and naming a language asks for one.
  const runner = cases.files > 0 || options.language !== null ? null : await findRunner(cwd);
  const project = await findProject(cwd, options.language ?? runner?.language ?? null, place?.folder);
  const at = { ...(place ?? { branch: 'main', folder: '' }), signed: options.signed };
  const known = { ...project, cases, runner, environment: process.env };
  const needs = starterKey({ ...project, runner });
  const guess = {
    keys: needs.key === null ? [] : [needs.key],
    by: `a guess by ${project.provider?.by ?? 'nothing'}, as neither agent-eval.yml nor a run of it names what the agent needs`,
  };
  const reached = options.upgrade ? await findKeys(cwd, guess) : null;
  const files = reached === null ? starterFiles(project.language, at, known) : [upgradeWorkflow(at, reached, known)];
  const people = options.json ? process.stderr : process.stdout;
  const existing = files.filter((file) => existsSync(join(cwd, file.path)));
  if (existing.length > 0 && !options.force) {
    for (const file of existing) say(`${file.path} exists already`);
    say('nothing was written; move these files away, or overwrite them with --force');
    process.exitCode = EXIT.usage;
    return;
  }
  const key = needs.asks ? needs.key : null;
  const ids = Object.keys(givenIds(key, process.env));
  const facts = {
    agent: agentPath(project.language),
    key,
    waits: !needs.recorded ? '' : needs.key === null ? 'record' : 'record and needs, and env in the workflow',
    ids,
    own_cases: cases.files > 0,
    branch: place?.branch ?? 'main',
  };
  const steps = reached !== null ? upgradeSteps(reached) : runner === null ? nextSteps(facts) : runnerSteps(facts);
  if (options.json) {
    // The starter agent needs it once it calls the project's own.
    const needed = project.provider === null ? key : needs.key;
    const missing = needed === null || process.env[needed] ? [] : [needed];
    printJson({ ...project, cases, runner, writes: files.map(({ path }) => path), missing, next: jsonSteps(steps) });
  }
  // What is found leads to an agent and to branches, which the other workflow does not have.
  const found = options.upgrade ? [] : foundWords(project, { cases, runner }, options.language);
  for (const line of found) people.write(`found ${line}\n`);
  people.write('\n');
  for (const file of files) {
    try {
      await mkdir(dirname(join(cwd, file.path)), { recursive: true });
      await writeFile(join(cwd, file.path), file.text);
    } catch (error) {
      say(`${file.path} can't be written (${errorCode(error)}); check the folder's permissions`);
      process.exitCode = EXIT.usage;
      return;
    }
    people.write(`wrote ${file.path}: ${file.purpose}\n`);
  }
  people.write(['', ...(options.upgrade ? [] : wherefrom(place)), 'Next:', ...steps, ''].join('\n'));
}

/** Indented lines explain the one above: in JSON only what is no command. */
function jsonSteps(steps: readonly string[]): readonly string[] {
  const text = steps.join('\n').replace(/^( {2}edit .*)\n {6}/gm, '$1: ');
  return [...text.matchAll(/^ {2}(\S.*)/gm)].map(([, step = '']) => step);
}

interface Facts {
  /** The file of the starter agent. */
  readonly agent: string;
  /** The variable that the starter agent needs; `null`: none. */
  readonly key: string | null;
  /** What is commented out until the agent calls a model; empty: nothing is. */
  readonly waits: string;
  /** Those by which the workflow logs in without it; empty: it has the key. */
  readonly ids: readonly string[];
  readonly own_cases: boolean;
  readonly branch: string;
}

function runnerSteps({ key, ids, branch }: Facts): readonly string[] {
  const command = commandName();
  return [
    '  edit agent-eval.yml',
    '      run: what runs your evals once; tests: every file that says what they expect',
    ...(key === null ? [] : [`  export ${key}=…`]),
    `  ${command} run --trials 2`,
    '      two rounds; without a baseline the verdict is inconclusive',
    ...(key === null ? [] : waysToKey(key, ids)),
    '  git push',
    `      the first run on ${branch} becomes the baseline`,
  ];
}

function nextSteps({ agent, key, waits, ids, own_cases: own, branch }: Facts): readonly string[] {
  const command = commandName();
  const edit = [
    `  edit ${agent}`,
    own
      ? '      call your own agent: the starter agent knows only the weather, and would fail your cases'
      : '      call your own agent instead',
  ];
  const run = [
    ...(key === null ? [] : [`  export ${key}=…`]),
    `  ${command} run${key === null ? '' : ' --trials 1'}`,
    `      runs the ${own ? 'agent on your cases' : 'starter agent on the first cases'}; without a baseline its verdict is inconclusive, and agent-eval-results/ keeps itself out of commits`,
  ];
  return [
    ...(own ? [...edit, ...run] : [...run, ...edit]),
    ...(key === null
      ? [
          '  edit agent-eval.yml',
          `      uncomment ${waits && `${waits}, once it calls a model, and `}setup once it needs packages`,
        ]
      : waysToKey(key, ids)),
    '  git push',
    `      the first run on ${branch} becomes the baseline`,
  ];
}

/** Of the workflow that tries other models. */
function upgradeSteps({ keys, by }: FoundKeys): readonly string[] {
  return [
    '  edit TO in it: the models to try on a schedule',
    `      below it: ${keys.length === 0 ? 'no key' : listed(keys)} (${by})`,
    '  allow "GitHub Actions to create and approve pull requests" (Settings → Actions → General)',
  ];
}

/** How the workflow gets at the model: the way that was written, and the other. */
function waysToKey(key: string, ids: readonly string[]): readonly string[] {
  const secret = `gh secret set ${key}`;
  return ids.length > 0
    ? [
        `  allow this repository at the provider: the workflow logs in by ${ids.join(', ')}`,
        `      or with a key: ${secret}, and ${key} under env in place of the ids (docs/keyless.md)`,
      ]
    : [
        `  ${secret}`,
        '      or without a secret, by ids of the provider in your shell and this command with --force (docs/keyless.md)',
      ];
}

/** What was assumed about the repository, and what to change if it is wrong. */
function wherefrom(place: RepositoryPlace | null): readonly string[] {
  if (place === null)
    return [
      'This folder is not in a git repository: .github/workflows/ must be at the root of one, and "branches: [main]" in it',
      'must name its default branch.',
      '',
    ];
  const branch = [
    `The workflow takes ${place.branch} for the default branch, whose runs are the baseline. If it is another, change`,
    '"branches:" in it.',
    '',
  ];
  const folder = [
    `The workflow is at the root of the repository, where GitHub reads it, and runs in ${place.folder}.`,
    '',
  ];
  return [...(place.branch_by === 'guessed' ? branch : []), ...(place.folder === '' ? [] : folder)];
}
