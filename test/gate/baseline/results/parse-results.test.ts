import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  LARGEST_RESULTS_FILE,
  type ParsedResults,
  parseResults,
  parseTrialRecord,
} from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsSchema } from '#gate/baseline/results/results-schema.ts';
import { leanText, resultsText } from '#gate/baseline/results/results-text.ts';
import { always } from '#test/support/always.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { caseRecord, outcomes, resultsFile, trialRecord } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';

const MINIMAL = readFileSync(new URL('../../../fixtures/results/minimal.json', import.meta.url), 'utf8');

describe('what is read', () => {
  test('a file with only the required keys is read, and claims nothing it does not say', () => {
    const results = read(parseResults(MINIMAL));
    expect(results).toMatchObject({
      created_at: '',
      repository: null,
      commit: { sha: 'a', head_sha: null, pull_request: null },
      agent: { kind: 'command', key: 'k', conditions: {}, treatment: {}, treatment_hash: '' },
      stop: { look: 5, reason: 'cap' },
    });
    expect(results.cases[0]).toMatchObject({
      id: 'c1',
      grader_hash: null,
      tags: [],
      never_fail: false,
      expected_tool_calls: 1,
      planned_trials: 1,
    });
    expect(results.cases[0]?.trials[0]).toMatchObject({
      outcome: 'passed',
      tool_recall: 1,
      mean_recall: null,
      tools_ok: null,
      usage: { total_tokens: 10, cost_usd: null },
      source: 'live',
      error: null,
      checks: [],
      trajectory_state: 'absent',
    });
  });

  test('a full file comes back as it was written', () => {
    const full = resultsFile([
      caseRecord('refund', {
        tags: ['money'],
        never_fail: true,
        metadata: { nested: { list: [1, null, 'x'] } },
        source: { file: 'evals/a.yml', line: 4 },
        trials: outcomes(2, 1, 1),
      }),
    ]);
    expect(parseResults(JSON.stringify(full))).toEqual({ results: full });
  });

  test('unknown keys are ignored at every depth', () => {
    const text = edited({
      file: { future: { anything: 1 } },
      case: { variant_of: null },
      trial: { mood: null },
    });
    expect(read(parseResults(text))).toEqual(read(parseResults(MINIMAL)));
  });

  test('a file of a version that knew fewer figures is read', () => {
    const full = resultsFile([caseRecord('refund', { trials: outcomes(2, 1) })]);
    const file = JSON.parse(resultsText(full).parts.join(''));
    const { consistency: _, retrieval_at: __, ...fewer } = file.figures.suite;
    const older = { ...file, figures: { suite: fewer, tags: {} } };
    expect(read(parseResults(JSON.stringify(older)))).toEqual(read(parseResults(JSON.stringify(file))));
  });

  test('trials not listed in a run that was cut short still were planned', () => {
    const results = read(parseResults(edited({ file: { complete: false } })));
    expect(results.cases[0]?.planned_trials).toBe(5);
    expect(results.stop.reason).toBe('cancelled');
  });

  test('long texts of checks are cut, not refused', () => {
    const text = edited({ trial: { checks: [{ name: 'custom', passed: false, fact: saying('x'.repeat(50_000)) }] } });
    expect(read(parseResults(text)).cases[0]?.trials[0]?.checks[0]?.fact).toEqual(saying('x'.repeat(10_000)));
  });

  test('a byte order mark is no part of the JSON', () => {
    expect(parseResults(`\uFEFF${MINIMAL}`)).toEqual(parseResults(MINIMAL));
  });

  test('keys that name object internals are data and nothing else', () => {
    const text = MINIMAL.replace(
      '"key":"k"',
      '"key":"k","conditions":{"__proto__":{"polluted":true},"constructor":1}',
    ).replace('"id":"c1"', '"id":"__proto__","__proto__":{"polluted":true}');
    const results = read(parseResults(text));
    expect(results.cases[0]?.id).toBe('__proto__');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect('polluted' in results.agent.conditions).toBe(false);
    expect(results.agent.conditions['constructor']).toBe(1);
  });
});

