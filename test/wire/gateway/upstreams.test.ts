import { expect, test } from 'vitest';
import { missingKeys } from '#wire/gateway/missing-keys.ts';
import { resolveUpstreams, type UpstreamSources } from '#wire/gateway/resolve-upstreams.ts';
import { ollamaHostUrl } from '#wire/protocols/ollama/ollama.ts';
import { REAL_KEY, upstreamsOf } from './scene.ts';

function resolve(sources: Partial<UpstreamSources>) {
  return resolveUpstreams({ environment: {}, config_base_urls: {}, allowed_hosts: [], ...sources });
}

function openaiOf(sources: Partial<UpstreamSources>) {
  const resolved = resolve(sources);
  return 'problem' in resolved ? resolved.problem : resolved.upstreams.openai;
}

test('without a word from anybody, providers live at their own hosts', () => {
  const { openai, anthropic, ollama } = upstreamsOf({ OPENAI_API_KEY: REAL_KEY });
  expect(openai).toEqual({
    provider: 'openai',
    base_url: 'https://api.openai.com/v1',
    host: 'api.openai.com',
    key: REAL_KEY,
    key_name: 'OPENAI_API_KEY',
    trusted: true,
  });
  expect(anthropic).toMatchObject({ base_url: 'https://api.anthropic.com', key: null, trusted: true });
  expect(ollama).toMatchObject({ base_url: 'http://127.0.0.1:11434', key: null });
});

test.each([
  ['https://gateway.example/v1', 'https://gateway.example/v1'],
  ['https://gateway.example/v1/', 'https://gateway.example/v1'],
  ['https://gateway.example', 'https://gateway.example'],
  ['  HTTPS://Gateway.Example:443/a/b// ', 'https://gateway.example/a/b'],
  ['http://localhost:8000/v1', 'http://localhost:8000/v1'],
])('%s in the environment is %s, and gets the key', (OPENAI_BASE_URL, base_url) => {
  expect(openaiOf({ environment: { OPENAI_BASE_URL, OPENAI_API_KEY: ` ${REAL_KEY}\n` } })).toMatchObject({
    base_url,
    key: REAL_KEY,
    trusted: true,
  });
});

test.each([
  ['gateway.example/v1', 'is not a URL'],
  ['ftp://gateway.example', 'is neither http nor https'],
  ['https://me:secret@gateway.example/v1', 'contains credentials'],
  ['https://gateway.example/v1?a=b', 'has a query'],
  ['https://gateway.example/v1#a', 'has a query or a fragment'],
])('%s is no base URL', (OPENAI_BASE_URL, problem) => {
  const refusal = openaiOf({ environment: { OPENAI_BASE_URL } });
  expect(refusal).toContain(`OPENAI_BASE_URL in the environment ${problem}`);
  expect(refusal).not.toContain('secret');
});

test('a key is never sent in the clear, but a host without a key may be plain', () => {
  const environment = { OPENAI_BASE_URL: 'http://vllm:8000/v1' };
  expect(openaiOf({ environment })).toMatchObject({ base_url: 'http://vllm:8000/v1', key: null });
  expect(openaiOf({ environment: { ...environment, OPENAI_API_KEY: REAL_KEY } })).toContain('unencrypted');
});

test('a key that no header can hold is refused by its name', () => {
  const problem = openaiOf({ environment: { OPENAI_API_KEY: 'sk-ä\u0000' } });
  expect(problem).toContain('OPENAI_API_KEY contains characters');
  expect(problem).not.toContain('sk-');
});

test.each([
  ['http://127.0.0.1:8000/v1', []],
  ['http://localhost:8000', []],
  ['http://[::1]:8000/v1', []],
  ['https://models.example/v1', ['models.example']],
  ['https://models.example/v1', ['MODELS.example ', 'else.example']],
  ['https://models.example:8443/v1', ['models.example:8443']],
  ['https://models.example/v1', ['https://models.example/v1']],
  ['https://models.example/v1', ['models.example:443']],
])('the config may name %s when %o is allowed, and it gets a dummy', (openai, allowed_hosts) => {
  const found = openaiOf({ environment: { OPENAI_API_KEY: REAL_KEY }, config_base_urls: { openai }, allowed_hosts });
  expect(found).toMatchObject({ trusted: false });
  expect(JSON.stringify(found)).not.toContain(REAL_KEY);
});

test.each([
  ['https://evil.example/v1', []],
  ['https://evil.example/v1', ['models.example']],
  ['https://models.example.evil.example/v1', ['models.example']],
  ['https://evilmodels.example/v1', ['models.example']],
  ['https://models.example:8443/v1', ['models.example:443']],
  ['http://127.0.0.1.evil.example/v1', []],
  ['http://169.254.169.254/latest', []],
  ['https://api.openai.com.evil.example/v1', []],
  ['https://evil.example/v1', ['']],
])('the config may not name %s when %o is allowed', (openai, allowed_hosts) => {
  const problem = openaiOf({ config_base_urls: { openai }, allowed_hosts });
  expect(problem).toContain('input allowed-hosts');
  expect(problem).toContain(new URL(openai).host);
});

