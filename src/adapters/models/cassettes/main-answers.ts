import { appendFile, rm } from 'node:fs/promises';
import type { Cassettes, ModelRequest, TrialAttempt } from '#adapters/models/ports.ts';
import type { MainAnswers, TrialAnswers } from '#application/ports.ts';
import { masked } from '#domain/checks/first-request.ts';
import { hashJson } from '#domain/hash-json.ts';
import { jsonText } from '#domain/json-text.ts';
import type { ReusedAnswers as Reused } from '#domain/trial/trial-record.ts';
import { createOccurrences } from './occurrences.ts';
import { sanitiseRequest } from './sanitise-request.ts';
import { restoreBody, storeBody } from './stored-body.ts';

/** How requests are compared: without secrets, and without what differs between runs that ask the same. */
export interface AnswerOptions {
  readonly redact: (text: string) => string;
  readonly masks: readonly string[];
}

/** Keeps the answers of a run of main, a line of JSON for each trial; written when the run closes. */
export function recordAnswers(file: string, options: AnswerOptions): Cassettes {
  const keyOf = keyer(options);
  const occurrences = createOccurrences();
  const kept = new Map<string, { readonly attempt: TrialAttempt; readonly answers: TrialAnswers }>();
  let characters = 0;
  return {
    mode: 'record',
    async find(request, attempt) {
      occurrences.asked(request, attempt, keyOf(request));
      return { miss: 'answers of main are only stored' };
    },
    store(request, attempt, { status, content_type, body }) {
      if (status < 200 || status > 299 || characters > MOST_CHARACTERS) return;
      const { case_id, index } = attempt.trial;
      const name = `${case_id}#${index}`;
      const before = kept.get(name);
      // Only the last attempt at a trial made its record.
      const entries = before?.attempt === attempt ? before.answers.entries : [];
      const key = keyOf(request);
      const { occurrence } = occurrences.answered(request, attempt, key);
      const text = restoreBody(storeBody(content_type, body, options.redact));
      characters += text.length;
      const entry = { key, occurrence, status, content_type: content_type.slice(0, MOST_TYPE), body: text };
      kept.set(name, { attempt, answers: { case_id, trial: index, entries: [...entries, entry] } });
    },
    trials: async () => null,
    async close() {
      await rm(file, { force: true });
      for (const { answers } of kept.values())
        await appendFile(file, `${jsonText(JSON.parse(JSON.stringify(answers)))}\n`);
    },
  };
}

/** Serves trials the answers of main's trials, each until one of its requests differs; from there on models are asked. */
export function serveAnswers(options: AnswerOptions): Cassettes & MainAnswers {
  const keyOf = keyer(options);
  const occurrences = createOccurrences();
  const served = new Map<string, readonly (TrialAnswers & Pick<Reused, 'run_id'>)[]>();
  const states = new Map<string, { readonly attempt: TrialAttempt; reused: Reused }>();
  return {
    mode: 'auto',
    async find(request, attempt) {
      const { case_id, index } = attempt.trial;
      const mate = served.get(case_id)?.[index - 1];
      if (mate === undefined) return { miss: 'main has no answers for this trial' };
      const name = `${case_id}#${index}`;
      const { run_id, trial } = mate;
      const known = states.get(name);
      const state =
        known?.attempt === attempt ? known : { attempt, reused: { run_id, trial, calls: 0, diverged: false } };
      states.set(name, state);
      const key = keyOf(request);
      const { occurrence } = occurrences.asked(request, attempt, key);
      const hit = mate.entries.find((entry) => entry.key === key && entry.occurrence === occurrence);
      if (state.reused.diverged || hit === undefined) {
        state.reused = { ...state.reused, diverged: true };
        return { miss: 'a request of this trial differs from those of main' };
      }
      state.reused = { ...state.reused, calls: state.reused.calls + 1 };
      return { hit };
    },
    store: () => undefined,
    trials: async () => null,
    close: async () => undefined,
    serve(answers) {
      for (const [id, list] of answers) served.set(id, list);
    },
    usedBy: (case_id, index) => states.get(`${case_id}#${index}`)?.reused ?? null,
  };
}

function keyer({ redact, masks }: AnswerOptions): (request: ModelRequest) => string {
  const seen = new WeakMap<ModelRequest, string>();
  return (request) => {
    const known = seen.get(request);
    if (known !== undefined) return known;
    const { provider, path, body } = sanitiseRequest(request, redact);
    const key = hashJson([provider, path, masked(jsonText(body), masks)]);
    seen.set(request, key);
    return key;
  };
}

/** A run whose answers are longer keeps those of its first trials. */
const MOST_CHARACTERS = 128 * 1024 * 1024;
const MOST_TYPE = 200;
