import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#test/support/tries.ts';
import { ask, attemptAt, cassettesIn, emptyFolder, play, SECRET, say, served } from './support.ts';

const PATIENT = { timeout: 120_000, interval: 10 };

/** Records a trial with each of these questions; the answer repeats the question and names the trial. */
async function recorded(questions: readonly string[], trials: readonly number[] = [1]): Promise<string> {
  const folder = emptyFolder();
  const cassettes = cassettesIn(folder, 'record');
  for (const trial of trials) {
    const exchanges = questions.map((question) => [ask(question), say(`${question} ${trial}`)] as const);
    await play(cassettes, attemptAt('refund', trial), exchanges);
  }
  await cassettes.close();
  return folder;
}

/** Records one trial with these questions and answers. */
async function recordedTrial(
  exchanges: Parameters<typeof play>[2],
  options: Parameters<typeof cassettesIn>[2] = {},
): Promise<string> {
  const folder = emptyFolder();
  const cassettes = cassettesIn(folder, 'record', options);
  await play(cassettes, attemptAt(), exchanges);
  await cassettes.close();
  return folder;
}

function fileIn(folder: string, name = 'refund.json'): string {
  return readFileSync(join(folder, name), 'utf8');
}

describe('a stored answer is served', () => {
  test('to the same request of the same trial, and to no other trial', async () => {
    const folder = await recorded(['hello'], [1, 2]);
    const cassettes = cassettesIn(folder, 'strict');
    expect(await served(cassettes, ask('hello'), attemptAt('refund', 2))).toBe(say('hello 2').body);
    expect(await served(cassettes, ask('hello'), attemptAt('refund', 1))).toBe(say('hello 1').body);
    expect(await served(cassettes, ask('hello'), attemptAt('refund', 3))).toBe(
      'the cassettes hold trials 1–2 of case "refund", not trial 3',
    );
  });

  test('the n-th time it is asked, the n-th answer; another attempt counts from the start', async () => {
    const folder = await recordedTrial([
      [ask('again'), say('first')],
      [ask('again'), say('second')],
    ]);
    const cassettes = cassettesIn(folder, 'strict');
    for (const attempt of [attemptAt(), attemptAt()]) {
      expect(await served(cassettes, ask('again'), attempt)).toBe(say('first').body);
      expect(await served(cassettes, ask('again'), attempt)).toBe(say('second').body);
      expect(await served(cassettes, ask('again'), attempt)).toBe(
        'the same request is asked 3 times in trial 1 of case "refund", and stored 2 times',
      );
    }
  });

  test('in the order of the questions, though the answers arrive in another', async () => {
    const folder = emptyFolder();
    const recording = cassettesIn(folder, 'record');
    const attempt = attemptAt();
    const requests = [ask('again'), ask('again')];
    for (const request of requests) await recording.find(request, attempt);
    for (const [at, request] of [...requests.entries()].reverse())
      recording.store(request, attempt, say(`answer ${at}`));
    await recording.close();
    const cassettes = cassettesIn(folder, 'strict');
    const replayed = attemptAt();
    expect(await served(cassettes, ask('again'), replayed)).toBe(say('answer 0').body);
    expect(await served(cassettes, ask('again'), replayed)).toBe(say('answer 1').body);
  });

  test('the first time, when the first call of the recording had failed and was asked again', async () => {
    const folder = emptyFolder();
    const recording = cassettesIn(folder, 'record');
    const attempt = attemptAt();
    await recording.find(ask('again'), attempt);
    await play(recording, attempt, [[ask('again'), say('at last')]]);
    await recording.close();
    expect(await served(cassettesIn(folder, 'strict'), ask('again'), attemptAt())).toBe(say('at last').body);
  });

  test.each([
    ['the seed', { seed: 7 }],
    ['the end user', { user: 'u-1', safety_identifier: 'x', metadata: { run: 1 } }],
    ['the prompt cache', { prompt_cache_key: 'k' }],
    ['the framing of usage', { stream_options: { include_usage: true } }],
  ])('also when %s differs', async (_, fields) => {
    const folder = await recorded(['hello']);
    expect(await served(cassettesIn(folder, 'strict'), ask('hello', fields), attemptAt())).toBe(say('hello 1').body);
  });

  test('also when the keys of the body stand in another order, and when another key was sent', async () => {
    const folder = await recorded(['hello']);
    const { messages, model } = JSON.parse(ask('hello').body);
    const request = { ...ask('hello'), headers: {}, body: JSON.stringify({ messages, model }) };
    expect(await served(cassettesIn(folder, 'strict'), request, attemptAt())).toBe(say('hello 1').body);
  });

  test('with its status and type; a streamed one in its original framing', async () => {
    const answers = [
      { status: 400, content_type: 'application/json; charset=utf-8', body: '{"error":{"message":"no"}}' },
      {
        status: 200,
        content_type: 'text/event-stream',
        body: 'event: a\r\ndata: {"x": 1.50}\r\n\r\ndata:{"y":[]}\n\n: ping\ndata: [DONE]\n\n',
      },
      { status: 200, content_type: 'application/x-ndjson', body: '{"done": false}\n{"done":true}\n' },
      { status: 200, content_type: 'text/plain', body: 'not json' },
    ];
    const folder = await recordedTrial(answers.map((answer, at) => [ask(`question ${at}`), answer] as const));
    const cassettes = cassettesIn(folder, 'strict');
    const attempt = attemptAt();
    for (const [at, answer] of answers.entries()) {
      expect(await cassettes.find(ask(`question ${at}`), attempt)).toEqual({ hit: answer });
    }
  });

  test('whatever JSON the provider says and however it is cut into events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json()), fc.boolean(), async (values, streamed) => {
        const body = streamed ? values.map((value) => `data: ${value}\n\n`).join('') : `[${values.join(',')}]`;
        const answer = { status: 200, content_type: streamed ? 'text/event-stream' : 'application/json', body };
        const plain = { redact: (text: string) => text };
        const folder = await recordedTrial([[ask('hello'), answer]], plain);
        const found = await served(cassettesIn(folder, 'strict', plain), ask('hello'), attemptAt());
        expect(streamed ? found : JSON.parse(found)).toEqual(streamed ? body : JSON.parse(body));
      }),
      { numRuns: tries(50) },
    );
  });
});

