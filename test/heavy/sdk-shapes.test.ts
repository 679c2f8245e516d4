/** The providers' own SDKs talk to a small server in the providers' shapes; what their objects serialise to is read. */
import { describeStory } from './support/describe-story.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';

const packages = await peer('openai, @anthropic-ai/sdk and ollama from npm', () => npmPackages('sdks'));

describeStory('the JavaScript SDKs', {
  missing: packages.missing,
  ways: [
    ...['chat messages', 'chat bodies', 'chat streamed', 'chat parsed', 'chat runner'],
    ...['responses items', 'responses bodies', 'responses streamed', 'responses parsed'],
    ...['anthropic messages', 'anthropic bodies', 'anthropic streamed', 'anthropic runner'],
    ...['ollama messages', 'ollama bodies'],
  ].map((way) => ({ id: idOf(way), context: { way }, tells_failures: way.startsWith('anthropic') })),
  agent: (providersUrl) => ({
    command: [process.execPath, 'sdk-worker.mjs'],
    env: { PROVIDERS: providersUrl },
    nodeModules: packages.get(),
  }),
});

const python = await peer('openai, anthropic and ollama from PyPI', () => pythonEnvironment('frameworks'));

describeStory('the Python SDKs', {
  missing: python.missing,
  ways: [
    ...[
      'chat messages',
      'chat bodies',
      'responses items',
      'responses bodies',
      'anthropic messages',
      'anthropic bodies',
    ],
    ...['ollama messages', 'ollama bodies'],
  ].flatMap((way) =>
    ['model_dump', 'model_dump without nulls', 'model_dump_json', 'to_dict']
      // ollama's objects have no to_dict.
      .filter((dump) => dump !== 'to_dict' || !way.startsWith('ollama'))
      .map((dump) => ({
        id: idOf(`${way} ${dump}`),
        context: { way, dump },
        tells_failures: way.startsWith('anthropic'),
      })),
  ),
  agent: (providersUrl) => ({
    command: [python.get().python, 'sdk-worker.py'],
    env: { ...python.get().env, PROVIDERS: providersUrl },
  }),
});

function idOf(way: string): string {
  return way.replaceAll(' ', '-');
}
