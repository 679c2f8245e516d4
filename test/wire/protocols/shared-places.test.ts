import { test } from 'vitest';
import { expectSaid } from '#test/support/said.ts';
import { formatOf } from '#wire/protocols/providers.ts';
import { endpointNamed, eventOf } from './read-named.ts';
import { streamed } from './told-answers.ts';

test.each([
  ['streamed calls that share a place are all seen, or not known at all', 'streamed-calls'],
  ['calls of a whole answer that can not be read are unknown, never fewer', 'whole-answers'],
])('%s', (_, file) => {
  return expectSaid(new URL(`golden/${file}.txt`, import.meta.url), (text) => {
    const [name = '', ...lines] = text.split('\n');
    const answer =
      file === 'whole-answers'
        ? formatOf(endpointNamed(name)).readAnswer(JSON.parse(lines.join()))
        : streamed(endpointNamed(name), lines.map(eventOf)).answer();
    if (answer === null) return ['no answer'];
    return answer.calls?.map((call) => `${call.name} ${JSON.stringify(call.arguments)}`) ?? ['unknown'];
  });
});
