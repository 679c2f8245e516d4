import { describe, expect, it } from 'vitest';
import { systemPrompt } from '#runner/agents/model/system-prompt.ts';

const context = { user: { name: 'Ada', tags: ['a'] }, 'a.b': 1 };

describe('the system prompt', () => {
  it.each([
    ['a text stands as it is', 'Hello {{context.user.name}}!', 'Hello Ada!'],
    ['blanks inside the braces are allowed', '{{ context.user.name }}', 'Ada'],
    ['other values are JSON', '{{context.user.tags}}', '[\n  "a"\n]'],
    ['the whole context is JSON', '{{context}}', JSON.stringify(context, null, 2)],
    ['a key with a dot', '{{context.a.b}}', '1'],
    ['what is no placeholder of ours stays', '{{context.user.name}} {{other}} {context}', 'Ada {{other}} {context}'],
  ])('%s', (_, prompt, text) => {
    expect(systemPrompt(prompt, context)).toEqual({ text, missing: [] });
  });

  it('a value that looks like a placeholder is not filled again', () => {
    expect(systemPrompt('{{context.a}}', { a: '{{context.b}} $&', b: 'x' }).text).toBe('{{context.b}} $&');
  });

  it('a placeholder without a value is filled with nothing and named', () => {
    expect(systemPrompt('a{{context.user.age}}b', context)).toEqual({ text: 'ab', missing: ['{{context.user.age}}'] });
  });

  it('a context that is not mentioned is put behind the prompt', () => {
    expect(systemPrompt('Be kind.', { a: 1 }).text).toBe('Be kind.\n\n# Context\n\n{\n  "a": 1\n}');
    expect(systemPrompt(null, { a: 1 }).text).toBe('# Context\n\n{\n  "a": 1\n}');
  });

  it.each([null, '', ' \n'])('nothing to say is nothing (%j)', (prompt) => {
    expect(systemPrompt(prompt, {})).toEqual({ text: null, missing: [] });
  });
});
