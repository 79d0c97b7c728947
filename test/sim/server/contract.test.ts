import { HttpEngine } from '../../../src/adapters/engine-http/engine.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import type { FaultName } from '../../../src/sim/faults/book.ts';
import { contractOfEngine, type EngineSubject, type ServerMode } from '../../contract/engine.ts';
import { driven } from '../driven.ts';
import { book } from '../machine.ts';
import { Bench, PORT } from './served.ts';

const LOAD_S = 42;

/** What makes the server so from its first start on. */
const FAULTS: Readonly<Partial<Record<ServerMode, FaultName>>> = { silent: 'hang', broken: 'http-500' };

function serverThatIs(mode: ServerMode): Bench {
  const name = FAULTS[mode];
  return new Bench({
    load_s: LOAD_S,
    ...(name === undefined ? {} : { faults: book(name, { start: 1 }) }),
  });
}

function engineOf({ scene }: Bench): HttpEngine {
  return driven(
    new HttpEngine({
      host: scene.host,
      definition: engineDefinition('sglang'),
      url: `http://127.0.0.1:${PORT}`,
      model: null,
      headers: () => ({}),
    }),
    scene.clock,
  );
}

const isListening = ({ scene }: Bench): boolean => scene.machine.kernel.sockets('127.0.0.1', PORT).length > 0;

async function makeSimulated(): Promise<EngineSubject> {
  let bench = serverThatIs('ready');
  let engine = engineOf(bench);
  return {
    get engine() {
      return engine;
    },
    async become(mode) {
      bench = serverThatIs(mode);
      engine = engineOf(bench);
      bench.start();
      if (mode !== 'loading') return bench.pass(LOAD_S * 1.1);
      while (!isListening(bench)) await bench.pass(0.1);
    },
    async stop() {
      bench.kill('KILL');
    },
    async busy(count, work) {
      const body = { prompt: 'x', max_tokens: 4000, ignore_eos: true };
      for (let at = 0; at < count; at += 1)
        bench.open('POST', '/v1/completions', { ...body, prompt: `request ${at}` });
      await bench.pass(2);
      await work();
    },
    async dispose() {},
  };
}

contractOfEngine('SGLang on the simulated host', makeSimulated, {
  'a server that wants another key is told apart from one that is not ready':
    'SGLang answers /health without a key',
  'a server that says nothing gives an empty report and no error':
    'SGLang opens its port when all but its warm-up is done, and then answers',
  'a server that loads completes nothing, and that is said': 'SGLang generates during its warm-up',
  'a completion without a token is an error': 'the simulated server ends no answer without a token',
});