describe('what is refused', () => {
  test.each([
    [2, 'schema_version 2'],
    [0, 'schema_version 0'],
    ['1', 'schema_version "1"'],
  ])('another schema_version (%j) is refused by name', (version, named) => {
    const problem = refusal(edited({ file: { schema_version: version } }));
    expect(problem).toContain(`results file has ${named}; this version reads 1: `);
  });

  test('a later format is refused by its version even if nothing else can be read', () => {
    expect(refusal('{"schema_version":2,"cases":"moved"}')).toContain('schema_version 2; this version reads 1');
  });

  test.each<[string, Edits, string]>([
    ['no commit', { file: { commit: undefined } }, 'commit'],
    ['no agent key', { file: { agent: { kind: 'command' } } }, 'agent.key'],
    ['no looks', { file: { looks: undefined } }, 'looks'],
    ['empty looks', { file: { looks: [] } }, 'looks'],
    ['looks that go back', { file: { looks: [5, 3] } }, 'looks'],
    ['no word on completeness', { file: { complete: undefined } }, 'complete'],
    ['a case without input hash', { case: { input_hash: undefined } }, 'cases[0].input_hash'],
    ['a case without expectation hash', { case: { expect_hash: undefined } }, 'cases[0].expect_hash'],
    ['an id that could be markup', { case: { id: '<b>' } }, 'cases[0].id'],
    ['an endless id', { case: { id: 'x'.repeat(129) } }, 'cases[0].id'],
    ['an endless hash', { case: { input_hash: 'x'.repeat(300) } }, 'cases[0].input_hash'],
    ['more tags than any case has', { case: { tags: Array(201).fill('t') } }, 'cases[0].tags'],
    ['a trial without index', { trial: { index: undefined } }, 'cases[0].trials[0].index'],
    ['an outcome of its own', { trial: { outcome: 'ok' } }, 'cases[0].trials[0].outcome'],
    ['a rate above 1', { trial: { tool_recall: 1.5 } }, 'cases[0].trials[0].tool_recall'],
    ['a negative count', { trial: { steps: -1 } }, 'cases[0].trials[0].steps'],
    ['a fraction of a token', { trial: { usage: { total_tokens: 1.5 } } }, 'usage.total_tokens'],
  ])('%s is refused with its place', (_, edits, place) => {
    expect(refusal(edited(edits))).toContain(`${place}: `);
  });

  test('numbers beyond what JSON should hold are refused', () => {
    expect(refusal(MINIMAL.replace('"latency_ms":5', '"latency_ms":1e999'))).toContain('latency_ms');
  });

  test('two cases of one id are refused', () => {
    const twice = resultsFile([caseRecord('c1'), caseRecord('c1')]);
    expect(refusal(JSON.stringify(twice))).toBe('results file lists case c1 twice: expected every id once');
  });

  test('two trials of one index are refused', () => {
    const twice = resultsFile([caseRecord('c1', { trials: [trialRecord(), trialRecord()] })]);
    expect(refusal(JSON.stringify(twice))).toBe(
      'results file lists trial 1 of case c1 twice: expected every index once',
    );
  });

  test('values nested without end are refused before anything walks them', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(refusal(MINIMAL.replace('"key":"k"', `"key":"k","conditions":${deep}`))).toContain(
      'agent.conditions: nested',
    );
  });

  test('a file over the cap is refused by its size in bytes', () => {
    expect(refusal('€'.repeat(LARGEST_RESULTS_FILE / 3 + 1))).toContain('larger than 64 MB');
  });

  test.each(['', 'null', '[]', '"text"', '{', '{}'])('%j is no results file', (text) => {
    expect(refusal(text)).toMatch(/^results file /);
  });

  test('only the first problems are spelled out', () => {
    const text = edited({ case: { trials: Array.from({ length: 9 }, () => ({})) } });
    expect(refusal(text)).toMatch(/; and \d+ more$/);
  });

  test('no text makes the reader throw', () => {
    always(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => MINIMAL.replace('"k"', json)),
        ),
        (text) => {
          const parsed = parseResults(text);
          return 'results' in parsed || parsed.problem.length > 0;
        },
      ),
      { seed: 7 },
    );
  });
});

test('a stored trial is read alone, and anything else is none', () => {
  const trial = trialRecord({ index: 3, outcome: 'failed' });
  expect(parseTrialRecord(JSON.parse(JSON.stringify(trial)))).toEqual(trial);
  expect(parseTrialRecord({ index: 3 })).toBeNull();
  expect(parseTrialRecord('trial')).toBeNull();
});

