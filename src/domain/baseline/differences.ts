import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { compareIds } from './pair-cases.ts';
import type { ResultsFile } from './results-file.ts';

/** What must be equal to compare two runs and is not; sentences naming both values, sorted. */
export function conditionDifferences(candidate: ResultsFile, baseline: ResultsFile): string[] {
  const versions = [
    difference('hash_version', baseline.hash_version, candidate.hash_version),
    difference('metrics_version', baseline.metrics_version, candidate.metrics_version),
  ].filter((sentence) => sentence !== null);
  if (candidate.agent.key === baseline.agent.key) return versions;
  const named = differences(baseline.agent.conditions, candidate.agent.conditions);
  // A file need not list its conditions: then their hash is all there is to show.
  const unnamed = [`conditions: ${show(baseline.agent.key)} on main, ${show(candidate.agent.key)} here`];
  return [...versions, ...(named.length > 0 ? named : unnamed)];
}

/** What the change under test did to the agent, as far as its configuration shows; sentences naming both values, sorted. */
export function treatmentChanges(candidate: ResultsFile, baseline: ResultsFile): string[] {
  const named = differences(baseline.agent.treatment, candidate.agent.treatment);
  const hashes = [baseline.agent.treatment_hash, candidate.agent.treatment_hash];
  if (named.length > 0 || hashes.includes('') || hashes[0] === hashes[1]) return named;
  return [`treatment: ${show(hashes[0])} on main, ${show(hashes[1])} here`];
}

function differences(before: JsonObject, after: JsonObject, prefix = ''): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareIds);
  return keys.flatMap((key) => {
    const path = `${prefix}${key}`;
    const left = own(before, key);
    const right = own(after, key);
    if (isJsonObject(left) && isJsonObject(right)) return differences(left, right, `${path}.`);
    return difference(path, left, right) ?? [];
  });
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function difference(path: string, before: Json | undefined, after: Json | undefined): string | null {
  const texts = [before, after].map((value) => (value === undefined ? 'absent' : canonicalJson(value)));
  return texts[0] === texts[1] ? null : `${path}: ${show(before)} on main, ${show(after)} here`;
}

const LONGEST_SHOWN = 80;

function show(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
