import { stageScene } from '#test/support/scene.ts';
import { BROKEN_PROMPT, MAIN_PROMPT, supportAgent } from '#test/support/support-agent.ts';

/** The comment that the action posts on a pull request which breaks the support agent's prompt. */
export async function postedComment(): Promise<{ readonly body: string; readonly repository_url: string }> {
  const scene = await stageScene({ ...supportAgent(), 'prompt.txt': MAIN_PROMPT });
  try {
    await scene.pushMain();
    const result = await scene.runPull({ 'prompt.txt': BROKEN_PROMPT });
    const [comment] = scene.fake.state.comments;
    if (comment === undefined) throw new Error(`no comment was posted:\n${result.stdout}`);
    return { body: comment.body, repository_url: `https://github.com/${scene.fake.state.repository.fullName}/` };
  } finally {
    await scene.close();
  }
}
