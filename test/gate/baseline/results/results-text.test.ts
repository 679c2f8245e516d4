import { describe, expect, test } from 'vitest';
import { figuresOfRun } from '#gate/baseline/results/figures-of-run.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { passKOfRun } from '#gate/baseline/results/pass-k-of-run.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { caseRecord, resultsFile, trialRecord } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

const FAILED = { id: 't1.tools', name: 'tools', turn: 1, passed: false, score: 0.5, fact: saying('x', 'wrong_value') };

function suite(cases: number, reason: string): ResultsFile {
  const check = { id: 'a', name: 'tools', turn: null, passed: true, score: 1, fact: saying(reason) };
  const trial = (index: number): TrialRecord =>
    trialRecord({
      index,
      tool_recall: index / 10,
      tools_ok: index > 1,
      completed: true,
      outcome: index > 1 ? 'passed' : 'failed',
      latency_ms: 12.5,
      checks: index > 1 ? [check] : [check, FAILED],
      response_ids_hash: `ids ${index}`,
      total_tokens: 100,
      calls: [],
      source: index > 2 ? 'live' : 'imported',
    });
  return resultsFile(
    Array.from({ length: cases }, (_, i) => caseRecord(`case-${i}`, { trials: [1, 2, 3].map(trial) })),
  );
}

describe('results.json', () => {
  test('holds everything as long as it is small enough to be read again', () => {
    const results = suite(20, 'short');
    const { parts, bytes, lean } = resultsText(results);
    const text = parts.join('');
    const { cases, ...head } = results;
    expect(lean).toBe(false);
    const lines = text.split('\n');
    expect(lines, 'a line per case').toHaveLength(1 + cases.length + 2);
    expect(lines.join('')).toBe(
      JSON.stringify({ ...head, pass_k: passKOfRun(results), figures: figuresOfRun(results), cases }),
    );
    expect(bytes).toBe(Buffer.byteLength(text));
  });

  test('that would be too large keeps what comparisons and reports read, and can be read', () => {
    const results = suite(16, 'x'.repeat(1_500_000));
    const { parts, bytes, lean } = resultsText(results);
    const text = parts.join('');
    expect(lean).toBe(true);
    expect(bytes).toBe(Buffer.byteLength(text));
    const read = parseResults(text);
    mustBeRead(read);
    expect(read.results.cases).toHaveLength(16);
    const [before, after] = [results.cases[7]?.trials[0], read.results.cases[7]?.trials[0]];
    expect(after).toEqual({
      ...before,
      checks: [FAILED, { ...FAILED, id: '', turn: null, passed: true, score: null, fact: saying('') }],
      started_at: '',
      seed: 0,
      duration_ms: 0,
      trajectory_state: 'absent',
    });
  });

  test('counts bytes and not letters', () => {
    const { parts, bytes } = resultsText(suite(2, 'größer …'));
    const text = parts.join('');
    expect(bytes).toBe(Buffer.byteLength(text));
    expect(bytes).toBeGreaterThan(text.length);
  });
});
