import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childEnvironment, type EnvironmentRequest } from '#process/child-environment.ts';
import { always } from '#test/support/always.ts';

type Parent = { readonly [name: string]: string };

function built(parent: Parent, request: Partial<EnvironmentRequest> = {}): Parent | null {
  const made = childEnvironment(parent, { env: {}, passEnv: [], platform: 'linux', ...request });
  return made.kind === 'built' ? made.environment : null;
}

const RUNNER: Parent = {
  PATH: '/usr/bin',
  HOME: '/home/runner',
  LANG: 'C.UTF-8',
  pythonLocation: '/opt/python',
  SSL_CERT_FILE: '/certs.pem',
  OPENAI_API_KEY: 'sk-real',
  OPENAI_BASE_URL: 'https://api.openai.com/v1',
  MY_FLAG: 'on',
  GITHUB_TOKEN: 'ghs_token',
  GITHUB_ENV: '/runner/env',
  ACTIONS_RUNTIME_TOKEN: 'runtime',
  INPUT_TOKEN: 'input',
  RUNNER_TEMP: '/runner/temp',
  NODE_OPTIONS: '--require=/evil.js',
};

describe('the environment of a child', () => {
  test('holds only what is allowed, and makes Python flush', () => {
    expect(built(RUNNER)).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/runner',
      LANG: 'C.UTF-8',
      pythonLocation: '/opt/python',
      SSL_CERT_FILE: '/certs.pem',
      PYTHONUNBUFFERED: '1',
    });
  });

  test('holds what pass-env names in full, and the literal values of the config above all', () => {
    const environment = built(RUNNER, {
      passEnv: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'MISSING'],
      env: { MY_FLAG: 'off', PYTHONUNBUFFERED: '0' },
    });
    expect(environment).toMatchObject({ OPENAI_API_KEY: 'sk-real', OPENAI_BASE_URL: 'https://api.openai.com/v1' });
    expect(environment).toMatchObject({ MY_FLAG: 'off', PYTHONUNBUFFERED: '0' });
    expect(environment).not.toHaveProperty('MISSING');
  });

  test.each(['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'INPUT_TOKEN', 'RUNNER_TEMP', 'NODE_OPTIONS', 'github_token'])(
    'is refused when pass-env names %s, whether the parent holds it or not',
    (name) => {
      for (const parent of [RUNNER, {}]) {
        const made = childEnvironment(parent, { env: {}, passEnv: [name], platform: 'linux' });
        expect(made).toEqual({ kind: 'refused', problems: [expect.stringContaining(`pass-env: ${name}: `)] });
      }
    },
  );

  test('is refused when the config sets such a name itself; every problem is reported', () => {
    const made = childEnvironment(
      {},
      { env: { NODE_OPTIONS: 'x', FINE: 'y' }, passEnv: ['INPUT_A'], platform: 'linux' },
    );
    expect(made).toMatchObject({
      kind: 'refused',
      problems: [/^pass-env: INPUT_A/, /^agent\.env\.NODE_OPTIONS/].map((words) => expect.stringMatching(words)),
    });
  });

  test.each(['GOOGLE_API_KEY', 'NODE_ENV', 'INPUTS', 'MY_GITHUB_TOKEN'])('may hold %s', (name) => {
    expect(built({ [name]: 'v' }, { passEnv: [name] })).toHaveProperty(name, 'v');
  });

  test('takes a star for a character: a value that is not named could not be kept out of logs', () => {
    expect(built(RUNNER, { passEnv: ['OPENAI_*', '*'] })).toEqual(built(RUNNER));
  });

  test('is chosen without regard to case on Windows', () => {
    expect(built({ Path: 'C:\\bin', systemroot: 'C:\\Windows' }, { platform: 'win32' })).toMatchObject({
      Path: 'C:\\bin',
      systemroot: 'C:\\Windows',
    });
    expect(built({ Path: '/bin' })).not.toHaveProperty('Path');
  });

  test('never holds a name of the runner, whatever is passed', () => {
    const names = fc.constantFrom(...Object.keys(RUNNER), '*', 'OPENAI_*');
    always(
      fc.property(fc.array(names), (passEnv) => {
        const environment = built(RUNNER, { passEnv }) ?? {};
        expect(
          Object.keys(environment).filter((name) => /^(GITHUB|ACTIONS|INPUT|RUNNER)_|^NODE_OPTIONS$/.test(name)),
        ).toEqual([]);
      }),
    );
  });
});
