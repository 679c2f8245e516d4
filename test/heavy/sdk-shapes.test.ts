/** The providers' own SDKs talk to a small server in the providers' shapes; what people dump of their objects is read. */
import { describeStory } from './support/describe-story.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';

const python = await peer('openai, anthropic and ollama from PyPI', () => pythonEnvironment('frameworks'));

const WAYS = ['chat', 'responses', 'anthropic', 'ollama'].flatMap((api) =>
  [api === 'responses' ? 'items' : 'messages', 'bodies'].map((kind) => `${api} ${kind}`),
);
const DUMPS = ['model_dump', 'model_dump without nulls', 'model_dump_json', 'to_dict'];

describeStory('the Python SDKs', {
  missing: python.missing,
  ways: WAYS.flatMap((way) =>
    // ollama's objects have no to_dict.
    DUMPS.filter((dump) => dump !== 'to_dict' || !way.startsWith('ollama')).map((dump) => ({
      id: `${way} ${dump}`.replaceAll(' ', '-'),
      context: { way, dump },
      tells_failures: way.startsWith('anthropic'),
    })),
  ),
  agent: (providersUrl) => ({
    command: [python.get().python, 'sdk-worker.py'],
    env: { ...python.get().env, PROVIDERS: providersUrl },
  }),
});
