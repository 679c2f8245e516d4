import { cutEnd, cutStart } from '#common/cut.ts';
import { pathText } from '#common/document/path-text.ts';
import { isJsonList, isJsonObject, type Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import type { Entry } from './cassette-document.ts';
import type { StoredRequest } from './sanitise-request.ts';

/** The request for which nothing is stored. */
export interface Missed {
  readonly case_id: string;
  readonly trial: number;
  readonly request: StoredRequest;
  readonly key: string;
  readonly occurrence: number;
}

/** A sentence on how the request differs from what is stored: `entries` of the whole case, `null` without a cassette. */
export function explainMiss(missed: Missed, entries: readonly Entry[] | null): string {
  const name = jsonText(missed.case_id);
  if (entries === null || entries.length === 0) return `no cassette for case ${name}`;
  const own = entries.filter(({ trial }) => trial === missed.trial);
  if (own.length === 0) return `the cassettes hold ${trialList(entries)} of case ${name}, not trial ${missed.trial}`;
  const where = `trial ${missed.trial} of case ${name}`;
  const same = own.filter(({ key }) => key === missed.key).length;
  if (same > 0) return `the same request is asked ${times(missed.occurrence)} in ${where}, and stored ${times(same)}`;
  const { provider, path } = missed.request;
  const alike = own.filter(({ request }) => request.provider === provider && request.path === path);
  if (alike.length === 0) {
    const paths = [...new Set(own.map(({ request }) => `${request.provider} ${request.path}`))].slice(0, MOST_PATHS);
    return `${where} has no stored request to ${provider} ${path}; it has requests to ${paths.join(', ')}`;
  }
  const nearest = alike
    .slice(0, MOST_COMPARED)
    .map(({ request }) => differences(missed.request.body, request.body))
    .reduce((best, next) => (isNearer(next, best) ? next : best));
  const [first] = nearest;
  if (first === undefined) return `no answer is stored for this request of ${where}`;
  const more =
    nearest.length > 1 ? `, and at ${nearest.length - 1} other ${nearest.length > 2 ? 'places' : 'place'}` : '';
  return `the request differs from the nearest one stored for ${where} at ${pathText(first.path) || 'the top'}: ${pair(first)}${more}`;
}

const MOST_PATHS = 3;
const MOST_COMPARED = 200;

/** `trials 1–3`, `trial 2`. */
function trialList(entries: readonly Entry[]): string {
  const trials = [...new Set(entries.map(({ trial }) => trial))].sort((left, right) => left - right);
  const first = trials[0] ?? 0;
  const last = trials.at(-1) ?? 0;
  if (trials.length === 1) return `trial ${first}`;
  return last - first + 1 === trials.length ? `trials ${first}–${last}` : `trials ${trials.join(', ')}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

interface Difference {
  readonly path: readonly (string | number)[];
  /** `undefined`: not there. */
  readonly sent: Json | undefined;
  readonly stored: Json | undefined;
}

/** Every place at which two bodies differ, in the order of their keys. */
function differences(sent: Json | undefined, stored: Json | undefined, path: Difference['path'] = []): Difference[] {
  if (isJsonList(sent) && isJsonList(stored)) {
    return Array.from({ length: Math.max(sent.length, stored.length) }, (_, index) =>
      differences(sent[index], stored[index], [...path, index]),
    ).flat();
  }
  if (isJsonObject(sent) && isJsonObject(stored)) {
    const keys = [...new Set([...Object.keys(sent), ...Object.keys(stored)])].sort();
    return keys.flatMap((key) => differences(sent[key], stored[key], [...path, key]));
  }
  return jsonText(sent) === jsonText(stored) ? [] : [{ path, sent, stored }];
}

/** Fewer differences are nearer; with equally many, those that begin later. */
function isNearer(left: readonly Difference[], right: readonly Difference[]): boolean {
  const begin = ([first]: readonly Difference[]): number => (first === undefined ? 0 : textsOf(first).same);
  return left.length < right.length || (left.length === right.length && begin(left) > begin(right));
}

/** Both values; long ones from shortly before the first character that differs. */
function pair(difference: Difference): string {
  const { sent, stored, same } = textsOf(difference);
  return `sent ${around(sent, same)}, stored ${around(stored, same)}`;
}

/** Both values as text, and the length of their common beginning. */
function textsOf(difference: Difference): { readonly sent: string; readonly stored: string; readonly same: number } {
  const sent = difference.sent === undefined ? 'nothing' : jsonText(difference.sent);
  const stored = difference.stored === undefined ? 'nothing' : jsonText(difference.stored);
  let same = 0;
  while (same < sent.length && sent[same] === stored[same]) same += 1;
  return { sent, stored, same };
}

function around(text: string, at: number): string {
  const before = cutStart(text.slice(0, at), CONTEXT_BEFORE);
  return before + cutEnd(text.slice(at), CONTEXT_AFTER);
}

const CONTEXT_BEFORE = 30;
const CONTEXT_AFTER = 60;
