/** Entry of a thread that sends. */
import { parentPort } from 'node:worker_threads';
import { serve } from './serve.ts';

if (parentPort === null) throw new Error('this is the program of a thread, not of a process');
serve(parentPort);
