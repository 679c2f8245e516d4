import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { INPUTS } from '#commands/options/inputs.ts';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { ALL_FEDERATIONS, jobVariables, lacksFor } from '#common/federations.ts';
import { listed } from '#common/words.ts';
import { borrowsPackages } from '#config/borrows-packages.ts';
import type { AgentConfig } from '#config/config.ts';
import { wayToSecrets } from '#report/reasons/circumstance-words.ts';
import { type ActionStep, actionSteps, type Mapping, mappingOf } from './action-steps.ts';

/** What `validate` knows besides the workflows. */
interface Around {
  /** The repository's folder, absolute. */
  readonly root: string;
  /** The config that is validated, from there, with its agent. */
  readonly config: string;
  readonly agent: AgentConfig;
  /** The default branch as the remote tells it, or the only one with a usual name; `null`: unknown. */
  readonly branch: string | null;
  /** What the repository's lock file lists of each workflow; `null`: it has none that can be read. */
  readonly locked: Mapping | null;
}

/** A place in a workflow, and the sentence about it. */
type Finding = readonly [at: DocumentPath, message: string];

/** What would not work in the workflows that use this action, each at its place and with the mend. */
export async function workflowIssues(around: Omit<Around, 'branch' | 'locked'>): Promise<readonly Issue[]> {
  const { steps, issues: unread } = await actionSteps(around.root);
  const told = { ...around, branch: await defaultBranch(around.root), locked: await lockedActions(around.root) };
  const found = steps.map(async (step) => {
    const findings = [...RULES.flatMap((rule) => rule(step, told)), ...(await configFinding(step, told))];
    return findings.map(([at, message]) => issueAt(step.document, at, message, 'warning'));
  });
  const issues = [
    ...unread.map((issue): Issue => ({ ...issue, severity: 'warning' })),
    ...(await Promise.all(found)).flat(),
  ];
  // Steps of one workflow share its events.
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

const RULES: readonly ((step: ActionStep, around: Around) => readonly Finding[])[] = [
  refusedEvents,
  pushOnMain,
  pullsToMain,
  pathFilters,
  permissions,
  unknownInputs,
  matrixKey,
  keys,
  withheld,
  identity,
  packages,
  lock,
  background,
];

/** Without git: a fetch leaves the name there. */
async function defaultBranch(root: string): Promise<string | null> {
  const read = (file: string) => readFile(join(root, '.git', file), 'utf8').catch(() => '');
  const told = /^ref: refs\/remotes\/origin\/(.+)$/m.exec(await read('refs/remotes/origin/HEAD'))?.[1];
  if (told !== undefined) return told;
  const packed = await read('packed-refs');
  // Before its first commit a branch is named there alone.
  const head = (await read('HEAD')).trim();
  const has = async (name: string) =>
    new RegExp(` refs/heads/${name}$`, 'm').test(packed) || (await read(`refs/heads/${name}`)) !== '';
  const isThere = await Promise.all(USUAL.map(has));
  const [name = null, other] = USUAL.filter((_, index) => isThere[index]);
  if (name === null) return USUAL.find((usual) => head === `ref: refs/heads/${usual}`) ?? null;
  return other === undefined ? name : null;
}

const USUAL = ['main', 'master'];

/** GitHub's own file: `workflows` lists what each workflow that it covers may use. */
async function lockedActions(root: string): Promise<Mapping | null> {
  const text = await readFile(join(root, LOCK_FILE), 'utf8').catch(() => '');
  const parsed = parseDocument(text, `${LOCK_FILE}.yml`);
  return 'issues' in parsed ? null : mappingOf(mappingOf(parsed.document.value)['workflows']);
}

const LOCK_FILE = '.github/workflows/actions.lock';

function modeOf({ inputs }: ActionStep): string {
  return String(inputs['mode'] ?? 'run');
}

/** Whether a step runs the config that is validated. */
function runs(step: ActionStep, { config }: Around): boolean {
  return modeOf(step) === 'run' && configOf(step) === config;
}

/** From the repository's folder; `null`: an expression says it. */
function configOf({ inputs }: ActionStep): string | null {
  const [folder, file] = [String(inputs['working-directory'] ?? ''), String(inputs['config'] ?? 'agent-eval.yml')];
  return `${folder}${file}`.includes('${{') ? null : posix.join(folder, file);
}

function refusedEvents({ events }: ActionStep): readonly Finding[] {
  return 'pull_request_target' in events
    ? [
        [
          ['on', 'pull_request_target'],
          'is refused: it hands the secrets of this repository to code that anyone can send; write `pull_request`',
        ],
      ]
    : [];
}

function pushOnMain(step: ActionStep, { branch }: Around): readonly Finding[] {
  const { events, inputs } = step;
  const isElsewhere = 'baseline' in inputs || 'baseline-workflow' in inputs || 'schedule' in events;
  if (modeOf(step) !== 'run' || !('pull_request' in events) || isElsewhere) return [];
  const main = branch ?? 'main';
  if (!('push' in events))
    return [
      [
        ['on'],
        `no push to ${main} starts it, so ${main} never has results to compare with; add \`push: {branches: [${main}]}\``,
      ],
    ];
  return branch === null
    ? []
    : excluded(events, 'push', branch).map(([at, what, mend]) => [
        at,
        `${what}, the default branch, so it never has results to compare with; ${mend}`,
      ]);
}

function pullsToMain(step: ActionStep, { branch }: Around): readonly Finding[] {
  return modeOf(step) !== 'run' || branch === null
    ? []
    : excluded(step.events, 'pull_request', branch).map(([at, what, mend]) => [
        at,
        `${what}, the default branch, so pull requests to it are not evaluated; ${mend}`,
      ]);
}

/** Where an event of a workflow leaves a branch out, what is written there, and the mend; empty: it does not. */
function excluded(
  events: Mapping,
  event: string,
  branch: string,
): readonly (readonly [at: DocumentPath, what: string, mend: string])[] {
  const options = mappingOf(events[event]);
  const patterns = (key: string) => [options[key] ?? []].flat().map(String);
  const isNamed = (key: string) => matches(patterns(key), branch);
  if ('branches' in options)
    return isNamed('branches') ? [] : [[['on', event, 'branches'], `does not name ${branch}`, 'add it']];
  if ('branches-ignore' in options)
    return isNamed('branches-ignore') ? [[['on', event, 'branches-ignore'], `names ${branch}`, 'take it away']] : [];
  return event === 'push' && ('tags' in options || 'tags-ignore' in options)
    ? [[['on', event], `names tags, and no ${branch}`, `add \`branches: [${branch}]\``]]
    : [];
}

/** By GitHub's patterns: the last that fits decides, and with \`!\` it takes the branch out again. */
function matches(patterns: readonly string[], branch: string): boolean {
  const fitting = patterns.filter((pattern) => {
    const source = pattern
      .replace(/^!/, '')
      .replace(/[.$^(){}|\\]/g, '\\$&')
      .replace(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
    try {
      return new RegExp(`^${source}$`).test(branch);
    } catch {
      return !pattern.startsWith('!');
    }
  });
  return fitting.at(-1)?.startsWith('!') === false;
}

function pathFilters({ events }: ActionStep): readonly Finding[] {
  return ['pull_request', 'push'].flatMap((event) =>
    ['paths', 'paths-ignore'].flatMap((key): readonly Finding[] =>
      key in mappingOf(events[event])
        ? [
            [
              ['on', event, key],
              'leaves a required check waiting where the workflow does not start; remove it, and say with `covers` and `ignores` in the config which files reach which case',
            ],
          ]
        : [],
    ),
  );
}

function permissions(step: ActionStep): readonly Finding[] {
  const { permissions: rights, events, inputs } = step;
  if (rights === 'write-all' || 'github-token' in inputs) return [];
  const comments = 'pull_request' in events && !('shard' in inputs) && String(inputs['comment']) !== 'false';
  const wanted: readonly (readonly [right: string, level: string, use: string])[] = [
    ['contents', 'read', 'the policy of main is read with it'],
    ['actions', 'read', "main's results are found with it"],
    ...(comments ? ([['pull-requests', 'write', 'the comment is posted with it']] as const) : []),
    ...(String(inputs['check-run'] ?? 'false') === 'false'
      ? []
      : ([['checks', 'write', 'the check run is made with it']] as const)),
  ];
  const has = (right: string, level: string) => {
    const granted = rights === 'read-all' ? 'read' : mappingOf(rights)[right];
    return granted === 'write' || granted === level;
  };
  const lacks = wanted.filter(([right, level]) => !has(right, level));
  if (['report', 'command'].includes(modeOf(step)) || lacks.length === 0) return [];
  const lines = lacks.map(([right, level, use]) => `\`${right}: ${level}\` (${use})`);
  const [job, isDefault] = [step.at.slice(0, 2), rights === undefined || rights === null];
  const at = isDefault ? job : step.job['permissions'] === undefined ? ['permissions'] : [...job, 'permissions'];
  return isDefault
    ? [[at, `no \`permissions\` are written, and a new repository gives too few; write ${listed(lines)}`]]
    : [[at, `lacks ${listed(lines)}; add ${lacks.length === 1 ? 'it' : 'them'}`]];
}

function unknownInputs({ inputs, at }: ActionStep): readonly Finding[] {
  const known = Object.keys(INPUTS);
  return Object.keys(inputs)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      return [
        [...at, 'with', name],
        `no input of this action; ${near === null ? 'remove it' : `did you mean ${near}?`}`,
      ];
    });
}

