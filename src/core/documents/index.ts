import type { z } from 'zod';
import { faultSchema } from './fault.ts';
import { benchSchema } from './schemas/bench.ts';
import { compareSchema } from './schemas/compare.ts';
import { demoSchema } from './schemas/demo.ts';
import { diagnoseSchema } from './schemas/diagnose.ts';
import { envelopeSchema } from './schemas/envelope.ts';
import { evaluationSchema } from './schemas/evaluation.ts';
import { eventSchema } from './schemas/event.ts';
import { measurementSchema } from './schemas/measurement.ts';
import { planSchema } from './schemas/plan.ts';
import { promoteSchema } from './schemas/promote.ts';
import { reportSchema } from './schemas/report.ts';
import { selftestSchema } from './schemas/selftest.ts';
import { statusSchema } from './schemas/status.ts';
import { decisionSchema, holdPointSchema, startSchema, sweepSchema, trialSchema } from './schemas/sweep.ts';

/** Every document that is printed or written, by name. Imports zod: only for commands that check or print schemas. */
export const documentSchemas = {
  envelope: envelopeSchema,
  fault: faultSchema,
  sweep: sweepSchema,
  trial: trialSchema,
  start: startSchema,
  decision: decisionSchema,
  measurement: measurementSchema,
  plan: planSchema,
  promote: promoteSchema,
  demo: demoSchema,
  report: reportSchema,
  evaluation: evaluationSchema,
  bench: benchSchema,
  compare: compareSchema,
  diagnose: diagnoseSchema,
  selftest: selftestSchema,
  status: statusSchema,
  wait: holdPointSchema,
  event: eventSchema,
} satisfies Record<string, z.ZodType>;