test('a config that repeats what the workflow says keeps the key', () => {
  const openai = 'https://gateway.example/v1/';
  const environment = { OPENAI_BASE_URL: 'https://gateway.example/v1', OPENAI_API_KEY: REAL_KEY };
  expect(openaiOf({ environment, config_base_urls: { openai } })).toMatchObject({ key: REAL_KEY, trusted: true });
  const elsewhere = openaiOf({ environment, config_base_urls: { openai: 'https://gateway.example/other' } });
  expect(elsewhere).toContain('allowed-hosts');
});

test.each([
  ['127.0.0.1:11434', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
  [':8080', 'http://127.0.0.1:8080'],
  ['ollama', 'http://ollama:11434'],
  ['http://ollama', 'http://ollama'],
  ['http://ollama:11434/', 'http://ollama:11434/'],
  ['https://ollama.example/base', 'https://ollama.example/base'],
  ['http://0.0.0.0:11434', 'http://127.0.0.1:11434'],
  ['[::]:11434', 'http://[::1]:11434'],
  ['::1', 'http://[::1]:11434'],
  ['"ollama:8080"', 'http://ollama:8080'],
  ['ollama.com', 'https://ollama.com'],
])('OLLAMA_HOST %s is %s', (host, url) => {
  expect(ollamaHostUrl(host)).toBe(url);
});

test('keys are missing only where the provider’s own host wants them', () => {
  expect(missingKeys(upstreamsOf({}))).toEqual([
    { provider: 'openai', key_name: 'OPENAI_API_KEY' },
    { provider: 'anthropic', key_name: 'ANTHROPIC_API_KEY' },
    { provider: 'gemini', key_name: 'GEMINI_API_KEY' },
    { provider: 'bedrock', key_name: 'AWS_BEARER_TOKEN_BEDROCK' },
    { provider: 'openrouter', key_name: 'OPENROUTER_API_KEY' },
    { provider: 'vercel', key_name: 'AI_GATEWAY_API_KEY' },
  ]);
  expect(missingKeys(upstreamsOf({ AWS_REGION: 'eu-central-1' }))).toContainEqual({
    provider: 'bedrock',
    key_name: 'AWS_BEARER_TOKEN_BEDROCK',
  });
  const told = {
    OPENAI_BASE_URL: 'http://localhost:8000',
    ANTHROPIC_API_KEY: REAL_KEY,
    GOOGLE_API_KEY: REAL_KEY,
    OPENROUTER_API_KEY: REAL_KEY,
    AI_GATEWAY_API_KEY: REAL_KEY,
    ...AWS,
  };
  expect(missingKeys(upstreamsOf(told))).toEqual([]);
  expect(upstreamsOf(told).gemini).toMatchObject({ key: REAL_KEY, key_name: 'GOOGLE_API_KEY' });
});

const AWS = { AWS_ACCESS_KEY_ID: 'AKIAREAL', AWS_SECRET_ACCESS_KEY: REAL_KEY };

test.each([
  [
    'the credentials of AWS sign, in the region of the environment',
    { ...AWS, AWS_REGION: 'eu-west-1' },
    'eu-west-1',
    true,
  ],
  ['without a region it is us-east-1', AWS, 'us-east-1', true],
  ['what is no name of a region is none', { ...AWS, AWS_REGION: 'a.evil.example/' }, 'us-east-1', true],
  [
    'an API key of Bedrock is sent, and nothing signs',
    { ...AWS, AWS_BEARER_TOKEN_BEDROCK: 'bearer' },
    'us-east-1',
    false,
  ],
  ['half of the credentials are none', { AWS_SECRET_ACCESS_KEY: REAL_KEY }, 'us-east-1', false],
])('Bedrock: %s', (_, environment, region, signs) => {
  const { base_url, key, key_name, signing } = upstreamsOf(environment).bedrock;
  expect(base_url).toBe(`https://bedrock-runtime.${region}.amazonaws.com`);
  expect(signing).toEqual(
    signs
      ? {
          service: 'bedrock',
          region,
          access_key_id: 'AKIAREAL',
          secret_access_key: REAL_KEY,
          session_token: null,
        }
      : undefined,
  );
  const bearer = 'AWS_BEARER_TOKEN_BEDROCK' in environment ? 'bearer' : null;
  expect({ key, key_name }).toEqual(
    signs
      ? { key: REAL_KEY, key_name: 'AWS_SECRET_ACCESS_KEY' }
      : { key: bearer, key_name: 'AWS_BEARER_TOKEN_BEDROCK' },
  );
});

test('loopback is reached without a proxy', () => {
  const { proxy } = upstreamsOf({ HTTPS_PROXY: 'http://proxy.example:3128', no_proxy: 'corp.example' });
  expect(proxy).toEqual({
    http: '',
    https: 'http://proxy.example:3128',
    no_proxy: 'corp.example,localhost,127.0.0.1,[::1]',
  });
});
