import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { BenchDocument } from '../../../src/core/documents/bench.ts';
import type { CompareDocument, CompareResultsDocument } from '../../../src/core/documents/compare.ts';
import type { DemoDocument } from '../../../src/core/documents/demo.ts';
import type { DiagnoseDocument } from '../../../src/core/documents/diagnose.ts';
import type { EvaluationDocument } from '../../../src/core/documents/evaluation.ts';
import { documentSchemas } from '../../../src/core/documents/index.ts';
import type { Measurement } from '../../../src/core/documents/measurement.ts';
import type { PlanDocument } from '../../../src/core/documents/plan.ts';
import type { PromoteDocument } from '../../../src/core/documents/promote.ts';
import type { ReportDocument } from '../../../src/core/documents/report.ts';
import type { SelftestDocument } from '../../../src/core/documents/selftest.ts';
import type { StatusDocument } from '../../../src/core/documents/status.ts';
import type {
  DecisionDocument,
  Envelope,
  StartDocument,
  SweepDocument,
  TrialDocument,
} from '../../../src/core/documents/sweep.ts';
import type { WaitDocument } from '../../../src/core/documents/wait.ts';
import type { Fault } from '../../../src/core/fault.ts';
import type { JournalLine } from '../../../src/core/sweep/records.ts';

/** Without `readonly` and flavours of numbers, which a schema does not have. */
type Plain<T> = T extends number
  ? number
  : T extends string | boolean | null | undefined
    ? T
    : { -readonly [K in keyof T]: Plain<T[K]> };

type Same<A, B> = [Plain<A>] extends [Plain<B>]
  ? [Plain<B>] extends [Plain<A>]
    ? true
    : 'the schema has less'
  : 'the schema has more';

type Output<N extends keyof typeof documentSchemas> = z.output<(typeof documentSchemas)[N]>;

/** Checked by the compiler: each interface and its schema say the same, in both directions. */
const same: {
  readonly envelope: Same<Envelope<unknown>, Output<'envelope'>>;
  readonly fault: Same<Fault, Output<'fault'>>;
  readonly sweep: Same<SweepDocument, Output<'sweep'>>;
  readonly trial: Same<TrialDocument, Output<'trial'>>;
  readonly start: Same<StartDocument, Output<'start'>>;
  readonly decision: Same<DecisionDocument, Output<'decision'>>;
  readonly measurement: Same<Measurement, Output<'measurement'>>;
  readonly plan: Same<PlanDocument, Output<'plan'>>;
  readonly promote: Same<PromoteDocument, Output<'promote'>>;
  readonly demo: Same<DemoDocument, Output<'demo'>>;
  readonly bench: Same<BenchDocument, Output<'bench'>>;
  readonly compare: Same<CompareDocument | CompareResultsDocument, Output<'compare'>>;
  readonly evaluation: Same<EvaluationDocument, Output<'evaluation'>>;
  readonly report: Same<ReportDocument, Output<'report'>>;
  readonly diagnose: Same<DiagnoseDocument, Output<'diagnose'>>;
  readonly selftest: Same<SelftestDocument, Output<'selftest'>>;
  readonly status: Same<StatusDocument, Output<'status'>>;
  readonly wait: Same<WaitDocument, Output<'wait'>>;
  readonly event: Same<JournalLine, Output<'event'>>;
} = {
  envelope: true,
  fault: true,
  sweep: true,
  trial: true,
  start: true,
  decision: true,
  measurement: true,
  plan: true,
  promote: true,
  demo: true,
  evaluation: true,
  report: true,
  bench: true,
  compare: true,
  diagnose: true,
  selftest: true,
  status: true,
  wait: true,
  event: true,
};

test('no document is without its check', () => {
  expect(Object.keys(same).sort()).toEqual(Object.keys(documentSchemas).sort());
});
