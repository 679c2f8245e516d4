/** Real LangGraph agents with memory, their messages dumped in the ways people do. */
import { describeStory, type Way } from '../support/describe-story.ts';
import { peer } from '../support/peer.ts';
import { pythonEnvironment } from '../support/python-environment.ts';

const GRAPHS = ['create_agent', 'create_react_agent', 'StateGraph', 'streamed loop'];
const MODELS = [
  ...['scripted', 'openai chat', 'openai chat v1', 'openai responses', 'openai responses v1'],
  ...['anthropic', 'anthropic v1'],
];
const DUMPS = [
  ...['model_dump', 'model_dump mode json', 'dumpd', 'dumps', 'to_json', 'messages_to_dict'],
  'convert_to_openai_messages',
];

const python = await peer('langgraph and langchain from PyPI', () => pythonEnvironment('frameworks'));

describeStory('LangGraph', {
  missing: python.missing,
  ways: [
    ...MODELS.flatMap((model) => DUMPS.map((dump) => wayOf({ graph: 'create_agent', model, dump }))),
    ...GRAPHS.slice(1).flatMap((graph) => MODELS.map((model) => wayOf({ graph, model, dump: 'model_dump' }))),
    ...DUMPS.map((dump) => wayOf({ graph: 'StateGraph', model: 'scripted', dump, only_new: 'yes' })),
  ],
  agent: (providersUrl) => ({
    command: [python.get().python, 'langgraph-worker.py'],
    env: { ...python.get().env, PROVIDERS: providersUrl },
  }),
});

/** OpenAI's shape has no word for a tool that failed. */
function wayOf(context: { readonly dump: string; readonly [key: string]: string }): Way {
  const { graph, model, dump, only_new } = context;
  const id = [graph, model, dump, ...(only_new === undefined ? [] : ['only_new'])].join('/').replaceAll(' ', '-');
  return { id, context, tells_failures: dump !== 'convert_to_openai_messages' };
}
