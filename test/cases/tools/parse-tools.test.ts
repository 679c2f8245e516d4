import { describe, expect, it } from 'vitest';
import { parseTools } from '#cases/tools/parse-tools.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { expectSaid } from '#test/support/said.ts';

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather: ToolSchema = { name: 'get_weather', description: 'Weather of a city', parameters };

function toolsOf(text: string, file = 'tools.yml'): readonly ToolSchema[] {
  const parsed = parseTools(text, file);
  mustBeRead(parsed);
  return parsed.tools;
}

function issuesOf(text: string, file = 'tools.yml'): readonly string[] {
  const parsed = parseTools(text, file);
  return 'issues' in parsed ? parsed.issues.map(formatIssue) : [];
}

function warningsOf(text: string): readonly string[] {
  const parsed = parseTools(text, 'tools.yml');
  mustBeRead(parsed);
  return parsed.warnings.map(formatIssue);
}

describe('shapes of a tool', () => {
  const { name, description } = weather;
  const shapes: readonly [string, object][] = [
    ['ours', { name, description, parameters }],
    ['OpenAI Chat Completions', { type: 'function', function: { name, description, parameters } }],
    ['OpenAI Chat Completions without type', { function: { name, description, parameters } }],
    ['OpenAI Responses', { type: 'function', name, description, parameters }],
    ['Anthropic', { name, description, input_schema: parameters }],
    ['Anthropic, custom', { type: 'custom', name, description, input_schema: parameters }],
    ['Model Context Protocol', { name, title: 'Weather', description, inputSchema: parameters, annotations: {} }],
  ];

  it.each(shapes)('%s is read as the same tool', (_, entry) => {
    expect(toolsOf(JSON.stringify([entry]), 'tools.json')).toEqual([weather]);
    expect(toolsOf(JSON.stringify({ tools: [entry] }), 'tools.json')).toEqual([weather]);
  });

  it('a tool without parameters takes none', () => {
    expect(toolsOf('- name: ping')).toEqual([
      { name: 'ping', description: null, parameters: { type: 'object', properties: {} } },
    ]);
  });

  it('parameters are handed on as they are written, unknown keywords and order of keys included', () => {
    const schema = { 'x-unit': 'C', properties: { z: { default: 1 }, a: true }, type: 'object', $comment: 'kept' };
    const [tool] = toolsOf(JSON.stringify([{ name: 'a', parameters: schema }]), 'tools.json');
    expect(JSON.stringify(tool?.parameters)).toBe(JSON.stringify(schema));
  });

  it('references within the schema are followed, recursion included', () => {
    const tree = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' }, self: { $ref: '#' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    expect(toolsOf(JSON.stringify([{ name: 'a', parameters: tree }]), 'tools.json')[0]?.parameters).toEqual(tree);
  });
});

describe('problems are told with file, line and column', () => {
  it('each, as people read it', () => {
    return expectSaid(new URL('golden/tools.txt', import.meta.url), issuesOf);
  });

  it('all tools are read before anything is said', () => {
    expect(issuesOf('- name: a b\n- name: c\n- name: d e').map((issue) => issue.slice(0, 14))).toEqual([
      'tools.yml:1:9:',
      'tools.yml:3:9:',
    ]);
  });

  it('JSON has places too', () => {
    expect(issuesOf('[\n  {"name": "a", "inputSchema": {"type": "array"}}\n]', 'tools.json')).toEqual([
      'tools.json:2:41: [0].inputSchema.type: expected object: the arguments of a tool are a mapping, found the text "array"',
    ]);
  });
});

describe('what is not sent, or can not be meant, is a warning', () => {
  it('strict and cache marks of a provider', () => {
    expect(warningsOf('- {type: function, function: {name: a, strict: true}}')).toEqual([
      'tools.yml:1:48: [0].function.strict: is not sent to the model; remove the key, or leave it for other readers',
    ]);
    expect(warningsOf('- name: a\n  input_schema: {type: object}\n  cache_control: {type: ephemeral}')).toHaveLength(1);
  });

  it('a required argument that the schema does not describe', () => {
    expect(
      warningsOf('- name: a\n  parameters: {type: object, properties: {city: {type: string}}, required: [citty]}'),
    ).toEqual(['tools.yml:1:3: [0]: a requires citty, which its properties do not have; did you mean city?']);
  });
});
