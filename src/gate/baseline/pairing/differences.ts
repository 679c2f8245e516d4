import { diffArrays } from 'diff';
import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonDifferences, ownValue } from '#common/json-differences.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { isVarying, type ShownSetting, settingIn } from '#trials/trial/shown/shown-settings.ts';
import type { ToolHashes } from '#trials/trial/shown/shown-to-models.ts';
import { compareIds } from './pair-cases.ts';
import type { RunDifference } from './run-difference.ts';

/** Conditions in which two runs differ, by name. */
export function conditionDifferences(candidate: LeanResults, baseline: LeanResults): readonly RunDifference[] {
  const versions = VERSIONS.map((kind) => ({ kind, before: baseline[kind], after: candidate[kind] })).filter(
    ({ before, after }) => before !== after,
  );
  if (candidate.agent.key === baseline.agent.key) return versions;
  const visible = differences(baseline.agent.conditions, candidate.agent.conditions);
  const [before, after] = [baseline.agent.key, candidate.agent.key];
  return [...versions, ...(visible.length > 0 ? visible : [{ kind: 'hidden_conditions', before, after } as const])];
}

const VERSIONS = ['hash_version', 'metrics_version'] as const;

/**
 * What the change under test did to the agent, as far as its configuration and its calls show: files whose content changed, tools of MCP
 * servers, then settings by name, and models.
 */
export function treatmentChanges(candidate: LeanResults, baseline: LeanResults): readonly RunDifference[] {
  const changes = [
    ...changedFiles(candidate.agent, baseline.agent),
    ...changedRunnerFiles(candidate.agent.treatment, baseline.agent.treatment),
    ...changedTools(candidate.agent.mcp_tools, baseline.agent.mcp_tools),
    ...changedShown(candidate.agent, baseline.agent),
    ...differences(withoutFiles(baseline.agent.treatment), withoutFiles(candidate.agent.treatment)),
    ...changedModels(candidate.agent, baseline.agent),
    ...changedRequests(candidate.agent, baseline.agent),
  ];
  const [before, after] = [baseline.agent.treatment_hash, candidate.agent.treatment_hash];
  if (changes.length > 0 || before === '' || after === '' || before === after) return changes;
  return [{ kind: 'hidden_treatment', before, after }];
}

/** Parts of the treatment that are the hash of a file, and the file's key. */
const FILES = [
  { kind: 'prompt_file', hash: 'prompt_hash', file: 'prompt' },
  { kind: 'tools_file', hash: 'tools_hash', file: 'tools' },
] as const;

type Agent = LeanResults['agent'];

/** Names the files, because a hash does not say what to look at. */
function changedFiles(here: Agent, main: Agent): readonly RunDifference[] {
  return FILES.filter(({ hash }) => {
    const [before, after] = [ownValue(main.treatment, hash), ownValue(here.treatment, hash)];
    return before !== undefined && after !== undefined && before !== after;
  }).map(({ kind, hash, file }) => {
    const has = (agent: Agent) => ownValue(agent.treatment, hash) !== null;
    return {
      kind,
      ...(has(main) && { before: main.files?.[file] ?? null }),
      ...(has(here) && { after: here.files?.[file] ?? null }),
    };
  });
}

/** Parts of the treatment of a suite with its own runner that hold a hash by path. */
const RUNNER_FILES = [
  { kind: 'test_file', key: 'tests' },
  { kind: 'imported_file', key: 'imports' },
  { kind: 'manifest', key: 'manifests' },
] as const;

function changedRunnerFiles(here: Agent['treatment'], main: Agent['treatment']): readonly RunDifference[] {
  return RUNNER_FILES.flatMap(({ kind, key }) => {
    const [now, before] = [here[key], main[key]];
    if (now === undefined || before === undefined) return [];
    return namesIn(now, before).flatMap((path): readonly RunDifference[] => {
      const [hash, old] = [ownValue(now, path), ownValue(before, path)];
      if (hash === old) return [];
      return [{ kind, path, state: old === undefined ? 'new' : hash === undefined ? 'removed' : 'changed' }];
    });
  });
}

/** Tools of MCP servers that a model sees otherwise than on main, by name. */
function changedTools(here: ToolHashes | undefined, main: ToolHashes | undefined): readonly RunDifference[] {
  if (here === undefined || main === undefined) return [];
  return namesIn(here, main).flatMap((server) =>
    changedOf(server, ownValue(here, server) ?? {}, ownValue(main, server) ?? {}),
  );
}

