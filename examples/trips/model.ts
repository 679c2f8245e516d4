import { Ollama } from 'ollama';

/** The recorder says in OLLAMA_HOST where the model is; without it, Ollama on this machine. */
export const client = new Ollama(process.env.OLLAMA_HOST ? { host: process.env.OLLAMA_HOST } : {});

export const MODEL = process.env.MODEL ?? 'gpt-oss:20b';