function matrixKey(step: ActionStep): readonly Finding[] {
  const matrix = mappingOf(step.job['strategy'])['matrix'];
  if (matrix === undefined || modeOf(step) !== 'run' || 'key' in step.inputs || 'shard' in step.inputs) return [];
  const { include, exclude: _, ...names } = mappingOf(matrix);
  const [name = 'NAME'] = [...Object.keys(names), ...Object.keys(mappingOf([include ?? []].flat()[0]))];
  return [
    [
      step.at,
      `every entry of the matrix stores its results under one name; add \`key: \${{ matrix.${name} }}\` under \`with\``,
    ],
  ];
}

/** A step before this one may set variables for it. */
function keys(step: ActionStep, around: Around): readonly Finding[] {
  if (!runs(step, around) || step.before.some(setsVariables)) return [];
  const names = around.agent.needs.filter((name) => !isSet(step.env, name) && !isFederated(step, name));
  return names.length === 0
    ? []
    : [
        [
          step.at,
          `${listed(names)}, which the config's \`needs\` names, is not set: ${wayToSecrets({ names, in_job: true })}`,
        ],
      ];
}

/** A recorded agent has a dummy in place of its key; any other gets only what the step passes on. */
function withheld(step: ActionStep, around: Around): readonly Finding[] {
  const { agent } = around;
  if (!runs(step, around) || !('record' in agent) || agent.record !== null) return [];
  const passed = String(step.inputs['pass-env'] ?? '');
  const names = agent.needs.filter((name) => !passed.includes('${{') && !new RegExp(`\\b${name}\\b`).test(passed));
  return names.length === 0
    ? []
    : [
        [
          step.at,
          `the agent does not get ${listed(names)}, which the config's \`needs\` names; write \`record: true\` beside it, so that the recorder calls the model, or name it in the input \`pass-env\``,
        ],
      ];
}

