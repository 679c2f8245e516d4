import type { ModelScript, ScriptAnswer, ScriptRequest } from '../testing/providers/script.ts';

/** What a judge is asked, read from its prompt as a model reads it: lines of content are marked, all others are ours. */
export interface JudgeAsked {
  /** Criteria by id, in their order. */
  readonly criteria: ReadonlyMap<string, string>;
  /** Blocks of content: their titles, and their texts without the marks. */
  readonly blocks: readonly { readonly title: string; readonly text: string }[];
  /** All lines that are neither a criterion nor content. */
  readonly ours: readonly string[];
}

/** A vote: `malformed` is sent as it is. */
export type ScriptedVote =
  | { readonly evidence: string; readonly verdict: string }
  | { readonly evidence: string; readonly score: number }
  | { readonly malformed: string };

/** Decides a criterion of what was asked. */
export type Deciding = (asked: JudgeAsked, criterion: string) => ScriptedVote;

/** Whether a request is one to a judge. */
function isToJudge({ system }: ScriptRequest): boolean {
  return system?.startsWith('You judge what an AI assistant did') === true;
}

/** A model that judges as it is told to; requests of others go to `agent`. */
export function judging(decide: Deciding, agent: ModelScript = () => ({ text: 'all is well' })): ModelScript {
  return (request) => {
    if (!isToJudge(request)) return agent(request);
    const asked = readPrompt(request.messages.at(-1)?.text ?? '');
    const votes = [...asked.criteria.keys()].map((id) => [id, decide(asked, id)] as const);
    const [first] = votes;
    const bad = votes.find(([, vote]) => 'malformed' in vote)?.[1];
    if (bad !== undefined && 'malformed' in bad) return { text: bad.malformed };
    return answer(request, votes.length === 1 ? { ...first?.[1] } : Object.fromEntries(votes));
  };
}

function answer({ provider, tools }: ScriptRequest, verdict: object): ScriptAnswer {
  if (provider !== 'anthropic') return { text: JSON.stringify(verdict) };
  return { calls: [{ name: tools[0] ?? '', arguments: JSON.parse(JSON.stringify(verdict)) }] };
}

/** Reads a prompt by its marks alone. */
export function readPrompt(prompt: string): JudgeAsked {
  const criteria = new Map<string, string>();
  const blocks: { title: string; text: string }[] = [];
  const ours: string[] = [];
  let criterion: string | null = null;
  for (const line of prompt.split('\n')) {
    const named = /^Criterion (\S+):$/.exec(line)?.[1];
    const title = /^=== (.*) ===$/.exec(line)?.[1];
    const block = blocks.at(-1);
    if (line.startsWith('| ') && block !== undefined) block.text += `${block.text === '' ? '' : '\n'}${line.slice(2)}`;
    else if (title !== undefined && title !== 'end of the content') blocks.push({ title, text: '' });
    else if (named !== undefined) criterion = named;
    else if (criterion !== null && line !== '') {
      criteria.set(criterion, line);
      criterion = null;
    } else if (line !== '') ours.push(line);
  }
  return { criteria, blocks, ours };
}
