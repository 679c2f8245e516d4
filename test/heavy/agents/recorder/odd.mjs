/** Clients that lose answers, ask twice, ask too late, or ask somewhere else. */
import OpenAI from 'openai';
import { chat as chatBy, model, chatTools as tools } from './asking.mjs';
import { serve } from './shop.mjs';

const { FRONT, OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
const openai = new OpenAI();
const impatient = new OpenAI({ timeout: 2_000 });
const elsewhere = new OpenAI({ baseURL: `${FRONT}/v1`, maxRetries: 0 });

/** By the message of what is answered. */
const chat = (ask) => chatBy(async (request) => (await ask(request)).choices[0].message);

function post(request) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${OPENAI_API_KEY}` };
  return fetch(`${OPENAI_BASE_URL}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(request) });
}

/** A loop of one's own that asks again until it is answered. */
async function untilAnswered(request) {
  for (;;) {
    const response = await post(request);
    if (response.ok) return response.json();
    await response.text();
  }
}

/** Throws the first of two answers away. */
async function twice(request) {
  await (await post(request)).text();
  return (await post(request)).json();
}

/** The SDK gives up when it is told to; its user asks once more. */
async function onceMore(request) {
  try {
    return await openai.chat.completions.create(request);
  } catch (error) {
    if (error.status !== 500) throw error;
    return openai.chat.completions.create(request);
  }
}

let pending = null;

/** Leaves a call in flight when it answers, and waits for it in the turn after. */
async function beforeItsTime(messages, text, heard) {
  if (pending !== null) {
    await heard();
    await pending;
  } else {
    const request = { model, messages: [{ role: 'user', content: text }], tools, stream: true };
    const stream = await openai.chat.completions.create(request);
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    pending = (async () => {
      while (!(await chunks.next()).done);
    })();
  }
  return chat((request) => openai.chat.completions.create(request))(messages, text, heard);
}

/** Never heard of the environment. */
async function ignorant(_messages, text) {
  const request = { model, messages: [{ role: 'user', content: text }] };
  return elsewhere.chat.completions.create(request).then(
    () => 'answered',
    (error) => `${error.status}: ${error.message}`,
  );
}

await serve({
  'own-retries': chat(untilAnswered),
  'asked-twice': chat(twice),
  'asked-once-more': chat(onceMore),
  'out-of-patience': chat((request) => impatient.chat.completions.create(request)),
  late: beforeItsTime,
  elsewhere: ignorant,
});