function setsVariables({ uses, run }: Mapping): boolean {
  return String(run).includes('GITHUB_ENV') || (uses !== undefined && !/^actions\//.test(String(uses)));
}

function isSet(env: Mapping, name: string): boolean {
  return String(env[name] ?? '') !== '';
}

/** Ids of its provider are given: what lacks of them is said by {@link identity}. */
function isFederated({ env }: ActionStep, name: string): boolean {
  return ALL_FEDERATIONS.some(({ key_names, ids }) => key_names.includes(name) && ids.some((id) => isSet(env, id)));
}

/** Ids of a provider and the permission to log in with them belong together. */
function identity({ env, permissions: rights, at }: ActionStep): readonly Finding[] {
  const mayAsk = rights === 'write-all' || mappingOf(rights)['id-token'] === 'write';
  const texts = Object.entries({ ...env, ...jobVariables(mayAsk) }).map(([name, value]) => [name, String(value ?? '')]);
  const variables: Readonly<Record<string, string>> = Object.fromEntries(texts);
  return ALL_FEDERATIONS.filter(({ key_names }) => !key_names.some((name) => variables[name]))
    .map((federation) => lacksFor(federation, variables) ?? [])
    .filter((names) => names.length > 0)
    .map((names) => [at, `${names.join(', ')} is empty or missing: ${wayToSecrets({ names, in_job: true })}`]);
}

function packages(step: ActionStep, around: Around): readonly Finding[] {
  if (!runs(step, around) || !borrowsPackages(around.agent)) return [];
  return step.before.flatMap(({ run }, index): readonly Finding[] =>
    INSTALLS.test(String(run ?? ''))
      ? [
          [
            [...step.at.slice(0, -1), index],
            'installs the packages of the change for main too, so main is not run where they differ; move the line to `setup` in the config',
          ],
        ]
      : [],
  );
}

const INSTALLS =
  /\b(?:npm (?:ci|i|install)|p?npm i|(?:pnpm|yarn|bun|pip3?|poetry|pipenv|pdm|bundle) install|bun ci|(?:uv|pipenv|pdm) sync)\b|^\s*yarn\s*$/m;

async function configFinding(step: ActionStep, { root }: Around): Promise<readonly Finding[]> {
  const config = configOf(step);
  if (config === null || modeOf(step) === 'command') return [];
  if ((await stat(join(root, config)).catch(() => null)) !== null) return [];
  const key = 'config' in step.inputs ? 'config' : 'working-directory';
  const at = key in step.inputs ? [...step.at, 'with', key] : step.at;
  return [
    [
      at,
      `there is no ${config} in this repository; correct ${key in step.inputs ? `\`${key}\`` : 'the input `config`'}`,
    ],
  ];
}

/** A workflow that the lock file covers starts only if each action stands there; one that it does not cover may be barred. */
function lock({ document, step, at }: ActionStep, { locked }: Around): readonly Finding[] {
  if (locked === null) return [];
  const listed = locked[document.file];
  if (Array.isArray(listed) && listed.includes(step['uses'] ?? null)) return [];
  const what =
    listed === undefined
      ? `${LOCK_FILE} does not cover this workflow, so it does not start where a policy requires that`
      : `${LOCK_FILE} does not list this action for this workflow, so GitHub does not start it`;
  return [[[...at, 'uses'], `${what}; run \`gh actions-lock\` and commit the file`]];
}

function background({ at, beside }: ActionStep): readonly Finding[] {
  return beside
    ? [
        [
          at,
          'runs beside other steps of its job, whose programs and files it can not tell from those of the change; let it run by itself',
        ],
      ]
    : [];
}
