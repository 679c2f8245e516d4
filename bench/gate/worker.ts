import { parentPort } from 'node:worker_threads';
import { doJob, type Job } from './job.ts';

parentPort?.on('message', (job: Job) => parentPort?.postMessage(doJob(job)));
