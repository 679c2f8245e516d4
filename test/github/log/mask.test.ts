import { describe, expect, it } from 'vitest';
import { maskSecrets, secretValues } from '#github/log/mask.ts';
import { captureStep } from '../captured-step.ts';

describe('secretValues', () => {
  it('are the values of the named variables and the given ones, once each', () => {
    const env = { OPENAI_API_KEY: 'sk-123456', OTHER: 'unrelated-value', COPY: 'sk-123456' };
    expect(secretValues(env, ['OPENAI_API_KEY', 'COPY', 'ABSENT'], ['ghs_token'])).toEqual(['sk-123456', 'ghs_token']);
  });

  it('are never shorter than six characters: masking those would garble ordinary words and drop outputs', () => {
    expect(secretValues({ A: '12345', B: '123456', C: '', D: '        ' }, ['A', 'B', 'C', 'D'], ['1', ''])).toEqual([
      '123456',
    ]);
  });
});

describe('maskSecrets', () => {
  it('has the runner mask each, line by line', async () => {
    const step = await captureStep(() => {
      maskSecrets(['sk-123456', 'first line\nsecond line 100 %']);
      process.stdout.write('key sk-123456 and second line 100 %\n');
    });
    expect(step.commands.masks).toEqual(['sk-123456', 'first line\nsecond line 100 %']);
    expect(step.lines).toContain('key *** and ***');
  });
});