describe('a miss', () => {
  test('says that there is no cassette', async () => {
    expect(await served(cassettesIn(emptyFolder(), 'strict'), ask('hello'), attemptAt())).toBe(
      'no cassette for case "refund"',
    );
  });

  test('names the first place that differs from the nearest stored request, with both values', async () => {
    const long = 'You are a helpful assistant of a shop. '.repeat(10);
    const folder = await recorded(['something else entirely', `${long}Be kind.`]);
    const cassettes = cassettesIn(folder, 'strict');
    const missed = await served(cassettes, ask(`${long}Be brief.`), attemptAt());
    expect(missed).toMatch(
      /^the request differs from the nearest one stored for trial 1 of case "refund" at messages\[0\]\.content: sent ….{27}Be brief\.", stored ….{27}Be kind\."$/,
    );
  });

  test.each([
    ['a model', ask('hello', { model: 'other' }), 'model: sent "other", stored "m"'],
    ['a field that is new', ask('hello', { temperature: 0 }), 'temperature: sent 0, stored nothing'],
    [
      'several places',
      ask('hello', { model: 'other', temperature: 0 }),
      'model: sent "other", stored "m", and at 1 other place',
    ],
    [
      'a message more',
      { ...ask(''), body: '{"model":"m","messages":[{"role":"user","content":"hello"},{"role":"tool"}]}' },
      'messages[1]: sent {"role":"tool"}, stored nothing',
    ],
  ])('tells %s', async (_, request, difference) => {
    const folder = await recorded(['hello']);
    expect(await served(cassettesIn(folder, 'strict'), request, attemptAt())).toBe(
      `the request differs from the nearest one stored for trial 1 of case "refund" at ${difference}`,
    );
  });

  test('names what is stored when nothing was asked at that address', async () => {
    const folder = await recorded(['hello']);
    const request = { ...ask('hello'), path: '/responses' };
    expect(await served(cassettesIn(folder, 'strict'), request, attemptAt())).toBe(
      'trial 1 of case "refund" has no stored request to openai /responses; it has requests to openai /chat/completions',
    );
  });

  test('lists the stored trials when there are gaps', async () => {
    const folder = await recorded(['hello'], [1, 3]);
    expect(await served(cassettesIn(folder, 'strict'), ask('hello'), attemptAt('refund', 2))).toBe(
      'the cassettes hold trials 1, 3 of case "refund", not trial 2',
    );
  });

  test('tells no secret', async () => {
    const folder = await recorded(['hello']);
    const missed = await served(cassettesIn(folder, 'strict'), ask(`my password is ${SECRET}`), attemptAt());
    expect(missed).toContain('my password is ***');
  });
});

