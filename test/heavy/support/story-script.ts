import { lastUser, sinceUser } from '#test/testing/providers/rules.ts';
import type { ModelScript, ScriptMessage } from '#test/testing/providers/script.ts';
import { inputOf, STORY, type StoryCall } from './story.ts';

/** The model of the story: what comes next is read from the conversation, in which every result of a tool must stand. */
export const storyScript: ModelScript = (request) => {
  const turn = STORY[request.messages.filter(({ role }) => role === 'user').length - 1];
  if (turn === undefined || turn.input !== lastUser(request)) throw new Error(`unexpected text: ${lastUser(request)}`);
  for (const name of ['lookup_order', 'issue_refund'])
    if (!request.tools.includes(name)) throw new Error(`the tool ${name} is missing`);
  const results = sinceUser(request).filter(({ role }) => role === 'tool');
  let told = 0;
  for (const { text, calls, usage } of turn.steps) {
    if (told === results.length) {
      return {
        text,
        calls: calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
        usage: { ...usage, input: inputOf(usage) },
      };
    }
    for (const call of calls) expectResult(call, results);
    told += calls.length;
  }
  throw new Error(`${results.length} results since the user spoke last, which is no point of the story`);
};

/** The tool was really run, and its result (or failure) is in the request. */
function expectResult(call: StoryCall, results: readonly ScriptMessage[]): void {
  const isFound = results.some(
    ({ call_id, text }) => (call_id === null || call_id === call.id) && text.includes(call.result),
  );
  if (!isFound) throw new Error(`no result of ${call.id} with ${call.result}: ${JSON.stringify(results)}`);
}
