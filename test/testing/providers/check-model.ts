import type { Provider } from './provider.ts';
import { Refusal } from './refusal.ts';

/** Refuses an unknown model. `models`: `null` knows every model. @throws Refusal with 404 */
export function checkModel(provider: Provider, model: string, models: readonly string[] | null): void {
  if (models === null || models.includes(model)) return;
  switch (provider) {
    case 'openai':
      throw new Refusal(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
        code: 'model_not_found',
      });
    case 'azure':
      throw new Refusal(
        404,
        'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
        { code: 'DeploymentNotFound' },
      );
    case 'openrouter':
      throw new Refusal(400, `${model} is not a valid model ID`);
    case 'vercel':
      throw new Refusal(404, `Model '${model}' not found`, { type: 'model_not_found' });
    case 'anthropic':
      throw new Refusal(404, `model: ${model}`);
    case 'gemini':
      throw new Refusal(
        404,
        `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
      );
    case 'bedrock':
      throw new Refusal(400, 'The provided model identifier is invalid.');
    case 'ollama':
      throw new Refusal(404, `model '${model}' not found`, { type: 'not_found_error' });
  }
}
