import { test } from 'vitest';
import { expectSaid } from '#test/support/said.ts';
import type { WireAnswer } from '#wire/protocols/format/wire-format.ts';
import { formatOf } from '#wire/protocols/providers.ts';
import { endpointNamed, eventOf } from './read-named.ts';
import { streamed } from './told-answers.ts';

function callsOf(answer: WireAnswer | null): readonly string[] {
  if (answer === null) return ['no answer'];
  return answer.calls?.map((call) => `${call.name} ${JSON.stringify(call.arguments)}`) ?? ['unknown'];
}

test('streamed calls that share a place are all seen, or not known at all', () => {
  return expectSaid(new URL('golden/streamed-calls.txt', import.meta.url), (text) => {
    const [endpoint = '', ...lines] = text.split('\n');
    return callsOf(streamed(endpointNamed(endpoint), lines.map(eventOf)).answer());
  });
});

test('calls of a whole answer that can not be read are unknown, never fewer', () => {
  return expectSaid(new URL('golden/whole-answers.txt', import.meta.url), (text) => {
    const [endpoint = '', body = ''] = text.split('\n');
    return callsOf(formatOf(endpointNamed(endpoint)).readAnswer(JSON.parse(body)));
  });
});
