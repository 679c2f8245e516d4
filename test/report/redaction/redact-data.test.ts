import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { redactComparison, redactReport, redactResults, redactTrial } from '#report/redaction/redact-data.ts';
import { redactJson } from '#report/redaction/redact-json.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { saying } from '#test/support/worded.ts';
import { reportOf } from '../report-of.ts';
import { anySecret, leaks } from '../secrets.ts';
import { failing, MUG, shopHere, WRONG_AMOUNT } from '../shop.ts';
import { SITUATIONS } from '../situations.ts';
import { SPELLINGS } from '../spellings.ts';

const FULL = reportOf(SITUATIONS['everything-moved'] ?? expect.fail());

describe('stored data is redacted as data', () => {
  const results = shopHere({
    cases: {
      [MUG.id]: [
        failing(WRONG_AMOUNT),
        { outcome: 'error' },
        { outcome: 'failed', failure: { kind: 'crash', message: '' } },
      ],
    },
  });

  test('results hold nothing of a secret and stay results', () => {
    always(
      fc.property(anySecret, fc.constantFrom(...Object.values(SPELLINGS)), (secret, spell) => {
        const text = `before ${spell(secret)} after`;
        const filled = {
          ...results,
          config: { ...results.config, path: text },
          policy: { ...results.policy, effective: { note: [text] } },
          agent: { ...results.agent, conditions: { [text]: text }, treatment: { command: [text] } },
          epoch: { id: 'e', since: 'a'.repeat(40), reason: text, cases: {} },
          cases: results.cases.map((item) => ({
            ...item,
            name: text,
            source: { file: text, line: 1 },
            metadata: { [text]: { deep: text } },
            trials: item.trials.map((trial) => ({
              ...trial,
              error: trial.error && { ...trial.error, message: text },
              failure: trial.failure && { ...trial.failure, message: text },
              checks: trial.checks.map((check) => ({ ...check, fact: saying(text) })),
            })),
          })),
        };
        const redacted = JSON.stringify(redactResults(filled, secretRedactor([secret])));
        expect(leaks(redacted, secret, JSON.stringify(results))).toEqual([]);
        expect(parseResults(redacted)).toHaveProperty('results');
      }),
      { numRuns: tries(40) },
    );
  });

  test('keys and numbers that spell a secret are removed', () => {
    const secret = '4929123412341234';
    expect(redactJson({ [secret]: [Number(secret), { deep: secret }] }, secretRedactor([secret]))).toEqual({
      '***': ['***', { deep: '***' }],
    });
  });

  test('numbers that spell no secret stay numbers', () => {
    expect(redactJson({ n: 5, big: 9007199254740993n, list: [0.5] }, secretRedactor(['secret-value-1']))).toEqual({
      n: 5,
      big: 9007199254740993n,
      list: [0.5],
    });
  });

  test('names of the files of an agent are kept, and their places cleaned', () => {
    const agent = { ...results.agent, files: { prompt: 'secret-value-1/prompt.md', tools: 'tools.json' } };
    expect(redactResults({ ...results, agent }, secretRedactor(['secret-value-1'])).agent.files).toEqual({
      prompt: '***/prompt.md',
      tools: 'tools.json',
    });
  });

  describe('of a trial', () => {
    const [trial = expect.fail()] = results.cases.find(({ id }) => id === MUG.id)?.trials ?? [];
    const [check = expect.fail()] = trial.checks;
    const redact = secretRedactor(['secret-value-1']);

    test('without a secret nothing is copied, as results of 100,000 trials are large', () => {
      expect(redactTrial(trial, redact)).toBe(trial);
    });

    test.each([0, 1])('one reason of two holds a secret, number %d: that one is cleaned', (at) => {
      const checks = [check, check].with(at, { ...check, fact: saying('secret-value-1') });
      const clean = redactTrial({ ...trial, checks }, redact);
      expect(clean.checks.map(({ fact }) => fact)).toEqual([check.fact, check.fact].with(at, saying('***')));
    });

    test('checks that trials have in common are common afterwards', () => {
      const checks = [{ ...check, fact: saying('secret-value-1') }];
      const [item = expect.fail()] = results.cases;
      const common = { ...item, trials: [trial, { ...trial, index: 2 }].map((record) => ({ ...record, checks })) };
      const [first, second] = redactResults({ ...results, cases: [common] }, redact).cases[0]?.trials ?? [];
      expect(first?.checks).toEqual([{ ...check, fact: saying('***') }]);
      expect(second?.checks).toBe(first?.checks);
    });
  });

  test('a comparison tells no secret in its sentences', () => {
    const text = 'before secret-value-1 after';
    const comparison = redactComparison(
      {
        has_baseline: true,
        pool: [],
        left_out: [text],
        why_no_baseline: text,
        makes_baseline: false,
        condition_differences: [{ kind: 'setting', name: text, before: [text] }],
        treatment_changes: [{ kind: 'prompt_file', before: null, after: text }],
        cases: [
          {
            id: 'a',
            status: 'removed',
            reason: text,
            baseline_id: null,
            regraded: false,
            candidate: null,
            baseline: null,
            runs: [],
          },
        ],
      },
      secretRedactor(['secret-value-1']),
    );
    const clean = 'before *** after';
    expect(comparison).toMatchObject({
      left_out: [clean],
      why_no_baseline: clean,
      condition_differences: [{ kind: 'setting', name: clean, before: [clean] }],
      treatment_changes: [{ kind: 'prompt_file', before: null, after: clean }],
      cases: [{ id: 'a', reason: clean }],
    });
  });

  test('a secret that looks like a word of the format, or a number in it, does not damage the format', () => {
    const redact = secretRedactor(['passed', 'candidate', '"outcome"', 'schema_version', '{"index":1', '202601']);
    expect(parseResults(JSON.stringify(redactResults(results, redact)))).toHaveProperty('results');
    expect(redactReport(FULL, redact)).toMatchObject({ verdict: FULL.verdict, numbers: FULL.numbers });
  });
});
