// The reservation agent as a module: a function that answers one turn. Its model asks for tools in plain text, so no tool call ever
// crosses the wire: the agent gives its own list of them. Tokens are not reported: `record: true` reads them on their way.
import { readFileSync } from 'node:fs';
import { type Message, Ollama } from 'ollama';
import { react } from './react.ts';
import { openDesk, type Reservation } from './tools.ts';

const PROMPT = readFileSync(new URL('prompt.md', import.meta.url), 'utf8');
const MODEL = process.env.MODEL ?? 'gpt-oss:20b';

/** The recorder says in OLLAMA_HOST where the model is; without it, Ollama on this machine. */
const client = new Ollama(process.env.OLLAMA_HOST ? { host: process.env.OLLAMA_HOST } : {});

interface Turn {
  input: string;
  /** The conversation so far, this turn's input as the last. */
  messages: Message[];
  context: { today: string };
  /** What the turn before returned, `null` in the first. */
  session: { messages: Message[]; reservations: Reservation[] } | null;
}

interface Surroundings {
  /** Aborted when the time of the trial is over. */
  signal: AbortSignal;
  log: (...values: unknown[]) => void;
}

export default async function answer(turn: Turn, { signal, log }: Surroundings) {
  const desk = openDesk(turn.session?.reservations);
  const system = { role: 'system', content: `${PROMPT}\nToday is ${turn.context.today}.` };
  const messages: Message[] = turn.session
    ? [...turn.session.messages, { role: 'user', content: turn.input }]
    : [system, ...turn.messages];
  const ask = async (said: Message[]) => {
    signal.throwIfAborted();
    // Models like to make up the observation, too.
    const options = { temperature: 0, stop: ['Observation:'] };
    const { message } = await client.chat({ model: MODEL, messages: said, options });
    log(message.content);
    return message.content;
  };
  const { output, tool_calls } = await react(messages, ask, desk.use);
  return {
    output,
    tool_calls,
    session: { messages, reservations: desk.reservations },
    metadata: { booked: desk.booked },
  };
}
