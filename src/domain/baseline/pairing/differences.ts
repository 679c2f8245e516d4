import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { cutEnd } from '#domain/cut.ts';
import { plainLine } from '#domain/error-message.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import type { ToolHashes } from '#domain/trial/tool-hashes.ts';
import { listed } from '#domain/words.ts';
import { declaredSettings } from './declared-settings.ts';
import { compareIds } from './pair-cases.ts';

/** Names of the two sides in the sentence of a difference. */
export interface SideNames {
  readonly before: string;
  readonly after: string;
}

const MAIN_AND_HERE: SideNames = { before: 'on main', after: 'here' };

/** Conditions in which two runs differ; sentences naming both values, sorted. */
export function conditionDifferences(
  candidate: ResultsFile,
  baseline: ResultsFile,
  sides: SideNames = MAIN_AND_HERE,
): string[] {
  const versions = [
    difference('hash_version', baseline.hash_version, candidate.hash_version, sides),
    difference('metrics_version', baseline.metrics_version, candidate.metrics_version, sides),
  ].filter((sentence) => sentence !== null);
  if (candidate.agent.key === baseline.agent.key) return versions;
  const named = differences(baseline.agent.conditions, candidate.agent.conditions, sides);
  // A file need not list its conditions: then only their hash can be shown.
  const unnamed = [sentence('conditions', baseline.agent.key, candidate.agent.key, sides)];
  return [...versions, ...(named.length > 0 ? named : unnamed)];
}

/** Whether a difference is in the versions of this tool that wrote the two runs. */
export function isOfVersions(difference: string): boolean {
  return /^(?:hash|metrics)_version: /.test(difference);
}

/**
 * What the change under test did to the agent, as far as its configuration shows: files whose content changed, by name, then
 * sentences naming both values, sorted.
 */
export function treatmentChanges(candidate: ResultsFile, baseline: ResultsFile): string[] {
  const named = [
    ...changedFiles(candidate.agent, baseline.agent),
    ...changedTools(candidate.agent.mcp_tools, baseline.agent.mcp_tools),
    ...differences(withoutFiles(baseline.agent.treatment), withoutFiles(candidate.agent.treatment), MAIN_AND_HERE),
  ];
  const hashes = [baseline.agent.treatment_hash, candidate.agent.treatment_hash];
  if (named.length > 0 || hashes.includes('') || hashes[0] === hashes[1]) return named;
  return [sentence('treatment', hashes[0], hashes[1], MAIN_AND_HERE)];
}

/** Parts of the treatment that are the hash of a file, the file's key, and its name for people. */
const FILES = [
  { hash: 'prompt_hash', file: 'prompt', called: 'the prompt' },
  { hash: 'tools_hash', file: 'tools', called: 'the tools' },
] as const;

type Agent = ResultsFile['agent'];

/** Names the files, because a hash tells nobody what to look at. */
function changedFiles(here: Agent, main: Agent): string[] {
  return FILES.filter(({ hash }) => {
    const [before, after] = [own(main.treatment, hash), own(here.treatment, hash)];
    return before !== undefined && after !== undefined && before !== after;
  }).map(({ hash, file, called }) => {
    const name = (agent: Agent) => (own(agent.treatment, hash) === null ? 'none' : (agent.files?.[file] ?? null));
    const [before, after] = [name(main), name(here)];
    if (before === after || before === null || after === null) return joined(called, after ?? before);
    return joined(called, `${before} ${MAIN_AND_HERE.before}, ${after} ${MAIN_AND_HERE.after}`);
  });
}

/** Tools of MCP servers that a model is shown otherwise than on main, by name, with what differs. */
function changedTools(here: ToolHashes | undefined, main: ToolHashes | undefined): string[] {
  if (here === undefined || main === undefined) return [];
  return namesIn(here, main).flatMap((server) => {
    const [now, before] = [own(here, server) ?? {}, own(main, server) ?? {}];
    return namesIn(now, before).flatMap((tool): string[] => {
      const [parts, old] = [own(now, tool), own(before, tool)];
      const called = `the MCP tool ${plainLine(tool)} of ${plainLine(server)}`;
      if (old === undefined) return [`${called} (new)`];
      if (parts === undefined) return [`${called} (removed)`];
      const differing = namesIn(parts, old).filter((part) => own(parts, part) !== own(old, part));
      return differing.length === 0 ? [] : [`${called} (${differing.join(', ')})`];
    });
  });
}

function namesIn(one: object, other: object): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort(compareIds);
}

function joined(called: string, name: string | null): string {
  return name === null ? called : `${called} (${name})`;
}

/** An agent of another kind has other files, and its kind is named instead. */
function withoutFiles(treatment: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(treatment).filter(([key]) => !FILES.some(({ hash }) => hash === key)));
}

/** Differences in the declared model or sampling of two runs; sentences naming both values, sorted. */
export function declaredDifferences(after: ResultsFile, before: ResultsFile, sides: SideNames): string[] {
  return differences(declaredSettings(before.agent.treatment), declaredSettings(after.agent.treatment), sides);
}

/** The first of the sentences, to be embedded in another one. */
export function fewOf(sentences: readonly string[]): string {
  return listed(
    sentences.map((text) => cutEnd(text, LONGEST_SENTENCE)),
    MOST_SHOWN,
    '; ',
  );
}

const MOST_SHOWN = 3;
const LONGEST_SENTENCE = 300;

function differences(before: JsonObject, after: JsonObject, sides: SideNames, prefix = ''): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareIds);
  return keys.flatMap((key) => {
    const path = `${prefix}${key}`;
    const left = own(before, key);
    const right = own(after, key);
    if (isJsonObject(left) && isJsonObject(right)) return differences(left, right, sides, `${path}.`);
    return difference(path, left, right, sides) ?? [];
  });
}

function own<Value>(object: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function difference(path: string, before: Json | undefined, after: Json | undefined, sides: SideNames): string | null {
  const texts = [before, after].map((value) => (value === undefined ? 'absent' : canonicalJson(value)));
  return texts[0] === texts[1] ? null : sentence(path, before, after, sides);
}

function sentence(path: string, before: Json | undefined, after: Json | undefined, sides: SideNames): string {
  return `${path}: ${show(before)} ${sides.before}, ${show(after)} ${sides.after}`;
}

const LONGEST_SHOWN = 80;

function show(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
