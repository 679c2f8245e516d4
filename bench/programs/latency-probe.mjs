/** A worker that measures, during its first turn, model calls to DIRECT_BASE_URL and to OPENAI_BASE_URL; writes PROBE_OUTPUT. */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import OpenAI from 'openai';

const { DIRECT_BASE_URL: direct, OPENAI_BASE_URL: recorded, PROBE_OUTPUT: output } = process.env;
const apiKey = 'bench';
const clients = [new OpenAI({ apiKey, baseURL: direct }), new OpenAI({ apiKey, baseURL: recorded })];

async function call(client, index) {
  const begun = performance.now();
  await client.chat.completions.create({
    model: 'bench-model',
    messages: [{ role: 'user', content: `question ${index}` }],
  });
  return performance.now() - begun;
}

/** Bytes as they come: the vendor's client would hold lines back until they are whole. */
async function stream(baseURL, index) {
  const body = JSON.stringify({
    model: 'bench-model',
    messages: [{ role: 'user', content: `question ${index}` }],
    stream: true,
    stream_options: { include_usage: true },
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const begun = performance.now();
  const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body });
  let first = null;
  for await (const _ of response.body) first ??= performance.now() - begun;
  return { first, end: performance.now() - begun };
}

async function pairs(count, warmUp, things, measure) {
  const measured = [];
  for (let index = -warmUp; index < count; index += 1) {
    const pair = [];
    for (const which of index % 2 === 0 ? [0, 1] : [1, 0]) pair[which] = await measure(things[which], index);
    if (index >= 0) measured.push(pair);
  }
  return measured;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  const calls = await pairs(500, 100, clients, call);
  const streams = await pairs(40, 10, [direct, recorded], stream);
  const of = (figure) => streams.map((pair) => pair.map((one) => one[figure]));
  writeFileSync(output, JSON.stringify({ calls, first_bytes: of('first'), ends: of('end') }));
  console.log(JSON.stringify({ id, output: 'done' }));
}
