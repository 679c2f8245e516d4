import { expect, test } from 'vitest';
import { parseAllowedHost } from '#config/allowed-host.ts';

test.each([
  ['llm.example.com', 'llm.example.com'],
  ['LLM.Example.COM:8443', 'llm.example.com:8443'],
  ['10.0.0.7:8080', '10.0.0.7:8080'],
  ['my_host', 'my_host'],
  ['[2001:DB8::1]:80', '[2001:db8::1]:80'],
  ['localhost', 'localhost'],
])('%s is a host, written %s', (text, host) => {
  expect(parseAllowedHost(text)).toBe(host);
});

test.each([
  '',
  'https://a.example.com',
  'a.example.com/v1',
  '*.example.com',
  'a b',
  'a..b',
  '.a',
  'a.',
  '-a',
  'a:0',
  'a:65536',
  'a:',
  'user@a',
  'a?b',
  'a#b',
  '[::1',
  '[zz]',
  'bücher.example',
  '999.1.1.1',
])('%j is none', (text) => {
  expect(parseAllowedHost(text)).toBeNull();
});