/** Tools and prompts that requests showed otherwise than on main; a tool of some trials only may be new because the agent does other things. */
function changedShown(here: Agent, main: Agent): readonly RunDifference[] {
  if (here.shown === undefined || main.shown === undefined) return [];
  const { tools, prompts } = here.shown;
  const sometimes = [...here.shown.sometimes, ...main.shown.sometimes];
  const ofServers = [here, main].flatMap(({ mcp_tools }) => Object.values(mcp_tools ?? {}).flatMap(Object.keys));
  const changed = changedOf(null, tools, main.shown.tools).filter(
    ({ tool, state }) =>
      !ofServers.some((name) => tool.endsWith(name)) && (state === 'changed' || !sometimes.includes(tool)),
  );
  return [...changed, ...changedPrompts(prompts, main.shown.prompts)];
}

type Tools = ToolHashes[string];
type ChangedTool = RunDifference & { readonly kind: 'tool' };

function changedOf(server: string | null, now: Tools, before: Tools): readonly ChangedTool[] {
  return namesIn(now, before).flatMap((tool): ChangedTool[] => {
    const [parts, old] = [ownValue(now, tool), ownValue(before, tool)];
    const changedTool = (state: ChangedTool['state'], differing: readonly string[] = []): ChangedTool[] => [
      { kind: 'tool', tool, server, state, parts: differing },
    ];
    if (old === undefined) return changedTool('new');
    if (parts === undefined) return changedTool('removed');
    const isOther = (part: string) => ownValue(parts, part) !== ownValue(old, part);
    // A part that varies within a run is unknown there.
    const differing = namesIn(parts, old).filter((part) => part in parts && part in old && isOther(part));
    return differing.length === 0 ? [] : changedTool('changed', differing);
  });
}

/** Models that answered here and on main, where the config doesn't name them: those of a program's own calls. */
function changedModels(here: Agent, main: Agent): readonly RunDifference[] {
  if (ownValue(here.treatment, 'model') !== undefined || ownValue(main.treatment, 'model') !== undefined) return [];
  const [before, after] = [main.models.join(', '), here.models.join(', ')];
  return before === '' || after === '' || before === after ? [] : [{ kind: 'setting', name: 'model', before, after }];
}

/**
 * Settings of requests that main's requests never had, or always had. Those that the configuration names are reported from there.
 */
function changedRequests(here: Agent, main: Agent): readonly RunDifference[] {
  if (here.shown === undefined || main.shown === undefined) return [];
  const [now, then] = [here.shown.settings, main.shown.settings];
  const declared = new Set(Object.keys({ ...here.treatment, ...main.treatment }));
  return namesIn(now, then).flatMap((name): readonly RunDifference[] => {
    const [after, before] = [settingIn(now, name), settingIn(then, name)];
    if (declared.has(name) || isVarying(after) || isVarying(before)) return [];
    const [old, fresh] = [valuesOf(before), valuesOf(after)];
    const isOther = before.always.some((value) => !fresh.has(value)) || after.always.some((value) => !old.has(value));
    if (!isOther) return [];
    const [replaced, added] = [valueWords(old), valueWords(fresh)];
    const sides = { ...(replaced !== null && { before: replaced }), ...(added !== null && { after: added }) };
    return [{ kind: 'setting', name, ...sides, of_requests: true }];
  });
}

function valuesOf({ always, sometimes }: ShownSetting): ReadonlySet<string | null> {
  return new Set([...always, ...sometimes]);
}

/** All values of a side; `null`: no request had any. */
function valueWords(values: ReadonlySet<string | null>): string | null {
  if ([...values].every((value) => value === null)) return null;
  return [...values]
    .map((value) => value ?? 'absent')
    .sort()
    .join(', ');
}

function namesIn(these: object, those: object): readonly string[] {
  return [...new Set([...Object.keys(these), ...Object.keys(those)])].sort(compareIds);
}

/** An agent of another kind has other files, and its kind is named instead. */
function withoutFiles(treatment: JsonObject): JsonObject {
  const others = new Set<string>([...FILES.map(({ hash }) => hash), ...RUNNER_FILES.map(({ key }) => key)]);
  return Object.fromEntries(Object.entries(treatment).filter(([key]) => !others.has(key)));
}

/** Differences in the declared model or sampling of two runs, by name. */
export function declaredDifferences(after: LeanResults, before: LeanResults): readonly RunDifference[] {
  return differences(declaredSettings(before.agent.treatment), declaredSettings(after.agent.treatment));
}

function differences(before: JsonObject, after: JsonObject): readonly RunDifference[] {
  return jsonDifferences(before, after, 'objects')
    .map(({ place: name, left, right }) => ({
      ...({ kind: 'setting', name } as const),
      ...(left !== undefined && { before: left }),
      ...(right !== undefined && { after: right }),
    }))
    .toSorted((left, right) => compareIds(left.name, right.name));
}

type PromptText = RunDifference & { readonly kind: 'prompt_text' };

