/** The table of clients in test/heavy/recorder/clients.md tells what the heavier suites play; `UPDATE_GOLDEN=1` writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { expect, test } from 'vitest';
import type { Endpoint } from '#wire/protocols/providers.ts';
import { RECORDED_CLIENTS, type RecordedClient } from '../heavy/recorder/recorded-clients.ts';

const DOCUMENT = join(import.meta.dirname, '../heavy/recorder/clients.md');
const PACKAGES = join(import.meta.dirname, '../heavy/packages');

const WORDS: Readonly<Record<Endpoint | 'kept', string>> = {
  openai_chat: 'Chat Completions',
  openai_responses: 'Responses',
  openai_embeddings: 'embeddings',
  openai_compact: 'compaction',
  kept: 'conversations that OpenAI keeps',
  anthropic_messages: 'Messages',
  gemini_generate: 'generateContent',
  gemini_interactions: 'Interactions',
  gemini_embeddings: 'embedContent',
  bedrock_converse: 'Converse',
  bedrock_invoke: "InvokeModel with Anthropic's bodies",
  bedrock_embeddings: 'InvokeModel of models that embed',
  vercel_language: 'language models',
  vercel_embeddings: 'embeddings',
  ollama_chat: 'chat of Ollama',
};

const clients: readonly RecordedClient[] = Object.values(RECORDED_CLIENTS).flat();

test('test/heavy/recorder/clients.md names every client that is played behind the recorder, with its version and its requests', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  const rows = clients.map((client) => [`\`${client.name}\``, versionOf(client), asked(client)]);
  const table = markdownTable([['client', 'version', 'requests'], ...rows], { alignDelimiters: false });
  const fresh = document.replace(/(?<=<!-- clients:start -->\n).*?(?=\n<!-- clients:end -->)/s, () => table);
  expect(fresh).toContain(table);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(DOCUMENT, fresh);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(fresh);
});

function asked({ endpoints, streams, host }: RecordedClient): string {
  return `${host === undefined ? '' : `${host}: `}${endpoints.map((endpoint) => WORDS[endpoint]).join(', ')}${streams ? '; whole and streamed' : ''}`;
}

/** `PyPI 1.2.3`, from the file or folder that the suites install. */
function versionOf({ name, packages }: RecordedClient): string {
  const isPython = packages.endsWith('.txt');
  const text = readFileSync(join(PACKAGES, packages, isPython ? '' : 'package.json'), 'utf8');
  const version = isPython
    ? text
        .split('\n')
        .find((line) => line.startsWith(`${name}==`))
        ?.slice(name.length + 2)
    : JSON.parse(text).dependencies[name];
  if (version === undefined) throw new Error(`${packages} does not pin ${name}`);
  return `${isPython ? 'PyPI' : 'npm'} ${version}`;
}
