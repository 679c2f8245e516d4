import type { Cassettes, ModelRequest, StoredResponse, TrialAttempt } from '#wire/ports.ts';
import { createCassetteCache } from './cassette-cache.ts';
import { byOrder, type Entry, requestKey } from './cassette-document.ts';
import { openCassetteFolder } from './cassette-folder.ts';
import { explainMiss } from './explain-miss.ts';
import { createOccurrences } from './occurrences.ts';
import { type StoredRequest, sanitiseRequest } from './sanitise-request.ts';
import { restoreBody, storeBody } from './stored-body.ts';

/** Where cassettes are and how to use them. */
export interface CassettesOptions {
  /** Absolute path of the folder; created on the first write. Its files are untrusted. */
  readonly folder: string;
  readonly mode: Cassettes['mode'];
  /** Removes secrets from a text before it is compared or written. */
  readonly redact: (text: string) => string;
  /** Milliseconds without a call after which a case's file is written and its memory freed; 30 s. */
  readonly idle_ms?: number;
}

/** A request without its secret or variable parts, and its key. */
interface Keyed {
  readonly sanitised: StoredRequest;
  readonly key: string;
}

/**
 * Cassettes as files, one per case. `find` never rejects (a file that can't be read is a miss that says so); `trials` and
 * `close` throw CassetteError.
 */
export function createCassettes({ folder, mode, redact, idle_ms = IDLE_MS }: CassettesOptions): Cassettes {
  const files = openCassetteFolder(folder);
  const cassetteCache = createCassetteCache(files, { idle_ms, room: ROOM });
  const occurrences = createOccurrences();
  /** In the mode `record`: the attempt whose answers a trial keeps, by case and trial. */
  const owners = new Map<string, number>();
  const seen = new WeakMap<ModelRequest, Keyed>();
  const storing = new Set<Promise<void>>();
  /** Why an answer could not be stored; the first such error. */
  let failure: unknown = null;

  return {
    mode,
    async find(request, attempt) {
      const { case_id, index: trial } = attempt.trial;
      const { sanitised, key } = keyed(request);
      const { occurrence } = occurrences.ofRequest(request, attempt, key);
      if (mode === 'record') return { miss: 'the mode record asks the provider every time' };
      try {
        return await cassetteCache.use(case_id, ({ entries }) => {
          const answers = (entries ?? []).filter((entry) => entry.trial === trial && entry.key === key);
          const hit = answers.sort(byOrder)[occurrence - 1];
          if (hit !== undefined) return { hit: { ...hit.response, body: restoreBody(hit.response.body) } };
          return { miss: explainMiss({ case_id, trial, request: sanitised, key, occurrence }, entries) };
        });
      } catch (error) {
        return { miss: error instanceof Error ? error.message : String(error) };
      }
    },
    store(request, attempt, response) {
      if (mode === 'strict' || response.status < 200 || response.status > 499) return;
      const entry = entryOf(request, attempt, response);
      const { case_id, index } = attempt.trial;
      const stored = cassetteCache
        .use(case_id, (cassette) => {
          const rest =
            mode !== 'record'
              ? cassette.entries
              : attempt.judges === true
                ? ofThisRun(entry, cassette.entries)
                : keptBeside(entry, `${case_id}#${index}`, cassette.entries);
          if (rest === 'outdated') return;
          cassette.entries = [...(rest ?? []), entry];
          cassette.changed = true;
          cassette.length += request.body.length + response.body.length;
        })
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => storing.delete(stored));
      storing.add(stored);
    },
    trials: () => files.trials(),
    async close() {
      await Promise.all(storing);
      await cassetteCache.close();
      if (failure !== null) throw failure;
    },
  };

  /** Computed once per request, because searching a long conversation for secrets takes time. */
  function keyed(request: ModelRequest): Keyed {
    let known = seen.get(request);
    if (known === undefined) {
      const sanitised = sanitiseRequest(request, redact);
      known = { sanitised, key: requestKey(sanitised) };
      seen.set(request, known);
    }
    return known;
  }

  function entryOf(
    request: ModelRequest,
    attempt: TrialAttempt,
    { status, content_type, body }: StoredResponse,
  ): Entry {
    const { sanitised, key } = keyed(request);
    const type = content_type.replace(/[^\x20-\x7e]/g, '').slice(0, MOST_TYPE);
    return {
      trial: attempt.trial.index,
      ...occurrences.answered(request, attempt, key),
      request: sanitised,
      key,
      response: { status, content_type: type, body: storeBody(type, body, redact) },
    };
  }

  /** The entries that stay when a trial's newest attempt is stored: all but earlier answers of that trial. */
  function keptBeside(
    entry: Entry,
    name: string,
    entries: readonly Entry[] | null,
  ): readonly Entry[] | null | 'outdated' {
    const owner = owners.get(name) ?? 0;
    if (entry.attempt < owner) return 'outdated';
    owners.set(name, entry.attempt);
    return entry.attempt === owner ? entries : (entries ?? []).filter(({ trial }) => trial !== entry.trial);
  }
}

/** The entries that stay when a judge's answer is stored: all but those of earlier runs of the trial. */
function ofThisRun({ trial }: Entry, entries: readonly Entry[] | null): readonly Entry[] | null {
  return entries?.filter((other) => other.trial !== trial || other.attempt !== 0) ?? null;
}

const IDLE_MS = 30_000;
/** Most characters of cassettes in memory. */
const ROOM = 64 * 1024 * 1024;
const MOST_TYPE = 200;