describe('the mode', () => {
  test('record asks every time, replaces the trials that ran and keeps the others', async () => {
    const folder = await recorded(['hello', 'goodbye'], [1, 2]);
    const recording = cassettesIn(folder, 'record');
    await play(recording, attemptAt('refund', 2), [[ask('hello'), say('new')]]);
    await recording.close();
    const cassettes = cassettesIn(folder, 'strict');
    expect(await served(cassettes, ask('goodbye'), attemptAt('refund', 1))).toBe(say('goodbye 1').body);
    expect(await served(cassettes, ask('hello'), attemptAt('refund', 2))).toBe(say('new').body);
    expect(await served(cassettes, ask('goodbye'), attemptAt('refund', 2))).toContain('differs');
  });

  test('record keeps the last attempt at a trial only, though a call of an earlier one ends late', async () => {
    const folder = emptyFolder();
    const recording = cassettesIn(folder, 'record');
    const [first, second] = [attemptAt(), attemptAt()];
    await play(recording, first, [[ask('hello'), say('first')]]);
    const late = ask('late');
    await recording.find(late, first);
    await play(recording, second, [[ask('hello'), say('second')]]);
    recording.store(late, first, say('too late'));
    await recording.close();
    expect(JSON.parse(fileIn(folder)).entries).toHaveLength(1);
    expect(await served(cassettesIn(folder, 'strict'), ask('hello'), attemptAt())).toBe(say('second').body);
  });

  test('auto serves what is stored and adds the rest', async () => {
    const folder = await recorded(['hello']);
    const auto = cassettesIn(folder, 'auto');
    await play(auto, attemptAt(), [
      [ask('hello'), say('never asked')],
      [ask('hello'), say('a second time')],
      [ask('new'), say('fresh')],
    ]);
    await auto.close();
    const cassettes = cassettesIn(folder, 'strict');
    const attempt = attemptAt();
    expect(await served(cassettes, ask('hello'), attempt)).toBe(say('hello 1').body);
    expect(await served(cassettes, ask('hello'), attempt)).toBe(say('a second time').body);
    expect(await served(cassettes, ask('new'), attempt)).toBe(say('fresh').body);
  });

  test('auto puts what a later attempt adds behind what an earlier one has stored', async () => {
    const folder = emptyFolder();
    const auto = cassettesIn(folder, 'auto');
    const first = attemptAt();
    for (const _ of [1, 2]) await auto.find(ask('hello'), first);
    await play(auto, first, [[ask('hello'), say('at the third try')]]);
    const second = attemptAt();
    await play(auto, second, [
      [ask('hello'), say('never asked')],
      [ask('hello'), say('later')],
    ]);
    await auto.close();
    const cassettes = cassettesIn(folder, 'strict');
    const replayed = attemptAt();
    expect(await served(cassettes, ask('hello'), replayed)).toBe(say('at the third try').body);
    expect(await served(cassettes, ask('hello'), replayed)).toBe(say('later').body);
  });

  test('strict stores nothing', async () => {
    const folder = emptyFolder();
    const strict = cassettesIn(folder, 'strict');
    strict.store(ask('hello'), attemptAt(), say('x'));
    await strict.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('auto leaves a file alone that it added nothing to', async () => {
    const folder = await recorded(['hello']);
    const before = `${fileIn(folder)}\n`;
    writeFileSync(join(folder, 'refund.json'), before);
    const auto = cassettesIn(folder, 'auto');
    await play(auto, attemptAt(), [[ask('hello'), say('x')]]);
    await auto.close();
    expect(fileIn(folder)).toBe(before);
  });
});

describe('a file', () => {
  test('is the same whatever the order of trials and of calls, and reads well', async () => {
    const forward = await recorded(['a', 'bb'], [1, 2]);
    const backward = await recorded(['bb', 'a'], [2, 1]);
    expect(fileIn(forward)).toBe(fileIn(backward));
    expect(fileIn(await recorded(['hello']))).toBe(`{
  "cassette_version": 1,
  "case_id": "refund",
  "entries": [
    {
      "trial": 1,
      "occurrence": 1,
      "request": {
        "provider": "openai",
        "path": "/chat/completions",
        "body": {
          "messages": [
            {
              "content": "hello",
              "role": "user"
            }
          ],
          "model": "m"
        }
      },
      "response": {
        "status": 200,
        "content_type": "application/json",
        "body": {
          "json": {
            "choices": [
              {
                "message": {
                  "content": "hello 1"
                }
              }
            ]
          }
        }
      }
    }
  ]
}
`);
  });

  test('has embeddings on one line', async () => {
    const answer = { status: 200, content_type: 'application/json', body: '{"embedding":[0.25,-1e-7,3]}' };
    const folder = await recordedTrial([[ask('[\n 1,\n 2\n]'), answer]]);
    expect(fileIn(folder)).toContain('"embedding": [0.25, -1e-7, 3]');
    expect(await served(cassettesIn(folder, 'strict'), ask('[\n 1,\n 2\n]'), attemptAt())).toBe(answer.body);
  });

  test('holds no secret: not of headers, of the query, of a message, of an answer, or of a stream in pieces', async () => {
    const delta = (text: string) => `data: {"choices":[{"index":0,"delta":{"content":${JSON.stringify(text)}}}]}\n\n`;
    const stream = { status: 200, content_type: 'text/event-stream', body: [...SECRET].map(delta).join('') };
    const folder = await recordedTrial([
      [{ ...ask(`use ${SECRET}`), path: `/chat/completions?api_key=${SECRET}&beta=true` }, say(`I used ${SECRET}`)],
      [ask('hello', { [SECRET]: true }), stream],
    ]);
    const text = fileIn(folder);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('use ***');
    expect(text).toContain('"path": "/chat/completions?beta=true"');
    const contents = [...text.matchAll(/\\"content\\":\\"(.*?)\\"/g)].map((match) => match[1]);
    expect(contents).toHaveLength(SECRET.length);
    expect(contents.join('')).toBe('***');
  });

  test('is written while the run goes on, once its case has been left alone', async () => {
    const folder = emptyFolder();
    const recording = cassettesIn(folder, 'record', { idle_ms: 1 });
    const attempt = attemptAt();
    await play(recording, attempt, [[ask('hello'), say('one')]]);
    await expect.poll(() => existsSync(join(folder, 'refund.json')), PATIENT).toBe(true);
    await play(recording, attempt, [[ask('hello'), say('two')]]);
    await recording.close();
    const cassettes = cassettesIn(folder, 'strict');
    const replayed = attemptAt();
    expect(await served(cassettes, ask('hello'), replayed)).toBe(say('one').body);
    expect(await served(cassettes, ask('hello'), replayed)).toBe(say('two').body);
    expect(readdirSync(folder)).toEqual(['refund.json']);
  });
});

describe('the number of stored trials', () => {
  test('is the highest of any case, and unknown without cassettes', async () => {
    expect(await cassettesIn(await recorded(['hello'], [1, 4]), 'strict').trials()).toBe(4);
    expect(await cassettesIn(emptyFolder(), 'strict').trials()).toBeNull();
    expect(await cassettesIn(join(emptyFolder(), 'missing'), 'strict').trials()).toBeNull();
  });
});

describe('a file that is not to be trusted', () => {
  const entry = {
    trial: 1,
    occurrence: 1,
    request: { provider: 'openai', path: '/chat/completions', body: null },
    response: { status: 200, content_type: 'text/plain', body: { text: 'x' } },
  };
  const file = (...entries: unknown[]) => JSON.stringify({ cassette_version: 1, case_id: 'refund', entries });

  test.each([
    ['no JSON', '{', /is not JSON/],
    [
      'another version',
      '{"cassette_version":2,"case_id":"refund","entries":[]}',
      /malformed at cassette_version: expected 1/,
    ],
    ['another case', '{"cassette_version":1,"case_id":"other","entries":[]}', /belongs to the case "other"/],
    [
      'a status out of range',
      file({ ...entry, response: { ...entry.response, status: 101 } }),
      /entries\.0\.response\.status/,
    ],
    [
      'a header in its type',
      file({ ...entry, response: { ...entry.response, content_type: 'a\r\nx: y' } }),
      /expected plain ASCII/,
    ],
    ['an unknown body', file({ ...entry, response: { ...entry.response, body: {} } }), /expected one of json, lines/],
    ['a trial 0', file({ ...entry, trial: 0 }), /entries\.0\.trial/],
    [
      'endless nesting',
      file({ ...entry, request: { ...entry.request, body: '@' } }).replace('"@"', '['.repeat(9e5) + ']'.repeat(9e5)),
      /nested too deeply/,
    ],
    ['other bytes than UTF-8', Buffer.from([0x22, 0xff, 0x22]), /is not UTF-8/],
  ])('is refused by name: %s', async (_, text, problem) => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'refund.json'), text);
    const cassettes = cassettesIn(folder, 'strict');
    const missed = await served(cassettes, ask('hello'), attemptAt());
    expect(missed).toMatch(problem);
    expect(missed).toContain(join(folder, 'refund.json'));
    await expect(cassettes.trials()).rejects.toThrow(problem);
  });

  test('is refused when it is too large', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'refund.json'), '');
    truncateSync(join(folder, 'refund.json'), 33 * 1024 * 1024);
    expect(await served(cassettesIn(folder, 'strict'), ask('hello'), attemptAt())).toMatch(/at most \d+ are read/);
  });

  test('is refused when it is a link out of the folder, or no file', async () => {
    const outside = join(await recorded(['hello']), 'refund.json');
    const folder = emptyFolder();
    symlinkSync(outside, join(folder, 'refund.json'));
    mkdirSync(join(folder, 'other.json'));
    const cassettes = cassettesIn(folder, 'strict');
    expect(await served(cassettes, ask('hello'), attemptAt())).toMatch(/is a symbolic link out of its folder/);
    expect(await served(cassettes, ask('hello'), attemptAt('other'))).toMatch(/is not a regular file/);
  });

  test('is not overwritten by auto: what could not be kept is an error at the end', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'refund.json'), '{');
    const auto = cassettesIn(folder, 'auto');
    await play(auto, attemptAt(), [[ask('hello'), say('x')]]);
    await expect(auto.close()).rejects.toThrow(/refund\.json is not JSON/);
    expect(fileIn(folder)).toBe('{');
  });
});