test('the schema can be written down as JSON Schema with the required keys of the format', () => {
  const schema = z.toJSONSchema(resultsSchema, { io: 'input' });
  expect(schema.required).toEqual(['schema_version', 'commit', 'agent', 'looks', 'complete', 'cases']);
});

test.each([
  ['whole', resultsText],
  ['lean', leanText],
])(
  'a %s file with a line per case says what it says on one line, whatever any value of a trial becomes',
  (_, write) => {
    const text = write(resultsFile([caseRecord('a', { trials: [FULL, PLAIN] })])).parts.join('');
    const count = [...placesOf(JSON.parse(text).cases[0].trials)].length;
    const seen = { taken: 0, refused: 0 };
    for (let at = 0; at < count * ODD.length; at += 1) {
      const file = JSON.parse(text);
      const [owner, key] = [...placesOf(file.cases[0].trials)][at % count] ?? [file, ''];
      const odd = ODD[Math.floor(at / count)];
      if (odd === 'GONE') delete owner[key];
      else owner[odd === 'NEW' ? '__proto__x' : key] = odd;
      const line = JSON.stringify(file).replaceAll('"1e999"', '1e999').replaceAll('__proto__x', '__proto__');
      const whole = parseResults(line);
      const lines = line.replace('"cases":[', '$&\n').replace(/\]\}$/, '\n]}\n');
      if (!isDeepStrictEqual(parseResults(lines), whole)) expect(parseResults(lines), `${key} ${odd}`).toEqual(whole);
      seen['results' in whole ? 'taken' : 'refused'] += 1;
    }
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100);
  },
);

/** What a value may become; two words say that its key goes, or that another one comes. */
const WORDS = ['GONE', 'NEW', '1e999', '', 'failed', 'x'.repeat(600), '😀'.repeat(300), 'y'.repeat(10_001)];
const ODD = [...WORDS, null, true, -1, 0, 1, 0.5, 1.5, 1e15 + 0.5, 1e16, [], [[]], {}, { kind: 'said' }];

/** All that a trial may have. */
const PLAIN = trialRecord({ index: 2, outcome: 'passed', total_tokens: 7 });
const FULL = trialRecord({
  ...{ outcome: 'failed', tool_recall: 0.5, tools_ok: false, total_tokens: 9, cost_usd: 0.1, latency_ms: 3.5 },
  ...{ user_usage: PLAIN.usage, judge_usage: { ...PLAIN.usage, models: ['m'], estimated: true } },
  ...{ cancelled_call: { turn: 1, step: 2, model: null }, unanswered_calls: 1, cause: 'down', cause_type: 'Down' },
  checks: [{ id: 't1.a', name: 'a', turn: 1, passed: false, score: 0.5, fact: saying('no') }],
  audited: { judge: 'j', said: [] },
  judged: [
    { criterion: 'c', verdict: 'met', evidence: null, votes: 3, met_votes: 2, cached: false, turn: 1, score: 0.5 },
  ],
  ...{ calls: [{ tool: 't', args: 'a' }], response_ids_hash: 'i', first_request_hash: 'f', place_in_process: 0 },
});

/** Every key of every object below a value. */
function* placesOf(value: unknown): Generator<readonly [Record<string, unknown>, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [value as Record<string, unknown>, key];
    yield* placesOf(inner);
  }
}

/** Keys to set at each level of the minimal file; `undefined` takes a key away. */
interface Edits {
  readonly file?: object;
  readonly case?: object;
  readonly trial?: object;
}

function edited(edits: Edits): string {
  const file = JSON.parse(MINIMAL);
  const [item] = file.cases;
  const [trial] = item.trials;
  const trials = [{ ...trial, ...edits.trial }];
  return JSON.stringify({ ...file, cases: [{ ...item, trials, ...edits.case }], ...edits.file });
}

function read(parsed: ParsedResults): ResultsFile {
  mustBeRead(parsed);
  return parsed.results;
}

function refusal(text: string): string {
  const parsed = parseResults(text);
  if ('results' in parsed) throw new Error('expected a refusal');
  return parsed.problem;
}
