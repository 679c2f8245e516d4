import { call, called, lastUser, resultOf } from '#test/support/model-server/rules.ts';
import type { ModelScript, ScriptRequest } from '#test/support/model-server/script.ts';

/** The script of these tests: asked for the weather in a town, it calls `get_weather` once and tells what it heard. */
export const weatherScript: ModelScript = (request) => {
  const town = /weather in (\w+)/.exec(lastUser(request))?.[1];
  if (town === undefined) return { text: `You said: ${lastUser(request)}` };
  if (called(request, 'get_weather') === 0) return { text: 'Let me look.', calls: [call('get_weather', { town })] };
  return { text: `In ${town}: ${resultOf(request, 'get_weather')}`, reasoning: 'It is told.' };
};

/** JSON schema of the tool's arguments. */
export const TOWN = {
  type: 'object' as const,
  properties: { town: { type: 'string' } },
  required: ['town'],
  additionalProperties: false,
};

/** A script that records what it was asked before another answers. */
export function recording(script: ModelScript): { readonly asked: ScriptRequest[]; readonly script: ModelScript } {
  const asked: ScriptRequest[] = [];
  return {
    asked,
    script: (request) => {
      asked.push(request);
      return script(request);
    },
  };
}
