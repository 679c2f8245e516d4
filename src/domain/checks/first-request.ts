import { hashJson } from '#domain/hash-json.ts';
import { replaceRegex } from '#domain/matching/regex.ts';
import type { RequestSegment } from '#domain/trial/model-call-record.ts';
import type { Trial } from '#domain/trial/trial.ts';

/**
 * Hash of the first request of a trial to a model: what the model is shown, and how it is sampled. Times and ids, which differ between runs that
 * ask the same, are masked; `null` if nobody saw the request. One function for the trials of one run, which begin with much the same
 * requests: it remembers what it has hashed.
 *
 * @param masks further patterns to mask, in RE2 syntax
 */
export function firstRequestHash(
  masks: readonly string[],
): (trial: Pick<Trial, 'trajectory' | 'shown'>) => string | null {
  const mask = requestMask(masks);
  const known = new Map<string, string>();
  return (trial) => {
    const segments = firstRequest(trial);
    if (segments === null) return null;
    const key = segments.map(({ hash }) => hash).join();
    const found = known.get(key) ?? hashJson(segments.map(({ kind, label, text }) => [kind, label, mask(text)]));
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, found);
    return found;
  };
}

function firstRequest({
  trajectory,
  shown = [],
}: Pick<Trial, 'trajectory' | 'shown'>): readonly RequestSegment[] | null {
  const first = trajectory.turns.find(({ model_calls: calls }) => (calls ?? []).length > 0)?.model_calls?.[0];
  if (first?.request == null) return null;
  const known = new Map(shown.map((segment) => [segment.hash, segment]));
  const segments = first.request.flatMap((hash) => known.get(hash) ?? []);
  return segments.length < first.request.length || segments.length === 0 ? null : segments;
}

/**
 * {@link masked}, which remembers what it did: the trials of a run are shown much the same.
 *
 * @param masks further patterns to mask, in RE2 syntax
 */
export function requestMask(masks: readonly string[]): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? masked(text, masks);
    if (known.size >= MOST_REMEMBERED) known.clear();
    if (text.length <= LONGEST_REMEMBERED) known.set(text, found);
    return found;
  };
}

const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 32_000;

/** A text of a request without what differs between runs that ask the same. */
export function masked(text: string, masks: readonly string[]): string {
  const rest = MASKS.reduce((left, mask) => left.replace(mask, '#'), text);
  return masks.reduce((left, mask) => replaceRegex(mask, left, '#'), rest);
}

const MONTH = /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?/.source;

/**
 * Dates and times as programs and people write them, and ids as programs make them. Each begins at the border of a word and goes on without choice, so the time of a search grows
 * with the text alone: these need no RE2, which takes 20 ms to load and compile them.
 */
export const MASKS: readonly RegExp[] = [
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?/g,
  new RegExp(
    String.raw`\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:${MONTH} \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}\.? ${MONTH},? \d{4})`,
    'gi',
  ),
  /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]m\b)?/gi,
  /\b1[5-9]\d{8}(?:\d{3}|\.\d+)?\b/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b(?:call|toolu|chatcmpl|resp|msg|run|req|thread|fc|rs)[_-][A-Za-z0-9]{8,}\b/g,
  /\b(?:[0-9a-f]{24,64}|[0-9A-HJKMNP-TV-Z]{26})\b/g,
];
