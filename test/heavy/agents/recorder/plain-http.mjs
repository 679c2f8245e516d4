/** No SDK at all. */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { builtMessage, chat, messages } from './asking.mjs';

const { OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY } = process.env;

async function post(url, body, headers = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(await response.text());
  return response;
}

async function fetchChat(request) {
  const headers = { authorization: `Bearer ${OPENAI_API_KEY}` };
  return (await (await post(`${OPENAI_BASE_URL}/chat/completions`, request, headers)).json()).choices[0].message;
}

async function fetchStreamed(request, heard) {
  const headers = { authorization: `Bearer ${OPENAI_API_KEY}` };
  const { body } = await post(`${OPENAI_BASE_URL}/chat/completions`, { ...request, stream: true }, headers);
  const built = builtMessage(heard);
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data: {')) await built.add(JSON.parse(line.slice(6)));
  }
  return built.message();
}

async function fetchMessages(request) {
  const headers = { 'x-api-key': ANTHROPIC_API_KEY, 'anthropic-version': '2023-06-01' };
  return (await (await post(`${ANTHROPIC_BASE_URL}/v1/messages`, request, headers)).json()).content;
}

const curl = ['--silent', '--show-error', '--fail-with-body', '--compressed', '-H', 'content-type: application/json'];

async function curlChat(request) {
  const args = [...curl, '-H', `Authorization: Bearer ${OPENAI_API_KEY}`, '-d', JSON.stringify(request)];
  const { stdout } = await promisify(execFile)('curl', [...args, `${OPENAI_BASE_URL}/chat/completions`]);
  return JSON.parse(stdout).choices[0].message;
}

async function curlStreamed(request, heard) {
  const args = [...curl, '-N', '-d', JSON.stringify({ ...request, stream: true })];
  const child = spawn('curl', [...args, `${OPENAI_BASE_URL}/chat/completions`]);
  const built = builtMessage(heard);
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('data: {')) await built.add(JSON.parse(line.slice(6)));
  return built.message();
}

export const HTTP_WAYS = {
  'fetch-chat': chat(fetchChat),
  'fetch-chat-stream': chat(fetchStreamed),
  'fetch-messages': messages(fetchMessages),
  'curl-chat': chat(curlChat),
  'curl-chat-stream': chat(curlStreamed),
};
