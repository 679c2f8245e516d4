/** Clients of Amazon Bedrock, unmodified, behind the recorder: each request is signed anew with the real credentials. */
import { describeClients } from '../recorder/describe-clients.ts';
import { RECORDED_CLIENTS } from '../recorder/recorded-clients.ts';
import { npmPackages } from '../support/npm-packages.ts';
import { peer } from '../support/peer.ts';
import { pythonEnvironment } from '../support/python-environment.ts';

const python = await peer('boto3, langchain-aws and anthropic from PyPI', () => pythonEnvironment('aws'));
const javascript = await peer('the clients of Bedrock from npm', () => npmPackages('aws'));

describeClients('boto3, langchain-aws and anthropic[bedrock]', {
  missing: python.missing,
  clients: RECORDED_CLIENTS.awsPython,
  agent: () => ({ command: [python.get().python, 'aws_sdks.py'], env: python.get().env }),
  // Loading the clients takes seconds of a processor, once a process.
  config: { concurrency: 2 },
  ways: [
    ...['boto3-converse', 'boto3-converse-stream', 'boto3-invoke', 'boto3-invoke-stream'],
    ...['anthropic-bedrock', 'anthropic-bedrock-stream'],
    ...['langchain-aws-invoke', 'langchain-aws-stream', 'langchain-aws-create-agent'],
  ],
  streamed: /stream/,
  traits: () => ({ tells_failures: true }),
});

describeClients("AWS's and Anthropic's JavaScript clients of Bedrock", {
  missing: javascript.missing,
  clients: RECORDED_CLIENTS.awsJavascript,
  agent: () => ({ command: [process.execPath, 'aws-sdks.mjs'], nodeModules: javascript.get() }),
  ways: [
    ...['sdk-converse', 'sdk-converse-stream', 'sdk-invoke', 'sdk-invoke-stream'],
    ...['anthropic-bedrock', 'anthropic-bedrock-stream'],
  ],
  streamed: /stream/,
  traits: () => ({ tells_failures: true }),
});
