// Asks three providers with the official clients, which read their addresses and keys by themselves. Its first argument says where they are installed.
import { createRequire } from 'node:module';

const require = createRequire(process.argv[2]);
const { OpenAI } = require('openai');
const { Anthropic } = require('@anthropic-ai/sdk');

const messages = [{ role: 'user', content: process.argv[3] }];
const chat = await new OpenAI().chat.completions.create({ model: 'small', messages });
const message = await new Anthropic().messages.create({ model: 'small', max_tokens: 100, messages });
const { OPENROUTER_BASE_URL: baseURL, OPENROUTER_API_KEY: apiKey } = process.env;
const routed = await new OpenAI({ baseURL, apiKey }).chat.completions.create({ model: 'a/small', messages });
console.log([chat.choices[0].message.content, message.content[0].text, routed.choices[0].message.content].join('\n'));
