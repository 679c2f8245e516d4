/**
 * What a run of the built-in agent is measured against: the vendor's own client in a loop, with nothing around it.
 * `node bare-openai.mjs BASE_URL CASES TRIALS CONCURRENCY`
 */
import OpenAI from 'openai';

const [baseURL, ...counts] = process.argv.slice(2);
const [cases, trials, concurrency] = counts.map(Number);
const client = new OpenAI({ apiKey: 'bench', baseURL });
const total = cases * trials;
let next = 0;

async function lane() {
  while (next < total) {
    const index = next++;
    const answer = await client.chat.completions.create({
      model: 'bench-model',
      messages: [
        { role: 'system', content: 'You are terse.' },
        { role: 'user', content: `question ${index % cases}` },
      ],
    });
    if (!answer.choices[0].message.content.includes('answer')) throw new Error(JSON.stringify(answer));
  }
}

await Promise.all(Array.from({ length: concurrency }, lane));
