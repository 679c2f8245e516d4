import type { JsonObject } from '../json.ts';
import { objects } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import { checkFunction, checkTemperature } from './check-openai-function.ts';
import { RESPONSES_FIELDS } from './known-fields.ts';

/** Holds the body of a response against what OpenAI accepts. `items`: the whole conversation, earlier ones included. @throws Refusal */
export function checkOpenaiResponses(body: JsonObject, lost: boolean, items: readonly JsonObject[]): void {
  const unknown = Object.keys(body).find((key) => !Object.hasOwn(RESPONSES_FIELDS, key) && key !== CODEX_FIELD);
  if (unknown !== undefined)
    throw new Refusal(400, `Unknown parameter: '${unknown}'.`, { code: 'unknown_parameter', param: unknown });
  if (typeof body['model'] !== 'string' || body['model'] === '') throw missing('model');
  if (lost)
    throw new Refusal(400, `Previous response with id '${String(body['previous_response_id'])}' not found.`, {
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
  if (body['input'] === undefined) throw missing('input');
  if (typeof body['input'] !== 'string' && !Array.isArray(body['input']))
    throw new Refusal(400, "Invalid type for 'input': expected one of an array of objects or string.", {
      code: 'invalid_type',
      param: 'input',
    });
  checkTemperature(body['temperature']);
  objects(body['tools']).forEach((tool, index) => {
    if (tool['type'] === undefined) throw missing(`tools[${index}].type`);
    if (tool['type'] === 'function') checkFunction(tool, `tools[${index}]`);
  });
  checkResults(items);
}

/** Sent by Codex, and in no type of OpenAI's SDK. */
const CODEX_FIELD = 'client_metadata';

/** Calls and results belong together, wherever they stand. */
function checkResults(items: readonly JsonObject[]): void {
  const ids = (type: string) => items.filter((item) => item['type'] === type).map((item) => String(item['call_id']));
  const calls = ids('function_call');
  const results = ids('function_call_output');
  const open = calls.find((id) => !results.includes(id));
  if (open !== undefined) throw new Refusal(400, `No tool output found for function call ${open}.`, { param: 'input' });
  const stray = results.find((id) => !calls.includes(id));
  if (stray !== undefined)
    throw new Refusal(400, `No tool call found for function call output with call_id ${stray}.`, { param: 'input' });
}

function missing(param: string): Refusal {
  return new Refusal(400, `Missing required parameter: '${param}'.`, { code: 'missing_required_parameter', param });
}