/** Prompts that models are shown in other words than on main. */
function changedPrompts(here: readonly string[], main: readonly string[]): readonly PromptText[] {
  const before = main.length === 0 ? [''] : main.filter((text) => !here.includes(text));
  const after = here.length === 0 ? [''] : here.filter((text) => !main.includes(text));
  const rest = [...before];
  const pairs = after.flatMap((text) => {
    const nearest = rest.toSorted((left, right) => likeness(text, right) - likeness(text, left))[0];
    if (nearest === undefined || (likeness(text, nearest) < ALIKE && before.length + after.length > 2)) return [];
    rest.splice(rest.indexOf(nearest), 1);
    return [[nearest, text] as const];
  });
  return pairs.slice(0, MOST_PROMPTS).flatMap(([old, fresh]) => {
    const lines = changedLines(old, fresh);
    return lines.length === 0 ? [] : [{ kind: 'prompt_text', lines } as const];
  });
}

/** Which share of the words of the shorter one the two have in common. */
function likeness(left: string, right: string): number {
  const [words, others] = [new Set(left.split(/\s+/)), new Set(right.split(/\s+/))];
  const common = [...words].filter((word) => others.has(word)).length;
  return common / Math.max(1, Math.min(words.size, others.size));
}

/** The lines that differ, as a unified diff marks them. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const blocks = diffArrays(old, fresh, { maxEditLength: 1000, comparator: isSameLine }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: fresh },
  ];
  return blocks
    .flatMap(({ value, added, removed }) =>
      added || removed ? value.map((line) => `${added ? '+' : '-'} ${cutEnd(line, LONGEST_LINE)}`) : [],
    )
    .filter((line) => line.trim().length > 1)
    .slice(0, MOST_LINES);
}

/** Main's secrets are masked where they are stored. */
function isSameLine(stored: string, line: string): boolean {
  const [start = '', ...rest] = stored.split(MASK);
  const end = rest.at(-1);
  return end === undefined ? stored === line : line.startsWith(start) && line.endsWith(end);
}

const MASK = '***';
const ALIKE = 0.5;
const MOST_PROMPTS = 5;
const MOST_LINES = 40;
const LONGEST_LINE = 400;

/**
 * The model and the sampling that an agent's configuration declares, read from its stored treatment. Built-in agents have a key
 * for each; a program's are found by name in its environment, its headers and the flags of its command line (`--model x`,
 * `TEMPERATURE=0`). Settings left to the provider (`null`) are omitted, so that a setting which a later version adds changes
 * nothing if nobody set it.
 *
 * Settings in a program's code are not seen here; the test of the rates sees their effect.
 */
export function declaredSettings(treatment: JsonObject): JsonObject {
  const entries = Object.entries(treatment).flatMap(([key, value]): (readonly [string, Json])[] => {
    const settings = settingsIn(key, value);
    return settings === null || (isJsonObject(settings) && Object.keys(settings).length === 0) ? [] : [[key, settings]];
  });
  return Object.fromEntries(entries);
}

function settingsIn(key: string, value: Json): Json {
  if (OF_THE_REQUEST.has(key) || isSetting(key)) return value;
  switch (key) {
    case 'env':
    case 'headers':
      return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => isSetting(name))) : null;
    case 'command':
    case 'start':
      return Array.isArray(value) ? flagsIn(value.flatMap((word: Json) => String(word).split(/\s+/))) : null;
    case 'url':
      return typeof value === 'string' ? flagsIn(value.split(/[?&]/).slice(1)) : null;
    default:
      return null;
  }
}

/** Keys of a built-in agent that shape its requests but whose names don't show it. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(['api', 'parallel_tool_calls', 'extra']);

/** Settings among words such as `--model=x`, `--model x` and `MODEL=x`; a repeated one has its last value. */
function flagsIn(words: readonly string[]): JsonObject {
  const flags = words.flatMap((word, i): (readonly [string, string])[] => {
    const [, dashes, name, value] = /^(-{0,2})([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined || !isSetting(name)) return [];
    if (value !== undefined) return [[name, value]];
    const next = words[i + 1] ?? '';
    return dashes === '' ? [] : [[name, /^-[A-Za-z-]/.test(next) ? '' : next]];
  });
  return Object.fromEntries(flags);
}

/** Whether a name refers to a model or its sampling, in any spelling: `OPENAI_MODEL`, `x-model`, `topP`. */
function isSetting(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return SETTING.test(words.replace(/[^a-z0-9]+/g, '_'));
}

const SETTING =
  /(^|_)(model|deployment|provider|base_url|api_base|api_version|temperature|sampling|seed|top_p|top_k|min_p|max_(new_|output_|completion_)?tokens|(frequency|presence|repetition)_penalty|effort|thinking)(_|$)/;
