import { call, step } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

/** A model that looks up the weather where it is asked for it, as the first cases of `init` demand. */
export const weather: ModelScript = (request) => {
  const city = /in (Paris|Oslo)/.exec(JSON.stringify(request.messages))?.[1];
  const usage = { input: 50, output: 10 };
  if (city === undefined) return { text: 'Hello! Ask me about the weather.', usage };
  return step(request) === 1
    ? { calls: [call('get_weather', { city })], usage }
    : { text: `It is sunny in ${city}.`, usage };
};
