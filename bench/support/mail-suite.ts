/** A suite of so many cases, each expecting two calls and a word of the answer; its agent is a recorded one. */
export function mailSuite(cases: number, form: 'json' | 'yaml' = 'json'): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: cases }, (_, index) => index);
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { recorded: 'recorded.jsonl' },
      cases: [`cases.${form}`],
      trials: TRIALS,
    }),
    [`cases.${form}`]:
      form === 'json' ? JSON.stringify({ cases: numbers.map(mailCase) }) : `cases:\n${numbers.map(mailYaml).join('')}`,
  };
}

/** Trials of a case of {@link mailSuite}. */
export const TRIALS = 10;

/** Answers of an agent to every trial of the suite, one in ten wrong: lines of a recorded file. */
export function* mailAnswers(cases: number): Generator<string> {
  for (let index = 0; index < cases; index += 1)
    for (let trial = 1; trial <= TRIALS; trial += 1)
      yield JSON.stringify({
        case_id: `mail-${index}`,
        trial,
        output: `Parcel ${index} is on its way (${trial}).`,
        tool_calls: [
          { name: 'look_up', arguments: { mail: index } },
          { name: 'answer', arguments: { order: (index * 7 + trial) % 10 === 0 ? 'A-x' : `A-${index}` } },
        ],
        usage: { input_tokens: 600 + ((index * 31 + trial * 17) % 100), output_tokens: 20 },
      });
}

function mailCase(index: number) {
  return {
    id: `mail-${index}`,
    input: `Mail number ${index}: where is my parcel?`,
    tags: ['mail', `part-${index % 10}`],
    expect: {
      tools: ['look_up', { name: 'answer', args: { order: `A-${index}` } }],
      response: { contains: ['Parcel'] },
    },
  };
}

/** The same, as people write it. */
function mailYaml(index: number): string {
  return `  - id: mail-${index}
    input: "Mail number ${index}: where is my parcel?"
    tags: [mail, part-${index % 10}]
    expect:
      tools:
        - look_up
        - name: answer
          args: {order: A-${index}}
      response:
        contains: [Parcel]
`;
}
