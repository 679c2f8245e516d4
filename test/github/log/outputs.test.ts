import { describe, expect, it } from 'vitest';
import { OUTPUT_NAMES, type Outputs, writeOutputs } from '#github/log/outputs.ts';
import { captureStep, HOSTILE_LINES } from '../captured-step.ts';

const OUTPUTS: Outputs = {
  verdict: 'fail',
  passed: false,
  'pass-rate': 0.86,
  'baseline-pass-rate': 0.94,
  'pass-rate-drop': 0.08,
  'tool-recall': null,
  'total-tokens': 1_204_000,
  'cost-usd': 0.42,
  trials: 250,
  'inconclusive-reason': null,
  'results-path': '/w/agent-eval-results/results.json',
  'report-path': '/w/agent-eval-results/comment.md',
  'report-url': null,
  'comment-url': null,
  'baseline-sha': 'abc',
};

describe('writeOutputs', () => {
  it('sets every output; what is not known is empty', async () => {
    const step = await captureStep((_, runner) => writeOutputs(runner, OUTPUTS));
    expect(Object.keys(step.files.outputs)).toEqual([...OUTPUT_NAMES]);
    expect(step.files.outputs).toMatchObject({
      verdict: 'fail',
      passed: 'false',
      'pass-rate': '0.86',
      'tool-recall': '',
      'total-tokens': '1204000',
      'comment-url': '',
    });
    expect(step.raw).toBe('');
  });

  it.each(HOSTILE_LINES)('lets no %j become another output', async (text) => {
    const step = await captureStep((_, runner) =>
      writeOutputs(runner, { ...OUTPUTS, 'inconclusive-reason': `why\n${text}` }),
    );
    expect(step.files.outputs['passed']).toBe('false');
    expect(step.files.outputs['inconclusive-reason']).not.toContain('\n');
    expect(step.commands.failures).toEqual([]);
  });

  it('lets no delimiter of the output file forge an output', async () => {
    const reason = 'x\nghadelimiter_1\npassed<<E\ntrue\nE';
    const step = await captureStep((_, runner) => writeOutputs(runner, { ...OUTPUTS, 'inconclusive-reason': reason }));
    expect(step.files.outputs).toMatchObject({ passed: 'false', 'results-path': OUTPUTS['results-path'] });
  });
});
